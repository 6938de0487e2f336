import Catalogs
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

@MainActor
@Suite("Metadata in the viewer", .timeLimit(.minutes(30)))
struct PhotoMetadataLoaderTests {
  private let loader = ScriptedLoader()
  private let photos = ["a", "b", "c"].map(Photo.init(named:))

  private static func says(_ text: String) -> PhotoMetadata {
    var metadata = PhotoMetadata()
    metadata.title = text
    return metadata
  }

  @Test func `in every order of responses only the last requested metadata is shown`() async {
    for order in permutations(of: [0, 1, 2, 3]) {
      let loader = ScriptedLoader()
      var changeCount = 0
      let facts = PhotoMetadataLoader(of: loader) { changeCount += 1 }
      // The first is requested once more, and has other metadata by then.
      for photo in photos + [photos[0]] { facts.follow(photo) }
      await settleMainActor(turns: 3)
      #expect(loader.readings.questions == photos + [photos[0]])
      #expect(loader.readings.cancelled == [0, 1, 2])
      for number in order {
        let photo = loader.readings.questions[number]
        loader.readings.give(.success(Self.says("\(photo) \(number)")), to: number)
        await settleMainActor(turns: 3)
        for other in photos {
          let content = facts.content(of: other)
          #expect(content == .reading || content == .known(Self.says("a 3")) && other == photos[0])
        }
      }
      #expect(facts.content(of: photos[0]) == .known(Self.says("a 3")))
      #expect(changeCount == 1)
    }
  }

  @Test func `a position is shown with its name`() async {
    let facts = PhotoMetadataLoader(of: loader, gazetteer: Gazetteer { [ShippedGazetteer.path] }) {}
    facts.follow(photos[0])
    var metadata = Self.says("Tower")
    metadata.position = GeoPosition(latitude: 48.8584, longitude: 2.2945)
    loader.readings.give(.success(metadata), to: 0)
    await settleMainActor { facts.content(of: self.photos[0]) != .reading }
    guard case .known(let shown) = facts.content(of: photos[0]) else {
      Issue.record("known metadata expected")
      return
    }
    #expect(
      shown.lines.map(\.value) == ["Tower", "Paris, Île-de-France, France (48.8584, 2.2945)"])
    #expect(shown.lines[1].link == "geo:48.8584,2.2945")
  }

  @Test(arguments: [false, true])
  func `faces of a sidecar replace those of the photo, and are turned as the photo is`(
    hasSidecar: Bool
  ) async throws {
    let own = try #require(Face("Ann", center: SIMD2(0.5, 0.5), size: SIMD2(0.2, 0.2)))
    let other = try #require(Face("Bob", center: SIMD2(0.1, 0.3), size: SIMD2(0.2, 0.2)))
    let facts = PhotoMetadataLoader(
      of: loader, sidecarFaces: { _ in hasSidecar ? [other] : [] }, onChange: {})
    facts.follow(photos[0])
    var metadata = PhotoMetadata()
    (metadata.orientation, metadata.faces) = (.rightTop, [own])
    loader.readings.give(.success(metadata), to: 0)
    await settleMainActor { facts.content(of: self.photos[0]) != .reading }
    metadata.faces = hasSidecar ? [other.turned(by: .rightTop)] : [own]
    #expect(facts.content(of: photos[0]) == .known(metadata))
  }

  @Test func `known metadata is shown at once when a photo is followed again, and read again`()
    async
  {
    let facts = PhotoMetadataLoader(of: loader) {}
    for (number, photo) in photos.enumerated() {
      facts.follow(photo)
      facts.follow(photo)
      loader.readings.give(.success(Self.says("\(photo)")), to: number)
      await settleMainActor(turns: 3)
    }
    facts.follow(photos[1])
    #expect(facts.content(of: photos[1]) == .known(Self.says("b")))
    #expect(loader.readings.questions.count == 4)
    loader.readings.give(.success(Self.says("new")), to: 3)
    await settleMainActor(turns: 3)
    #expect(facts.content(of: photos[1]) == .known(Self.says("new")))
    facts.readAgain()
    #expect(loader.readings.questions.last == photos[1])
  }

  @Test func `a failure to read metadata is shown until metadata can be read`() async {
    let facts = PhotoMetadataLoader(of: loader) {}
    facts.follow(photos[0])
    loader.readings.give(.failure(.decoding(.notAFile)), to: 0)
    await settleMainActor(turns: 3)
    #expect(facts.content(of: photos[0]) == .failure("not a file"))
    facts.readAgain()
    loader.readings.give(.success(Self.says("x")), to: 1)
    await settleMainActor(turns: 3)
    #expect(facts.content(of: photos[0]) == .known(Self.says("x")))
  }

  @Test func `metadata that arrives after the photo is no longer followed is dropped`() async {
    var changeCount = 0
    let facts = PhotoMetadataLoader(of: loader) { changeCount += 1 }
    facts.follow(photos[0])
    facts.follow(nil)
    await settleMainActor(turns: 3)
    #expect(loader.readings.cancelled == [0])
    loader.readings.give(.success(Self.says("x")), to: 0)
    await settleMainActor(turns: 3)
    #expect(facts.content(of: photos[0]) == .reading)
    #expect(changeCount == 0)
  }

  @Test func `only the metadata of the last few photos is cached`() async {
    let facts = PhotoMetadataLoader(of: loader) {}
    let many = (0...PhotoMetadataLoader.memoryLimit).map { Photo(named: "\($0)") }
    for (number, photo) in many.enumerated() {
      facts.follow(photo)
      loader.readings.give(.success(Self.says("\(photo)")), to: number)
      await settleMainActor(turns: 3)
    }
    #expect(facts.content(of: many[0]) == .reading)
    #expect(many.dropFirst().allSatisfy { facts.content(of: $0) != .reading })
  }
}

