package import Base
package import Catalogs
import Imaging
package import Storage

/// Texts of a few photos as they are read and as they are being changed.
struct KnownTexts {
  private static let limit = 1024

  /// Nil while they are being read.
  private var read: [PhotoID: PhotoDescription?] = [:]
  /// Changes that are being written, the oldest first.
  private(set) var pending: [PhotoID: [TextChange]] = [:]

  func isAsked(_ id: PhotoID) -> Bool { read.keys.contains(id) }

  func applyChanges(of id: PhotoID, to description: PhotoDescription) -> PhotoDescription {
    pending[id, default: []].reduce(description) { $1.applied(to: $0) }
  }

  func shown(_ metadata: PhotoMetadata, of id: PhotoID) -> PhotoMetadata {
    let known = read[id] ?? nil
    guard known != nil || pending[id] != nil else { return metadata }
    var description = known ?? PhotoDescription()
    description.fill(from: PhotoDescription(metadata))
    let texts = applyChanges(of: id, to: description)
    var metadata = metadata
    metadata.keywords = texts.keywords
    metadata.title = texts.title.flatMap(PhotoMetadata.text)
    metadata.caption = texts.caption.flatMap(PhotoMetadata.text)
    return metadata
  }

  mutating func ask(_ id: PhotoID) {
    if read.count >= Self.limit { read = [:] }
    if !isAsked(id) { read.updateValue(nil, forKey: id) }
  }

  mutating func set(_ description: PhotoDescription?, of id: PhotoID) {
    if isAsked(id) { read.updateValue(description, forKey: id) }
  }

  mutating func begin(_ change: TextChange, of id: PhotoID) {
    pending[id, default: []].append(change)
  }

  mutating func finish(_ id: PhotoID) {
    pending[id]?.removeFirst()
    if pending[id]?.isEmpty == true { pending[id] = nil }
  }

  mutating func forget(_ id: PhotoID) { read[id] = nil }

  mutating func forgetRead() { read = [:] }
}

extension PhotoFactsStore {
  func begin(_ change: TextChange, of ids: [PhotoID]) {
    for id in ids { texts.begin(change, of: id) }
    known.texts.change(ids, change)
    known.version += 1
    onChange(.facts)
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
    textsRead = Task.immediate { [weak self, reader, textsRead] in
      await textsRead?.value
      let found = await reader.descriptions(of: PhotoList(of: entries))
      var towns: [Int: Town] = [:]
      for (place, description) in found where forFilters {
        towns[place] = await reader.gazetteer?.find(description.position)
      }
      self?.take(found, at: towns, of: entries, forFilters: forFilters, isEnd: isEnd)
    }
  }

  private func take(
    _ found: [Int: PhotoDescription], at towns: [Int: Town], of entries: [CatalogEntry],
    forFilters: Bool, isEnd: Bool
  ) {
    for (place, entry) in entries.enumerated() {
      let id = entry.id
      if isEnd { texts.finish(id) }
      texts.set(found[place], of: id)
      guard forFilters, known.texts.isKnown(id), found[place]?.isPartial != true else { continue }
      known.texts.set(found[place], at: towns[place], of: id)
      for change in texts.pending[id] ?? [] { known.texts.change([id], change) }
    }
    if forFilters {
      known.version += 1
      onChange(.facts)
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
