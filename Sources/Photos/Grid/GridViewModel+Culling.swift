package import Catalog
package import Culling
package import Finding
package import Values

/// What somebody says of photos while it is being written.
struct ShownNotes {
  private struct Shown {
    var notes: [CullingNote]
    /// How many of them are not written yet.
    var unfinished: Int
  }

  private var shown: [PhotoID: Shown] = [:]
  /// The photos whose sidecars have been written and have to be read again.
  private var written: Set<PhotoID> = []
  /// Those of which that has begun.
  private var read: Set<PhotoID> = []

  /// Whether nothing is said, written or read.
  var isEmpty: Bool { shown.isEmpty && written.isEmpty && read.isEmpty }

  /// Shows a note that is to be written.
  mutating func begin(_ note: CullingNote, of id: PhotoID) {
    shown[id, default: Shown(notes: [], unfinished: 0)].notes.append(note)
    shown[id]?.unfinished += 1
  }

  /// Takes what came of the first note that was not written yet: one that failed is shown no more.
  mutating func finish(_ id: PhotoID, isWritten: Bool) {
    written.insert(id)
    guard shown[id] != nil else { return }
    shown[id]?.unfinished -= 1
    if !isWritten { shown[id]?.notes = [] }
  }

  /// Notes that a photo's sidecar is no more what it was.
  mutating func doubt(_ id: PhotoID) {
    written.insert(id)
  }

  /// Notes that all that has been written by now is being read.
  /// - Returns: The photos that it was written of.
  mutating func beginReading() -> Set<PhotoID> {
    (read, written) = (written, [])
    return read
  }

  /// Lets what was read count, but for what has been said meanwhile.
  mutating func endReading() {
    for id in read where shown[id]?.unfinished == 0 && !written.contains(id) { shown[id] = nil }
    read = []
  }

  /// What is known of a photo with what is said of it.
  func facts(of id: PhotoID, _ known: PhotoFacts?) -> PhotoFacts? {
    guard let notes = shown[id]?.notes else { return known }
    return notes.reduce(known ?? PhotoFacts()) { $0.adding($1) }
  }
}

extension GridViewModel {
  /// Shows from now on what photos are rated, which has to be read of them.
  package func showNotes() {
    guard !arranging.wish.showsNotes else { return }
    arranging.wish.showsNotes = true
    arrange()
  }

  /// What is known of a photo, with what has just been said of it.
  package func facts(of id: PhotoID) -> PhotoFacts? {
    arranging.notes.facts(of: id, arranging.facts(of: id))
  }

  /// What is known of a photo without what has just been said of it.
  package func writtenFacts(of id: PhotoID) -> PhotoFacts? { arranging.facts(of: id) }

  /// Shows what is being written of photos.
  package func begin(_ note: CullingNote, of ids: [PhotoID]) {
    for id in ids { arranging.notes.begin(note, of: id) }
    showNotes()
    onChange()
  }

  /// Takes what came of a note: photos of which it could not be written are what they were.
  package func finishNote(of ids: [PhotoID], written: Set<PhotoID>) {
    for id in ids { arranging.notes.finish(id, isWritten: written.contains(id)) }
    findFacts()
    onChange()
  }

  /// Reads again what is noted of photos, of which somebody else knows better.
  /// - Parameter paths: The paths of the photos.
  package func readNotes(of paths: [ByteString]) {
    let paths = Set(paths)
    let names = Set(paths.map { Photo(path: $0).name })
    for entry in arranging.listing.entries where names.contains(entry.photo.name) {
      if let path = entry.photo.path, paths.contains(path) { arranging.notes.doubt(entry.id) }
    }
    findFacts()
  }

  /// Reads again what sidecars say that somebody has written.
  /// - Parameter sidecars: Their paths.
  func readNotes(in sidecars: some Collection<ByteString>) {
    guard !sidecars.isEmpty else { return }
    let subjects = sidecars.map { ByteString($0.bytes.dropLast(4)) }
    // What is noted of a raw file may be shown of its picture.
    let pictures = joinsPairs ? subjects.compactMap(RawPairs.stem(ofRaw:)) : []
    let wanted = (subjects + pictures).map(Photo.init(path:))
    // Mostly it is one, and to look for that takes no hash.
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
      // `a.xmp` is of `a.jpg`, and `a.jpg.xmp` too, in any case.
      let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
      guard [name[...], stem].contains(where: { names.contains(ByteString($0).lowercasedASCII) }),
        entry.photo.onWeb == nil,
        folders.contains(entry.photo.folder)
      else { continue }
      noted.append(entry)
      if hasFacts { arranging.notes.doubt(entry.id) }
    }
    readSidecars(of: noted)
    if hasFacts { findFacts() }
  }
}

extension PhotoFacts {
  /// The same as somebody wants it to be.
  func adding(_ note: CullingNote) -> PhotoFacts {
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
  /// Whether it lists the same as an earlier one, and neither is to be gone on with.
  func lists(thatOf other: CatalogSnapshot) -> Bool {
    isComplete && other.isComplete && entries == other.entries && paged === other.paged
      && folders == other.folders
      && notices == other.notices
  }
}
