import Base
import DecoderProtocol
import ExpiringCache
import ImagePipeline
import Imaging
import SharedTier
import TestSupport
import Testing

@Suite("Thumbnails in the shared tier", .integration, .timeLimit(.minutes(30)))
struct ThumbnailTierTests {
  /// Two machines, which have the same photos in folders of their own.
  private let one = ThumbnailStage()
  private let other = ThumbnailStage()

  private func tier(_ address: String) throws -> SharedTier {
    var timing = TierTiming()
    (timing.budget, timing.headStart) = (.seconds(10), .seconds(10))
    return SharedTier(
      try TierAddress(address), secret: try #require(TierSecret("a secret of the tests".utf8)),
      timing: timing)
  }

  private func pipeline(
    _ stage: ThumbnailStage, _ tier: SharedTier?,
    pause: @escaping @Sendable (Duration) async -> Void = { _ in }
  ) -> ImagePipeline {
    ImagePipeline(
      loaders: BitmapLoaders(stage.loader(shared: tier)),
      cache: TileMemory(
        limits: CacheLimits(cost: 1_000_000), expiration: .never, clock: ManualClock()),
      width: 1, clock: ManualClock(), pause: pause)
  }

  @Test(arguments: TierServer.Program.all)
  func `a photo decoded by one machine is not decoded by another`(program: TierServer.Program)
    async throws
  {
    let server = await TierServer(program)
    let (ours, theirs) = (try tier(server.address()), try tier(server.address()))
    one.files.open(0, .success(.whole()))
    let first = await pipeline(one, ours).tile(of: one.request("a"))
    #expect(first?.provenance.origin == .file)
    await ours.finish()
    // This decoder is never released: the thumbnail arrives first or cancels it.
    let pipeline = pipeline(other, theirs)
    let second = await pipeline.tile(of: other.request("a"))
    #expect(second?.provenance.origin == .shared)
    #expect(second?.tile == first?.tile)
    #expect(second?.info.size == PixelSize(width: 4_000, height: 3_000))
    #expect(second?.info.format == .jpeg)
    #expect(second?.info.byteCount == "the photo a".utf8.count)
    #expect(other.files.cancelledCalls.count == other.files.sources.count)
    await pipeline.finish()
    #expect(other.keptWidth("a") == 4_000)
  }