@MainActor
@Suite("Histogram of the view", .timeLimit(.minutes(30)))
struct ViewHistogramTests {
  private let loader = ScriptedLoader()

  private static func tones(_ value: UInt8) -> ToneHistogram {
    ToneHistogram(
      of: Bitmap(size: PixelSize(width: 1, height: 1), filledWith: RGB(value, value, value)))
  }

  @Test func `the previous view's histogram stays until the next one, but not for another photo`()
    async
  {
    var changeCount = 0
    let histogram = ViewHistogram(of: loader) { changeCount += 1 }
    let (a, b) = (ImageRequest("a"), ImageRequest("b"))
    histogram.follow(SeenPicture(a))
    histogram.follow(SeenPicture(a))
    #expect(histogram.histogram(of: a.photo) == nil)
    loader.counts.give(.success(Self.tones(1)), to: 0)
    await settleMainActor(turns: 3)
    histogram.follow(SeenPicture(ImageRequest("a", columns: 9)))
    histogram.follow(nil)
    #expect(histogram.histogram(of: a.photo) == Self.tones(1))
    #expect(histogram.histogram(of: b.photo) == nil)
    loader.counts.give(.success(Self.tones(2)), to: 1)
    await settleMainActor(turns: 3)
    #expect(histogram.histogram(of: a.photo) == Self.tones(2))
    #expect(changeCount == 2 && loader.counts.questions.count == 2)
    histogram.stop()
    #expect(histogram.histogram(of: a.photo) == nil)
  }

  @Test func `in every order of responses only the histogram of the last view is shown`() async {
    for order in permutations(of: [0, 1, 2]) {
      let loader = ScriptedLoader()
      let histogram = ViewHistogram(of: loader) {}
      let views = ["a", "b", "a"].map { SeenPicture(ImageRequest($0)) }
      for view in views { histogram.follow(view) }
      for number in order {
        loader.counts.give(.success(Self.tones(UInt8(number))), to: number)
        await settleMainActor(turns: 3)
        let shown = histogram.histogram(of: views[0].request.photo)
        #expect(shown == nil || shown == Self.tones(2))
        #expect(histogram.histogram(of: views[1].request.photo) == nil)
      }
      #expect(histogram.histogram(of: views[0].request.photo) == Self.tones(2))
    }
  }

  @Test func `a view without an image has no histogram`() async {
    let histogram = ViewHistogram(of: loader) {}
    let view = SeenPicture(ImageRequest("a"))
    histogram.follow(view)
    loader.counts.give(.failure(.decoding(.notAFile)), to: 0)
    await settleMainActor(turns: 3)
    #expect(histogram.histogram(of: view.request.photo) == nil)
  }
}
