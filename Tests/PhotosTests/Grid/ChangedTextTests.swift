import Base
import Catalogs
import Imaging
import Storage
import TestSupport
import Testing

@testable import Photos

/// Texts that arrive when the test says so.
private final class ScriptedTexts: PhotoFactsReading {
  let all = ScriptedAnswers<Int, PhotoDescription>()
  let few = ScriptedAnswers<Int, PhotoDescription>()

  let gazetteer: Gazetteer? = Gazetteer { [ShippedGazetteer.path] }

  func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {}

  func readTexts(of photos: PhotoList, send: @escaping TextsHandler) async {
    var table = TextTable()
    let description = await all.answer(to: photos.count)
    table.set(description, at: gazetteer?.town(at: description.position), of: photos.id(at: 0))
    _ = await send(table)
  }

  func descriptions(of photos: PhotoList) async -> [Int: PhotoDescription] {
    [0: await few.answer(to: photos.count)]
  }
}

/// Reads of texts that end in another order than changes of them.
@MainActor
struct ChangedTextTests {
  private let texts = ScriptedTexts()
  private let entry = [CatalogEntry](of: [Photo(path: ByteString("/p/a.jpg"))])[0]
  private let store: PhotoFactsStore

  init() {
    store = PhotoFactsStore(reader: texts, queue: WorkQueue(label: "test"))
    store.list(Listing([entry]))
  }

  private func titled(_ title: String) -> PhotoDescription {
    var description = PhotoDescription()
    description.title = title
    return description
  }

  private func isFound(_ title: String) -> Bool {
    TextPattern(title).flatMap { store.known.texts.matches(.text(.title, $0))?[entry.id] } ?? false
  }

  private func readAll() {
    var options = ViewOptions()
    options.filter = Filter("lake")
    store.want(options)
  }

  @Test func `a change is shown while texts from before it arrive`() async {
    store.begin(.title("Sea"), of: [entry.id])
    readAll()
    await texts.all.wasAsked(1)
    texts.all.give(titled("Lake"), to: 0)
    await settleMainActor { isFound("sea") }
    store.finishTexts(of: [entry])
    await texts.few.wasAsked(1)
    #expect(isFound("sea"))
    texts.few.give(titled("Sea level"), to: 0)
    await settleMainActor { isFound("level") }
    #expect(store.texts.pending.isEmpty)
  }

  @Test func `a photo whose text changes keeps its place`() async throws {
    let paris = try #require(TextPattern("Paris"))
    var lake = titled("Lake")
    lake.position = GeoPosition(latitude: 48.8584, longitude: 2.2945)
    var isInParis: Bool { store.known.texts.matches(.text(.place, paris))?[entry.id] ?? false }
    readAll()
    await texts.all.wasAsked(1)
    texts.all.give(lake, to: 0)
    await settleMainActor { isFound("lake") }
    #expect(isInParis)
    store.begin(.title("Sea"), of: [entry.id])
    #expect(isFound("sea") && isInParis)
    store.finishTexts(of: [entry])
    await texts.few.wasAsked(1)
    var sea = lake
    sea.title = "Sea level"
    texts.few.give(sea, to: 0)
    await settleMainActor { isFound("level") }
    #expect(isInParis)
  }

  @Test func `the info panel shows texts of a photo that the index cannot read`() async {
    var metadata = PhotoMetadata()
    (metadata.title, metadata.keywords) = ("Lake", ["beach"])
    var sidecar = PhotoDescription()
    (sidecar.caption, sidecar.isPartial) = ("In winter", true)
    store.describe(entry)
    await texts.few.wasAsked(1)
    texts.few.give(sidecar, to: 0)
    await settleMainActor { store.withSidecar(metadata, of: entry).caption == "In winter" }
    #expect(store.withSidecar(metadata, of: entry).title == "Lake")
    #expect(store.withSidecar(metadata, of: entry).keywords == ["beach"])
  }

  @Test func `the town of a photo is known before those of all photos are read`() async {
    var tower = PhotoDescription()
    tower.position = GeoPosition(latitude: 48.8584, longitude: 2.2945)
    #expect(store.placeTitle(of: entry.id) == nil)
    store.describe(entry)
    await texts.few.wasAsked(1)
    texts.few.give(tower, to: 0)
    await settleMainActor { store.placeTitle(of: entry.id) != nil }
    #expect(store.placeTitle(of: entry.id) == "Paris, Île-de-France, France")
    store.list(Listing([CatalogEntry(id: entry.id, photo: entry.photo.revised())]))
    #expect(store.placeTitle(of: entry.id) == nil)
  }

  @Test func `texts that changed while all were being read are read again`() async {
    readAll()
    await texts.all.wasAsked(1)
    store.begin(.title("Sea"), of: [entry.id])
    store.finishTexts(of: [entry])
    await texts.few.wasAsked(1)
    texts.few.give(titled("Sea"), to: 0)
    await settleMainActor { store.texts.pending.isEmpty }
    texts.all.give(titled("Lake"), to: 0)
    await texts.few.wasAsked(2)
    texts.few.give(titled("Sea"), to: 1)
    await settleMainActor { isFound("sea") }
    #expect(!isFound("lake"))
  }

  @Test func `of two reads of a photo the later one counts`() async {
    readAll()
    await texts.all.wasAsked(1)
    texts.all.give(titled("Lake"), to: 0)
    await settleMainActor { isFound("lake") }
    store.begin(.title("Sea"), of: [entry.id])
    store.begin(.title("Hill"), of: [entry.id])
    store.finishTexts(of: [entry])
    store.finishTexts(of: [entry])
    await texts.few.wasAsked(1)
    texts.few.give(titled("Sea"), to: 0)
    await texts.few.wasAsked(2)
    #expect(isFound("hill") && !isFound("sea"))
    texts.few.give(titled("Hill"), to: 1)
    await settleMainActor { store.texts.pending.isEmpty }
    #expect(isFound("hill"))
  }

  /// The photo among many others.
  @Test(arguments: [0, 1_500, 2_999], [false, true])
  func `changes of many photos are shown in order, and those that fail are reverted`(
    place: Int, fails: Bool
  ) async {
    readAll()
    await texts.all.wasAsked(1)
    texts.all.give(titled("Lake"), to: 0)
    await settleMainActor { isFound("lake") }
    var ids = (0..<3_000).map { _ in PhotoID() }
    ids[place] = entry.id
    store.begin(.title("Sea"), of: ids)
    store.begin(.title("Hill"), of: [entry.id])
    guard fails else {
      await settleMainActor { isFound("hill") && store.showingCount == 0 }
      #expect(!isFound("sea"))
      return
    }
    var entries = ids.map { CatalogEntry(id: $0, photo: entry.photo) }
    entries.swapAt(0, place)
    // The second was written, the first was not.
    store.finishTexts(of: entries)
    store.finishTexts(of: [entry])
    await texts.few.wasAsked(1)
    texts.few.give(titled("Lake"), to: 0)
    await texts.few.wasAsked(2)
    #expect(isFound("hill"))
    texts.few.give(titled("Lake"), to: 1)
    await settleMainActor { isFound("lake") && store.texts.pending.isEmpty }
    #expect(!isFound("hill") && !isFound("sea"))
  }
}
