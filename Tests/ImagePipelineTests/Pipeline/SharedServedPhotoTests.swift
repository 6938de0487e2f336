import Base
import Catalogs
import DecoderProtocol
import ImagePipeline
import Imaging
import PictureSamples
import SharedTier
import TestServer
import TestSupport
import Testing

@Suite(
  "Thumbnails of web photos in the shared tier", .integration, .timeLimit(.minutes(30)))
struct SharedServedPhotoTests {
  private static let client = DecoderClient(programs: .installed(), limit: .seconds(50))
  private static let size = PixelSize(width: 320, height: 240)
  private static let body = SampleJPEG.encode(SamplePictures.landscape(size))

  /// The authorization header of `bob` (RFC 7617).
  private static let bob = "Basic Ym9iOg=="

  /// One of two machines: thumbnails and a connection of its own, and a user of its own on the server.
  private struct Machine: Sendable {
    let folder = TemporaryFolder()
    let tier: SharedTier
    let loader: WebBitmapLoader
    let login: String

    init(_ address: String, login: String) throws {
      var timing = TierTiming()
      (timing.budget, timing.headStart) = (.seconds(10), .seconds(10))
      tier = SharedTier(
        try TierAddress(address), secret: try #require(TierSecret("a secret of the tests".utf8)),
        timing: timing)
      let cache = folder.path
      let store = ThumbnailStore(
        place: ThumbnailPlace { $0 == "XDG_CACHE_HOME" ? cache : nil }, version: "1",
        isPrivate: false, onNotice: { _ in })
      loader = WebBitmapLoader(
        client: WebStage().client, decoder: client,
        thumbnails: ThumbnailAccess(store: store, workingFolder: [], decoder: client),
        shared: ThumbnailTier(tier))
      self.login = login
    }

    /// Loads a photo; with a connection to the tier, its reply is awaited.
    func load(
      _ photo: Photo, isConnected: Bool = true
    ) async throws -> LoadedBitmap {
      if isConnected { await WorkQueue(label: "greeting").run { tier.greet() } }
      let request = DecodingRequest(box: PixelSize(width: 200, height: 200))
      defer { withExtendedLifetime(self) {} }
      let picture = try await loader.bitmap(of: photo, for: request) { _ in }
      await tier.finish()
      return picture
    }

    /// A file as it was listed.
    func photo(
      on server: TestServer, named name: String = "a", version: String? = "v1",
      isWeak: Bool = false
    ) throws -> Photo {
      var file = ServedFile(place: ByteString("webdav://b/\(name).jpg"))
      (file.byteCount, file.modified, file.entityTag) = (body.count, 1_700_000_000, version)
      file.isTagWeak = isWeak
      let address = "http://\(login)@127.0.0.1:\(server.port)/\(name).jpg"
      var entry = WebPhoto(renditions: [Rendition(address: try WebURL(address.utf8))])
      entry.file = file
      return Photo(entry.lasting(version.map { .version($0) } ?? .asServed))
    }
  }

  private static func server(version: String = "v1", body: [UInt8] = body) -> TestServer {
    TestServer { _, connection in
      connection.answer("200 OK", ["ETag: \"\(version)\"", "Cache-Control: no-store"], body: body)
    }
  }

  @Test(arguments: TierServer.Program.all)
  func `a photo loaded by one machine is not requested by another`(
    program: TierServer.Program
  ) async throws {
    let (tier, server) = (await TierServer(program), Self.server())
    let one = try Machine(tier.address(), login: "ann")
    let other = try Machine(tier.address(), login: "bob:secret")
    let picture = try await one.load(one.photo(on: server))
    #expect(picture.origin == .network)
    let again = try await other.load(other.photo(on: server))
    #expect(again.origin == .shared)
    #expect(again.bitmap == picture.bitmap)
    #expect(again.info.size == Self.size && again.info.byteCount == Self.body.count)
    #expect(server.asked.count == 1)
    // The other machine stores it as well.
    await other.loader.finish()
    #expect(try await other.load(other.photo(on: server)).origin == .thumbnail)
  }

  @Test(arguments: TierServer.Program.all)
  func `warming does not load a photo whose thumbnail is in the shared tier`(
    program: TierServer.Program
  ) async throws {
    let (tier, server) = (await TierServer(program), Self.server())
    let one = try Machine(tier.address(), login: "ann")
    let other = try Machine(tier.address(), login: "bob")
    let (photo, theirPhoto) = (try one.photo(on: server), try other.photo(on: server))
    #expect(await one.loader.warm(photo, for: .large, mayDefer: true) == .made)
    await one.tier.finish()
    let count = server.asked.count
    #expect(await other.loader.warm(theirPhoto, for: .large, mayDefer: true) == .there)
    await other.loader.finish()
    #expect(server.asked.count == count)
    // A load takes it from the tier.
    #expect(try await other.load(theirPhoto).origin == .shared)
    await other.loader.finish()
    #expect(try await other.load(theirPhoto).origin == .thumbnail)
  }

  @Test(arguments: TierServer.Program.all)
  func `another version or path, or a weak or missing version, is loaded`(
    program: TierServer.Program
  ) async throws {
    let (tier, server) = (await TierServer(program), Self.server())
    let one = try Machine(tier.address(), login: "ann")
    let other = try Machine(tier.address(), login: "bob")
    _ = try await one.load(one.photo(on: server))
    #expect(try await other.load(other.photo(on: server, named: "b")).origin == .network)
    let changed = Self.server(version: "v2")
    #expect(try await other.load(other.photo(on: changed, version: "v2")).origin == .network)
    for (version, isWeak) in [("w", true), (nil, false)] as [(String?, Bool)] {
      for machine in [one, other] {
        let photo = try machine.photo(
          on: server, named: "weak", version: version, isWeak: isWeak)
        #expect(try await machine.load(photo).origin == .network)
      }
    }
  }

  @Test(arguments: TierServer.Program.all)
  func `a file replaced since it was listed is neither shared nor waited for`(
    program: TierServer.Program
  ) async throws {
    let tier = await TierServer(program)
    let gate = Gate()
    let server = TestServer { _, connection in
      gate.wait()
      connection.answer("200 OK", ["ETag: \"v2\"", "Cache-Control: no-store"], body: Self.body)
    }
    let one = try Machine(tier.address(), login: "ann")
    let other = try Machine(tier.address(), login: "bob")
    let photo = try one.photo(on: server)
    async let picture = one.load(photo)
    await eventually { server.asked.count == 1 }
    let theirs = try other.photo(on: server)
    #expect(await other.loader.warm(theirs, for: .large, mayDefer: true) == .madeElsewhere)
    gate.open()
    #expect(try await picture.origin == .network)
    await eventually { await other.loader.warm(theirs, for: .large, mayDefer: true) == .made }
  }

  @Test(arguments: TierServer.Program.all)
  func `a thumbnail from the tier ends a running transfer`(program: TierServer.Program) async throws
  {
    let (tier, gate) = (await TierServer(program), Gate())
    let server = TestServer { asked, connection in
      if asked.headers["authorization"] == Self.bob { gate.wait() }
      connection.answer("200 OK", ["ETag: \"v1\"", "Cache-Control: no-store"], body: Self.body)
    }
    let one = try Machine(tier.address(), login: "ann")
    _ = try await one.load(one.photo(on: server))
    let other = try Machine(tier.address(), login: "bob")
    // There is no connection to the tier yet, so that it is not awaited.
    #expect(
      try await other.load(other.photo(on: server), isConnected: false).origin == .shared)
    gate.open()
  }
}