  @Test(arguments: TierServer.Program.all)
  func `a thumbnail made for large cells is used for small ones`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let (ours, theirs) = (try tier(server.address()), try tier(server.address()))
    one.files.open(0, .success(.whole(.large)))
    let large = await pipeline(one, ours).tile(of: one.request("a", columns: 40, rows: 20))
    #expect(large?.provenance.origin == .file)
    await ours.finish()
    let pipeline = pipeline(other, theirs)
    let small = await pipeline.tile(of: other.request("a"))
    #expect(small?.provenance.origin == .shared)
    #expect(small?.info.size == PixelSize(width: 4_000, height: 3_000))
    await pipeline.finish()
  }

  @Test(arguments: TierServer.Program.all)
  func `another photo of the same name, or another thumbnail size, is decoded`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let (ours, theirs) = (try tier(server.address()), try tier(server.address()))
    one.files.open(0, .success(.whole()))
    _ = await pipeline(one, ours).tile(of: one.request("a"))
    await ours.finish()
    other.write("a", "the photo A")
    for (call, size) in [ThumbnailSize.normal, .large].enumerated() {
      other.files.open(call, .success(.whole(size)))
    }
    let pipeline = pipeline(other, theirs)
    let changed = await pipeline.tile(of: other.request("a"))
    #expect(changed?.provenance.origin == .file)
    other.write("b", "the photo a")
    let larger = await pipeline.tile(of: other.request("b", columns: 40, rows: 20))
    #expect(larger?.provenance.origin == .file)
  }

  @Test(arguments: ["redis://127.0.0.1:1", "memcached://127.0.0.1:1"])
  func `without a server of the tier photos are decoded from their files`(address: String)
    async throws
  {
    let tier = try tier(address)
    let pipeline = pipeline(one, tier)
    for (call, name) in ["a", "b", "c"].enumerated() {
      one.files.open(call, .success(.whole()))
      #expect(await pipeline.tile(of: one.request(name))?.provenance.origin == .file)
    }
    await tier.finish()
  }

  @Test func `a cancelled load ends as cancelled despite the shared tier`() async throws {
    let tier = try tier("redis://127.0.0.1:1")
    let loader = one.loader(shared: tier)
    let photo = one.request("a").photo
    let load = Task {
      try await loader.bitmap(of: photo, for: DecodingRequest(box: .init(width: 40, height: 40))) {
        _ in
      }
    }
    await eventually { one.files.sources.count == 1 }
    load.cancel()
    guard case .failure(let error) = await load.result else {
      Issue.record("it was not cancelled")
      return
    }
    #expect("\(error)" == "\(ImageError.Cause.decoding(.cancelled))")
  }

  @Test(arguments: TierServer.Program.all)
  func `warming defers a photo that another machine is making`(program: TierServer.Program)
    async throws
  {
    let server = await TierServer(program)
    let (ours, theirs) = (try tier(server.address()), try tier(server.address()))
    let first = one.loader(shared: ours)
    let second = other.loader(shared: theirs)
    let (photo, theirPhoto) = (one.request("a").photo, other.request("a").photo)
    async let made = first.warm(photo, for: .normal, mayDefer: true)
    await eventually { one.files.sources.count == 1 }
    #expect(await second.warm(theirPhoto, for: .normal, mayDefer: true) == .madeElsewhere)
    one.files.open(0, .success(.whole()))
    #expect(await made == .made)
    await ours.finish()
    // It stays in the tier until it is shown here.
    for _ in 0..<2 {
      #expect(await second.warm(theirPhoto, for: .normal, mayDefer: true) == .there)
    }
    await second.finish()
    #expect(other.access.writes.waitingCount == 0)
    #expect(other.files.sources.isEmpty)
    theirs.greet()
    let tile = await pipeline(other, theirs).tile(of: other.request("a"))
    #expect(tile?.provenance.origin == .shared)
  }

  @Test(arguments: TierServer.Program.all)
  func `a photo being made elsewhere gives its turn to others, then is taken`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let (ours, theirs) = (try tier(server.address()), try tier(server.address()))
    let first = one.loader(shared: ours)
    let photo = one.request("a").photo
    async let made = first.warm(photo, for: .normal, mayDefer: true)
    await eventually { one.files.sources.count == 1 }
    theirs.greet()
    let pauses = PauseGate()
    let pipeline = pipeline(other, theirs, pause: pauses.pause)
    async let left = pipeline.tile(of: other.request("a"))
    await pauses.entered(1)
    #expect(pauses.durations == [.milliseconds(50)])
    // Only one photo is decoded at a time: the turn is free.
    other.files.open(0, .success(.whole()))
    #expect(await pipeline.tile(of: other.request("b"))?.provenance.origin == .file)
    one.files.open(0, .success(.whole()))
    #expect(await made == .made)
    await ours.finish()
    pauses.open()
    #expect(await left?.provenance.origin == .shared)
    #expect(other.files.sources.count == 1)
  }

  @Test(arguments: TierServer.Program.all)
  func `a photo that another machine does not make in time is decoded here`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let (ours, theirs) = (try tier(server.address()), try tier(server.address()))
    let first = one.loader(shared: ours)
    let photo = one.request("a").photo
    let load = Task { await first.warm(photo, for: .normal, mayDefer: false) }
    await eventually { one.files.sources.count == 1 }
    theirs.greet()
    let pauses = PauseGate()
    async let left = pipeline(other, theirs, pause: pauses.pause).tile(of: other.request("a"))
    await pauses.entered(1)
    pauses.open()
    other.files.open(0, .success(.whole()))
    #expect(await left?.provenance.origin == .file)
    #expect(pauses.durations.count == 1)
    load.cancel()
    _ = await load.value
  }

  @Test(arguments: TierServer.Program.all)
  func `a lease ends when its holder fails to make the thumbnail`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let (ours, theirs) = (try tier(server.address()), try tier(server.address()))
    let first = one.loader(shared: ours)
    let second = other.loader(shared: theirs)
    let ends: [GatedDecoder.Answer] = [
      .failure(.refused(.unsupported("a codec"))), .success(.whole(isComplete: false)),
      .success(.whole(isFromThumbnail: true)),
    ]
    for (call, name) in ["a", "b", "c"].enumerated() {
      let (photo, theirPhoto) = (one.request(name).photo, other.request(name).photo)
      async let made = first.warm(photo, for: .normal, mayDefer: true)
      await eventually { one.files.sources.count == call + 1 }
      #expect(await second.warm(theirPhoto, for: .normal, mayDefer: true) == .madeElsewhere)
      one.files.open(call, ends[call])
      _ = await made
      other.files.open(call, .success(.whole()))
      // The lease ends by itself only after half a minute.
      await eventually { await second.warm(theirPhoto, for: .normal, mayDefer: true) == .made }
    }
    #expect(other.files.sources.count == 3)
  }

  @Test(arguments: TierServer.Program.all)
  func `cancelling a load releases its lease to other machines`(program: TierServer.Program)
    async throws
  {
    let server = await TierServer(program)
    let (ours, theirs) = (try tier(server.address()), try tier(server.address()))
    let first = one.loader(shared: ours)
    let second = other.loader(shared: theirs)
    let (photo, theirPhoto) = (one.request("a").photo, other.request("a").photo)
    let load = Task { await first.warm(photo, for: .normal, mayDefer: false) }
    await eventually { one.files.sources.count == 1 }
    #expect(await second.warm(theirPhoto, for: .normal, mayDefer: true) == .madeElsewhere)
    load.cancel()
    #expect(await load.value == .failed(.decoding(.cancelled)))
    other.files.open(0, .success(.whole()))
    await eventually { await second.warm(theirPhoto, for: .normal, mayDefer: true) == .made }
  }
}
