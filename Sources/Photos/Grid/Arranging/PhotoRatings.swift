import Catalog
import Finding

/// The ratings of photos whose other facts have not been read: of all photos with a sidecar, and of those that have been
/// visible.
struct PhotoRatings {
  /// What sidecars say.
  private var sidecars: [PhotoID: PhotoRating] = [:]
  /// What the photos' own files say.
  private var files: [PhotoID: PhotoRating] = [:]
  /// The photos whose files have been read.
  private var read: Set<PhotoID> = []
  /// The greatest number of the entries whose sidecars were read together, as soon as all were listed.
  private(set) var listedNumber: UInt64 = 0
  /// Whether the files of visible photos are being read.
  var isReadingFiles = false
  /// The entries whose sidecars are read next; nil while none are being read.
  var nextSidecars: [CatalogEntry]?

  /// Whether no sidecar is known.
  var hasNoSidecars: Bool { sidecars.isEmpty }

  /// Whether all has been read that there is of a photo's rating.
  func isKnown(_ id: PhotoID) -> Bool { read.contains(id) }

  /// What is known of a photo.
  /// - Parameters:
  ///   - id: The photo.
  ///   - others: Facts without a rating; nil where there are none.
  /// - Returns: These with the rating; nil where nothing is known.
  func facts(of id: PhotoID, with others: PhotoFacts?) -> PhotoFacts? {
    let (file, sidecar) = (files[id], sidecars[id])
    guard file != nil || sidecar != nil else { return others }
    var facts = others ?? PhotoFacts()
    if let file { facts.add(fileRating: file) }
    if let sidecar { facts.add(sidecarRating: sidecar) }
    return facts
  }

  /// Notes that the sidecars of these entries are read together.
  mutating func list(_ entries: [CatalogEntry]) {
    listedNumber = entries.lazy.map(\.id.number).max() ?? 0
  }

  /// Takes what a sidecar says; nil where there is none.
  /// - Returns: Whether it said something else before.
  mutating func set(sidecar rating: PhotoRating?, of id: PhotoID) -> Bool {
    guard sidecars[id] != rating else { return false }
    sidecars[id] = rating
    return true
  }

  /// Takes what a photo's own file says; nil where it cannot be read.
  /// - Returns: Whether it said something else before.
  mutating func set(file rating: PhotoRating?, of id: PhotoID) -> Bool {
    read.insert(id)
    let rating = rating == PhotoRating() ? nil : rating
    guard files[id] != rating else { return false }
    files[id] = rating
    return true
  }

  /// Has the files of photos read again; until then what is known counts.
  mutating func readFilesAgain() {
    read = []
  }

  /// Forgets what the file of a photo said, which is another one now.
  mutating func forgetFile(of id: PhotoID) {
    read.remove(id)
    files[id] = nil
  }
}
