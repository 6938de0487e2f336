import Catalogs

/// Ratings of photos with a sidecar, or visible ones, whose other facts have not been read.
///
/// They are apart from the facts that arrangements use: a photo with nothing but a rating has no
/// size, and must not be sorted by it.
struct PhotoRatings {
  private var sidecars: [PhotoID: PhotoRating] = [:]
  private var files: [PhotoID: PhotoRating] = [:]
  private var read: Set<PhotoID> = []
  /// Highest number of the entries whose sidecars were read when the listing completed.
  private(set) var listedNumber: UInt64 = 0
  var isReadingFiles = false
  /// Entries whose sidecars are read next; nil if none are being read.
  var nextSidecars: [CatalogEntry]?

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
  mutating func readFilesAgain() {
    read = []
  }

  mutating func forgetFile(of id: PhotoID) {
    read.remove(id)
    files[id] = nil
  }
}
