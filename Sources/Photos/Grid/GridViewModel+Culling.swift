package import Base
package import Catalogs

/// Ratings that are shown before they are written (optimistic updates).
struct OptimisticRatings {
  private struct Shown {
    var notes: [RatingChange]
    var unfinished: Int
  }

  private var shown: [PhotoID: Shown] = [:]
  /// Photos whose sidecars were written and must be read again.
  private var written: Set<PhotoID> = []
  /// The subset of them that is being read now.
  private var read: Set<PhotoID> = []

  var isEmpty: Bool { shown.isEmpty && written.isEmpty && read.isEmpty }

  mutating func begin(_ note: RatingChange, of id: PhotoID) {
    shown[id, default: Shown(notes: [], unfinished: 0)].notes.append(note)
    shown[id]?.unfinished += 1
  }

  /// Completes the oldest pending write; if it failed, the photo's ratings are no longer shown.
  mutating func finish(_ id: PhotoID, isWritten: Bool) {
    written.insert(id)
    guard shown[id] != nil else { return }
    shown[id]?.unfinished -= 1
    if !isWritten { shown[id]?.notes = [] }
  }

  mutating func invalidate(_ id: PhotoID) {
    written.insert(id)
  }

  /// Begins to read the sidecars written so far.
  mutating func beginReading() -> Set<PhotoID> {
    (read, written) = (written, [])
    return read
  }

  /// Replaces optimistic ratings by what was read, except where a write began meanwhile.
  mutating func endReading() {
    for id in read where shown[id]?.unfinished == 0 && !written.contains(id) { shown[id] = nil }
    read = []
  }

  /// The known facts with the pending ratings applied.
  func facts(of id: PhotoID, _ known: PhotoFacts?) -> PhotoFacts? {
    guard let notes = shown[id]?.notes else { return known }
    return notes.reduce(known ?? PhotoFacts()) { $0.adding($1) }
  }
}

extension GridViewModel {
  /// Shows ratings from now on, which requires reading the sidecars.
  package func showRatings() {
    guard !arranging.options.showsRatings else { return }
    arranging.options.showsRatings = true
    arrange()
  }

  package func facts(of id: PhotoID) -> PhotoFacts? {
    arranging.notes.facts(of: id, arranging.facts(of: id))
  }

  package func writtenFacts(of id: PhotoID) -> PhotoFacts? { arranging.facts(of: id) }

  package func begin(_ note: RatingChange, of ids: [PhotoID]) {
    for id in ids { arranging.notes.begin(note, of: id) }
    showRatings()
    onChange()
  }

  /// Photos that could not be written get their former rating back.
  package func finishRating(of ids: [PhotoID], written: Set<PhotoID>) {
    for id in ids { arranging.notes.finish(id, isWritten: written.contains(id)) }
    findFacts()
    onChange()
  }

  package func readSidecarsAgain(of paths: [ByteString]) {
    let paths = Set(paths)
    let names = Set(paths.map { Photo(path: $0).name })
    for entry in arranging.listing.entries where names.contains(entry.photo.name) {
      if let path = entry.photo.path, paths.contains(path) { arranging.notes.invalidate(entry.id) }
    }
    findFacts()
  }

  func readChangedSidecars(in sidecars: some Collection<ByteString>) {
    guard !sidecars.isEmpty else { return }
    let subjects = sidecars.map { ByteString($0.bytes.dropLast(4)) }
    // The sidecar of a raw file may apply to its JPEG.
    let pictures = joinsPairs ? subjects.compactMap(RawPairs.stem(ofRaw:)) : []
    let wanted = (subjects + pictures).map(Photo.init(path:))
    let few = wanted.count > 8 ? nil : wanted.map(\.name.bytes)
    let names = Set(wanted.lazy.map { $0.name.lowercasedASCII })
    let folders = Set(wanted.map(\.folder))
    let hasFacts = !arranging.knowledge.facts.isEmpty
    var noted: [CatalogEntry] = []
    for entry in arranging.listing.entries {
      let name = entry.photo.name.bytes
      if let few, !few.contains(where: { name.starts(with: $0) { $0.lowercased == $1.lowercased } })
      {
        continue
      }
      // `a.xmp` and `a.jpg.xmp` both belong to `a.jpg`, case-insensitively.
      let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
      guard [name[...], stem].contains(where: { names.contains(ByteString($0).lowercasedASCII) }),
        entry.photo.onWeb == nil,
        folders.contains(entry.photo.folder)
      else { continue }
      noted.append(entry)
      if hasFacts { arranging.notes.invalidate(entry.id) }
    }
    readSidecars(of: noted)
    if hasFacts { findFacts() }
  }
}

extension PhotoFacts {
  func adding(_ note: RatingChange) -> PhotoFacts {
    var facts = self
    switch note {
    case .stars(let count): facts.rating = count
    case .label(let label): facts.label = label?.name
    case .pick:
      facts.isPicked = true
      if facts.rating == -1 { facts.rating = 0 }
    case .reject: (facts.rating, facts.isPicked) = (-1, false)
    case .neither:
      facts.isPicked = false
      if facts.rating == -1 { facts.rating = 0 }
    }
    return facts
  }
}

extension CatalogSnapshot {
  func lists(thatOf other: CatalogSnapshot) -> Bool {
    isComplete && other.isComplete && entries == other.entries && paged === other.paged
      && folders == other.folders
      && notices == other.notices
  }
}
