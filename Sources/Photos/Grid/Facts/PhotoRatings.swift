package import Catalogs

/// Ratings of photos with a sidecar, or visible ones, whose other facts have not been read.
/// Arrangements do not use them: a photo with only a known rating has no size to be sorted by.
struct PhotoRatings {
  private var sidecars: [PhotoID: PhotoRating] = [:]
  private var files: [PhotoID: PhotoRating] = [:]
  private var read: Set<PhotoID> = []
  /// Highest number of the entries whose sidecars were read when the listing completed.
  private(set) var listedNumber: UInt64 = 0

  var hasNoSidecars: Bool { sidecars.isEmpty }

  func isKnown(_ id: PhotoID) -> Bool { read.contains(id) }

  /// Adds the rating to facts without one; nil if nothing is known.
  func facts(of id: PhotoID, with others: PhotoFacts?) -> PhotoFacts? {
    let (file, sidecar) = (files[id], sidecars[id])
    guard file != nil || sidecar != nil else { return others }
    var facts = others ?? PhotoFacts()
    if let file { facts.add(fileRating: file) }
    if let sidecar { facts.add(sidecarRating: sidecar) }
    return facts
  }

  mutating func list(_ entries: [CatalogEntry]) {
    listedNumber = entries.lazy.map(\.id.number).max() ?? 0
  }

  /// Nil if there is none; returns whether it changed.
  mutating func set(sidecar rating: PhotoRating?, of id: PhotoID) -> Bool {
    guard sidecars[id] != rating else { return false }
    sidecars[id] = rating
    return true
  }

  /// Nil if it cannot be read; returns whether it changed.
  mutating func set(file rating: PhotoRating?, of id: PhotoID) -> Bool {
    read.insert(id)
    let rating = rating == PhotoRating() ? nil : rating
    guard files[id] != rating else { return false }
    files[id] = rating
    return true
  }

  /// Reads the files again; the known ratings are used until then.
  mutating func readFilesAgain() { read = [] }

  mutating func forgetFile(of id: PhotoID) {
    read.remove(id)
    files[id] = nil
  }
}

package struct OptimisticRatings {
  private struct Pending {
    var changes: [RatingChange] = []
    var unfinished = 0
  }

  private var pending: [PhotoID: Pending] = [:]
  /// Photos whose sidecars were written and must be read again.
  private var written: Set<PhotoID> = []
  /// The subset of them that is being read now.
  private var read: Set<PhotoID> = []

  package init() {}

  package var isEmpty: Bool { pending.isEmpty && written.isEmpty && read.isEmpty }

  package mutating func begin(_ change: RatingChange, of id: PhotoID) {
    pending[id, default: Pending()].changes.append(change)
    pending[id]?.unfinished += 1
  }

  /// Completes the oldest pending write; if it failed, the photo's ratings are no longer shown.
  package mutating func finish(_ id: PhotoID, isWritten: Bool) {
    written.insert(id)
    pending[id]?.unfinished -= 1
    if !isWritten { pending[id]?.changes = [] }
  }

  mutating func invalidate(_ id: PhotoID) { written.insert(id) }

  package mutating func beginReading() -> Set<PhotoID> {
    (read, written) = (written, [])
    return read
  }

  /// Replaces optimistic ratings by those read, except where a write began meanwhile.
  package mutating func endReading() {
    for id in read where pending[id]?.unfinished == 0 && !written.contains(id) {
      pending[id] = nil
    }
    read = []
  }

  package func facts(of id: PhotoID, _ known: PhotoFacts?) -> PhotoFacts? {
    guard let changes = pending[id]?.changes else { return known }
    return changes.reduce(known ?? PhotoFacts()) { $0.applying($1) }
  }
}

extension PhotoFacts {
  fileprivate func applying(_ change: RatingChange) -> PhotoFacts {
    var facts = self
    switch change {
    case .stars(let count): facts.rating = count
    case .label(let label): facts.label = label?.name
    case .pick, .neither:
      facts.isPicked = change == .pick
      if facts.rating == -1 { facts.rating = 0 }
    case .reject: (facts.rating, facts.isPicked) = (-1, false)
    }
    return facts
  }
}
