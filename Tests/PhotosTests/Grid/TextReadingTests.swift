import Base
import Catalogs
import DecoderProtocol
import ImagePipeline
import Imaging
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Photos

/// Returns the content of a file as its title, and counts the files it has read.
private final class TitleReader: MetadataReading {
  private let home: TemporaryFolder
  private let count = Mutex(0)
  var readCount: Int { count.withLock { $0 } }

  init(_ home: TemporaryFolder) {
    self.home = home
  }

  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    count.withLock { $0 += sources.count }
    return sources.map { source in
      guard case .file(let path) = source else { return .failure(.notAFile) }
      let name = path.split(separator: UInt8(ascii: "/")).last ?? []
      var metadata = PhotoMetadata()
      metadata.title = String(
        decoding: home.bytes(of: String(decoding: name, as: UTF8.self)), as: UTF8.self)
      metadata.keywords = ["embedded"]
      // The Eiffel Tower.
      metadata.position = GeoPosition(latitude: 48.8584, longitude: 2.2945)
      return .success(metadata)
    }
  }
}

/// Texts from the index, photos and sidecars, as filters find them.
@Suite("Reading texts", .timeLimit(.minutes(30)))
@MainActor
struct TextReadingTests {
  private let home = TemporaryFolder()
  private let decoder: TitleReader

  init() {
    decoder = TitleReader(home)
  }

  /// With an index of its own for each photo, since only the first reading stores it.
  @Test func `texts are complete while another task reads and stores them`() async {
    let later: @Sendable () -> FileTime = { FileTime(seconds: FileTime.now.seconds + 10_000) }
    for number in 0..<200 {
      let index = PhotoIndex(folder: nil)
      let reader = IndexedFactsReader(
        PhotoRecordReader(
          index: index, decoder: decoder, workingFolder: Array(home.path.utf8), now: later),
        sidecars: SidecarReader(index: index, now: later))
      home.file("\(number).jpg")
      let photos = PhotoList(of: [CatalogEntry](of: [Photo(path: home.entry("\(number).jpg"))]))
      async let one = reader.descriptions(of: photos)
      async let other = reader.descriptions(of: photos)
      async let last = reader.descriptions(of: photos)
      for description in await [one, other, last] {
        #expect(description[0]?.keywords == ["embedded"])
      }
    }
  }

  /// The facts of the photos in the folder, as a new run of the program reads them hours later.
  private func known(_ names: [String], _ depth: FactsDepth = .texts) async -> Known {
    let index = PhotoIndex(folder: home.name("cache"))
    let later: @Sendable () -> FileTime = { FileTime(seconds: FileTime.now.seconds + 10_000) }
    let reader = IndexedFactsReader(
      PhotoRecordReader(
        index: index, decoder: decoder, workingFolder: Array(home.path.utf8), now: later),
      sidecars: SidecarReader(index: index, now: later),
      gazetteer: Gazetteer { [ShippedGazetteer.path] })
    let entries = [CatalogEntry](of: names.map { Photo(path: home.entry($0)) })
    let store = PhotoFactsStore(reader: reader, queue: WorkQueue(label: "test"))
    var options = ViewOptions()
    options.filter = Filter(depth == .texts ? "text:x" : "iso:1")
    store.list(Listing(entries))
    store.want(options)
    await settleMainActor { store.reading == nil }
    return Known(entries: entries, store: store)
  }

  @MainActor
  private struct Known {
    let entries: [CatalogEntry]
    let store: PhotoFactsStore

    func shown(_ filter: String) -> [String] {
      let subjects = FilterSubjects(
        entries, names: FoldedNames(entries.map(\.photo.name)), facts: store.known.table,
        texts: store.known.texts)
      return zip(entries, Filter(filter).result(on: subjects).mask).filter(\.1)
        .map { $0.0.photo.name.lossyText }
    }
  }

  private static func sidecar(_ properties: String) -> String {
    """
    <?xml version="1.0"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
    xmlns:lr="http://ns.adobe.com/lightroom/1.0/">\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
    """
  }

