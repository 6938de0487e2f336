package import Base
package import Catalogs
import Imaging
package import Storage

/// Texts of a few photos as they are read and as they are being changed.
struct KnownTexts {
  private static let limit = 1024

  private typealias Texts = (description: PhotoDescription, town: Town?)

  /// Nil while they are being read.
  private var read: [PhotoID: Texts?] = [:]
  /// Changes that are being written, the oldest first, with their photos.
  private(set) var pending: [(change: TextChange, ids: Set<PhotoID>)] = []

  func isAsked(_ id: PhotoID) -> Bool { read.keys.contains(id) }

  func changes(of id: PhotoID) -> [TextChange] {
    pending.filter { $0.ids.contains(id) }.map(\.change)
  }

  func applyChanges(of id: PhotoID, to description: PhotoDescription) -> PhotoDescription {
    changes(of: id).reduce(description) { $1.applied(to: $0) }
  }

  func shown(_ metadata: PhotoMetadata, of id: PhotoID) -> PhotoMetadata {
    let known = (read[id] ?? nil)?.description
    guard known != nil || !changes(of: id).isEmpty else { return metadata }
    var description = known ?? PhotoDescription()
    description.fill(from: PhotoDescription(metadata))
    let texts = applyChanges(of: id, to: description)
    var metadata = metadata
    metadata.keywords = texts.keywords
    metadata.title = texts.title.flatMap(PhotoMetadata.text)
    metadata.caption = texts.caption.flatMap(PhotoMetadata.text)
    return metadata
  }

  func town(of id: PhotoID) -> Town? { (read[id] ?? nil)?.town }

  mutating func ask(_ id: PhotoID) {
    if read.count >= Self.limit { read = [:] }
    if !isAsked(id) { read.updateValue(nil, forKey: id) }
  }

  mutating func set(_ description: PhotoDescription?, at town: Town?, of id: PhotoID) {
    let texts: Texts? = description.map { ($0, town) }
    if isAsked(id) { read.updateValue(texts, forKey: id) }
  }

  mutating func begin(_ change: TextChange, of ids: [PhotoID]) {
    if !ids.isEmpty { pending.append((change, Set(ids))) }
  }

  /// Ends the oldest change of photos that it began with.
  mutating func finish(_ ids: [PhotoID]) {
    guard let place = pending.firstIndex(where: { ids.first.map($0.ids.contains) ?? false }) else {
      return
    }
    let isWhole = pending[place].ids.count == ids.count
    if !isWhole { pending[place].ids.subtract(ids) }
    if isWhole || pending[place].ids.isEmpty { pending.remove(at: place) }
  }

  mutating func forget(_ id: PhotoID) { read[id] = nil }

  mutating func forgetRead() { read = [:] }
}

extension PhotoFactsStore {
  /// Some milliseconds of the main actor.
  private static let takenAtOnce = 1024

  func begin(_ change: TextChange, of ids: [PhotoID]) {
    texts.begin(change, of: ids)
    guard ids.count > Self.takenAtOnce || showingCount > 0 else {
      known.texts.change(ids, change)
      return showFacts()
    }
    showingCount += 1
    textsShown = Task.immediate { [weak self, textsShown] in
      await textsShown?.value
      for slice in Self.slices(of: ids) {
        self?.known.texts.change(slice, change)
        await Task.yield()
      }
      self?.showingCount -= 1
      self?.showFacts()
    }
  }

  func showFacts() {
    known.version += 1
    onChange(.facts)
  }

  private static func slices<Element>(of all: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: all.count, by: takenAtOnce).map {
      all[$0..<min($0 + takenAtOnce, all.count)]
    }
  }

  /// Shows the written texts; photos that could not be written get their former texts back.
  package func finishTexts(of entries: [CatalogEntry]) { readTextsAgain(of: entries, isEnd: true) }

  package func readTextsAgain(of paths: [ByteString]) {
    readTextsAgain(of: entries(at: paths), isEnd: false)
  }

  private func readTextsAgain(of entries: [CatalogEntry], isEnd: Bool) {
    // The running read may be older.
    if isReadingTexts { outdatedTexts += entries }
    readDescriptions(of: entries, isEnd: isEnd)
  }

  func readIndexedKeywords() async { indexedKeywords = await reader.indexedKeywords() }

  func readOutdatedTexts() {
    readDescriptions(of: outdatedTexts)
    outdatedTexts = []
  }

  /// Reads the texts of a photo that is shown, unless they are known; the newest of several next.
  package func describe(_ entry: CatalogEntry) {
    guard !texts.isAsked(entry.id), entry.photo.path != nil else { return }
    guard !isDescribing else { return nextDescribed = entry }
    isDescribing = true
    texts.ask(entry.id)
    readDescriptions(of: [entry], forFilters: false)
  }

  /// As `Paris, Île-de-France, France`; nil without a position, or if it has not been read.
  func placeTitle(of id: PhotoID) -> String? {
    texts.town(of: id)?.description ?? known.texts.placeTitle(of: id)
  }

  /// With the changes that are being written.
  package func shownTexts(of entry: CatalogEntry) async -> PhotoDescription {
    let written = await descriptions(of: [entry])
    return texts.applyChanges(of: entry.id, to: written[0])
  }

  /// By position; for photos whose texts cannot be read there are none.
  package func descriptions(of entries: [CatalogEntry]) async -> [PhotoDescription] {
    let found = await reader.descriptions(of: PhotoList(of: entries))
    return entries.indices.map { found[$0] ?? PhotoDescription() }
  }

  /// Reads one after the other, so that the last result is the newest. At the end of a change it is
  /// pending until then.
  func readDescriptions(
    of entries: [CatalogEntry], forFilters: Bool = true, isEnd: Bool = false
  ) {
    guard !entries.isEmpty else { return }
    textsRead = Task.immediate { [weak self, reader, textsRead, textsShown] in
      await textsRead?.value
      await textsShown?.value
      let found = await reader.descriptions(of: PhotoList(of: entries))
      var towns: [Int: Town] = [:]
      for (place, description) in found {
        towns[place] = await reader.gazetteer?.find(description.position)
      }
      if isEnd { self?.texts.finish(entries.map(\.id)) }
      for slice in Self.slices(of: entries) {
        self?.take(found, at: towns, of: slice, forFilters: forFilters)
        if slice.endIndex < entries.count { await Task.yield() }
      }
      self?.finishReading(forFilters: forFilters)
    }
  }

  private func take(
    _ found: [Int: PhotoDescription], at towns: [Int: Town], of entries: ArraySlice<CatalogEntry>,
    forFilters: Bool
  ) {
    for (place, entry) in zip(entries.indices, entries) {
      let id = entry.id
      texts.set(found[place], at: towns[place], of: id)
      guard forFilters, known.texts.isKnown(id), found[place]?.isPartial != true else { continue }
      known.texts.set(found[place], at: towns[place], of: id)
      for change in texts.changes(of: id) { known.texts.change([id], change) }
    }
  }

  private func finishReading(forFilters: Bool) {
    if forFilters {
      showFacts()
    } else {
      isDescribing = false
      if let next = nextDescribed {
        nextDescribed = nil
        describe(next)
      }
    }
    onChange(.ratingOrProgress)
  }
}