  private static let dogs = sidecar(
    """
    <lr:hierarchicalSubject><rdf:Bag><rdf:li>Animals|Dogs</rdf:li></rdf:Bag></lr:hierarchicalSubject>
    """)

  @Test func `texts of files are found, and read from the index the next time`() async {
    _ = home.write(Array("Lake".utf8), as: "a.jpg")
    _ = home.write(Array("Sea".utf8), as: "b.jpg")
    for _ in 0..<2 {
      let known = await known(["a.jpg", "b.jpg"])
      #expect(known.shown("title:lake") == ["a.jpg"] && known.shown("embedded").count == 2)
      #expect(decoder.readCount == 2)
    }
    _ = home.write(Array("A hill".utf8), as: "b.jpg")
    #expect(await known(["a.jpg", "b.jpg"]).shown("hill") == ["b.jpg"])
    #expect(decoder.readCount == 3)
  }

  /// What is read after a cancellation may be incomplete.
  @Test func `a cancelled reading reports nothing`() async {
    _ = home.write(Array("Lake".utf8), as: "a.jpg")
    _ = home.write(Array(Self.dogs.utf8), as: "a.jpg.xmp")
    let known = await known(["a.jpg"])
    #expect(known.shown("keyword:dogs") == ["a.jpg"])
    let (reader, photos) = (known.store.reader, PhotoList(of: known.entries))
    for depth in [FactsDepth.contents, .texts] {
      let reading = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await reader.read(depth, of: photos) { event in
          Issue.record("\(event)")
          return true
        }
      }
      await reading.value
    }
  }

  @Test func `positions of photos and sidecars have names, also from the index`() async {
    for name in ["a.jpg", "b.jpg"] { _ = home.write(Array("Lake".utf8), as: name) }
    let rome = Self.sidecar(
      """
      <exif:GPSLatitude>41,53.4N</exif:GPSLatitude><exif:GPSLongitude>12,29.5E</exif:GPSLongitude>
      """)
    _ = home.write(Array(rome.utf8), as: "b.jpg.xmp")
    for _ in 0..<2 {
      let known = await known(["a.jpg", "b.jpg"])
      #expect(known.shown("place:paris") == ["a.jpg"] && known.shown("country:it") == ["b.jpg"])
      #expect(known.shown("lazio") == ["b.jpg"])
    }
    #expect(decoder.readCount == 2)
  }

  @Test func `an index that was made while sorting has the texts`() async {
    _ = home.write(Array("Lake".utf8), as: "a.jpg")
    #expect(await known(["a.jpg"], .contents).shown("title:lake") == [])
    #expect(await known(["a.jpg"]).shown("title:lake") == ["a.jpg"])
    #expect(decoder.readCount == 1)
  }

  @Test(arguments: [false, true])
  func `each text of a sidecar takes precedence over the photo`(isWide: Bool) async {
    _ = home.write(Array("Lake".utf8), as: "a.jpg")
    let bytes =
      isWide
      ? [0xFF, 0xFE] + Self.dogs.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      : Array(Self.dogs.utf8)
    _ = home.write(bytes, as: "a.jpg.xmp")
    for _ in 0..<2 {
      let known = await known(["a.jpg"])
      #expect(known.shown("keyword:animals") == ["a.jpg"] && known.shown("keyword:embedded") == [])
      #expect(known.shown("title:lake") == ["a.jpg"])
    }
    _ = home.write(Array("Hill".utf8), as: "a.jpg")
    let changed = await known(["a.jpg"])
    #expect(changed.shown("keyword:animals") == ["a.jpg"] && changed.shown("title:hill") != [])
    _ = home.write(
      Array(Self.sidecar("<dc:title><rdf:Alt><rdf:li>Rex</rdf:li></rdf:Alt></dc:title>").utf8),
      as: "a.jpg.xmp")
    let renamed = await known(["a.jpg"])
    #expect(renamed.shown("title:rex") == ["a.jpg"] && renamed.shown("keyword:animals") == [])
    #expect(renamed.shown("keyword:embedded") == ["a.jpg"])
  }

  @Test func `a sidecar that is changed while shown is found by its new texts`() async {
    _ = home.write(Array("Lake".utf8), as: "a.jpg")
    _ = home.write(Array(Self.dogs.utf8), as: "a.jpg.xmp")
    let known = await known(["a.jpg"])
    _ = home.write(
      Array(Self.sidecar("<dc:subject><rdf:Bag><rdf:li>cat</rdf:li></rdf:Bag></dc:subject>").utf8),
      as: "a.jpg.xmp")
    let version = known.store.known.version
    known.store.readChanged([home.entry("a.jpg.xmp")], joinsPairs: false)
    await settleMainActor { known.store.reading == nil && known.store.known.version > version }
    #expect(known.shown("keyword:cat") == ["a.jpg"] && known.shown("keyword:dogs") == [])
    #expect(decoder.readCount == 1)
  }

  @Test func `a word finds names at once, and texts when they are known`() async {
    _ = home.write(Array("Lake".utf8), as: "a.jpg")
    _ = home.write(Array("Hill".utf8), as: "lake.jpg")
    let index = PhotoIndex(folder: nil)
    let entries = [CatalogEntry](
      of: ["a.jpg", "lake.jpg"].map { Photo(path: home.entry($0)) })
    let store = PhotoFactsStore(
      reader: IndexedFactsReader(
        PhotoRecordReader(index: index, decoder: decoder, workingFolder: Array(home.path.utf8)),
        sidecars: SidecarReader(index: index)), queue: WorkQueue(label: "test"))
    store.list(Listing(entries))
    var options = ViewOptions()
    options.filter = Filter("lake")
    let known = Known(entries: entries, store: store)
    store.want(options)
    #expect(!store.lacksFacts && store.reading == nil && store.textsReading != nil)
    #expect(known.shown("lake") == ["lake.jpg"])
    await settleMainActor { store.textsReading == nil }
    #expect(known.shown("lake") == ["a.jpg", "lake.jpg"])
    _ = home.write(Array(Self.dogs.utf8), as: "lake.xmp")
    store.readChanged([home.entry("lake.xmp")], joinsPairs: false)
    await settleMainActor { store.textsReading == nil }
    #expect(known.shown("dogs") == ["lake.jpg"] && known.shown("hill") == ["lake.jpg"])
  }

  @Test(
    arguments: [
      (PhotoGrouping.keyword, false, [.word("beach"), .word("Lake|Shore"), .noKeyword]),
      (.keyword, true, [.word("Lake|Shore"), .word("beach"), .noKeyword]),
      (.person, false, [.word("Ann"), .noPerson]),
    ] as [(PhotoGrouping, Bool, [GroupTitle])])
  func `photos are grouped by their first keyword or person`(
    grouping: PhotoGrouping, isReversed: Bool, titles: [GroupTitle]
  ) {
    let entries = [CatalogEntry](of: ["a", "b", "c", "d"].map { Photo(path: ByteString($0)) })
    var facts = KnownFacts()
    for (entry, keywords) in zip(entries, [["Lake|Shore", "beach"], ["beach"], ["beach", "a"]]) {
      var description = PhotoDescription()
      (description.keywords, description.people) = (keywords, keywords.count > 1 ? ["Ann"] : [])
      facts.texts.set(description, of: entry.id)
    }
    let table = GroupTable(
      entries, by: grouping, isReversed: isReversed, knowing: facts, bursts: [])
    #expect(table.titles == titles)
    let last = GroupTitle.noKeyword
    let expected: [GroupTitle] =
      grouping == .person
      ? [.word("Ann"), .noPerson, .word("Ann"), .noPerson]
      : [.word("Lake|Shore"), .word("beach"), .word("beach"), last]
    #expect(table.ranks.map { table.titles[Int($0)] } == expected)
  }

  @Test func `photos are grouped by town`() {
    let entries = [CatalogEntry](of: ["a", "b", "c"].map { Photo(path: ByteString($0)) })
    var facts = KnownFacts()
    for (entry, name) in zip(entries, ["Zermatt", "Paris"]) {
      let town = Town(name: name, region: "", country: "Land", countryCodes: [])
      var description = PhotoDescription()
      description.position = GeoPosition(latitude: 1, longitude: 2)
      facts.texts.set(description, at: town, of: entry.id)
    }
    let table = GroupTable(
      entries, by: .place, isReversed: false, knowing: facts, bursts: [])
    #expect(table.titles == [.word("Paris, Land"), .word("Zermatt, Land"), .noPlace])
    #expect(table.ranks == [1, 0, 2])
  }

  @Test func `a filter by texts does not wait for the other facts of all photos`() async {
    let reader = StepReader()
    let entries = [CatalogEntry](of: [Photo(path: ByteString("a")), Photo(path: ByteString("b"))])
    let store = PhotoFactsStore(reader: reader, queue: WorkQueue(label: "test"))
    store.list(Listing(entries))
    var options = ViewOptions()
    options.filter = Filter("iso:1")
    store.want(options)
    options.filter = Filter("keyword:a")
    store.want(options)
    store.onChange = { _ in store.want(options) }
    reader.go.continuation.yield()
    reader.go.continuation.yield()
    await settleMainActor { store.reading?.depth == .texts }
    reader.go.continuation.finish()
    await settleMainActor { store.reading == nil }
    #expect(!store.lacksFacts)
  }

  @Test(arguments: [("keyword:lake", [.contents]), ("iso:1", [])] as [(String, [FactsDepth])])
  func `texts are read once while a filter is typed`(filter: String, later: [FactsDepth]) async {
    let reader = DepthReader()
    let entries = [CatalogEntry](of: [Photo(path: ByteString("a"))])
    let store = PhotoFactsStore(reader: reader, queue: WorkQueue(label: "test"))
    store.list(Listing(entries))
    var options = ViewOptions()
    options.filter = Filter("word")
    store.want(options)
    await reader.texts.wasAsked(1)
    options.filter = Filter(filter)
    store.want(options)
    let before = reader.depths
    #expect(before == (later.isEmpty ? [.contents] : []))
    var description = PhotoDescription()
    description.keywords = ["lake"]
    reader.texts.give(description, to: 0)
    await settleMainActor { store.textsReading == nil && store.reading == nil }
    #expect(reader.depths == before + later)
    #expect(Known(entries: entries, store: store).shown("keyword:lake") == ["a"])
    // Texts that are no longer needed may have been read in part.
    #expect(store.lacksFacts(for: Filter("word")) == later.isEmpty)
  }
}

/// Reads texts when the test says so, and records the depths of other reads.
private final class DepthReader: PhotoFactsReading {
  let texts = ScriptedAnswers<Int, PhotoDescription>()
  private let read = Mutex<[FactsDepth]>([])
  var depths: [FactsDepth] { read.withLock { $0 } }

  func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {
    read.withLock { $0.append(depth) }
    var facts = PhotoFacts()
    facts.isRead = true
    _ = await send(.found(photos.indices, photos.indices.map { _ in facts }))
  }

  func readTexts(of photos: PhotoList, send: @escaping TextsHandler) async {
    var table = TextTable()
    table.set(await texts.answer(to: photos.count), of: photos.id(at: 0))
    _ = await send(table)
  }
}

/// Finds one photo each time it may go on.
private final class StepReader: PhotoFactsReading {
  let go = AsyncStream<Void>.makeStream()

  func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {
    for place in photos.indices {
      for await _ in go.stream { break }
      var facts = PhotoFacts()
      facts.isRead = true
      guard await send(.found(place..<place + 1, [facts])) else { return }
    }
  }
}
