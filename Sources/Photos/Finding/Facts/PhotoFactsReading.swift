package import Base
package import Catalogs
package import Imaging
package import Storage

package enum FactsDepth: Int, Comparable, Sendable {
  case names
  case files
  case contents
  case texts
  /// Also perceptual hashes, for which photos are decoded.
  case hashes

  package static func < (left: FactsDepth, right: FactsDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

package enum FactsEvent: Sendable {
  /// Facts from the index, which may be outdated; sent at most once, before all others.
  case remembered(FactsTable, count: Int)
  /// Texts of photos whose facts follow; those without a row have none.
  case texts(TextTable)
  /// By position; nil for photos whose facts are still to be read.
  case found(Range<Int>, [PhotoFacts?])
  /// Perceptual hashes by position; nil for photos that cannot be decoded.
  case hashed([(place: Int, hash: DifferenceHash?)])
}

/// Returns false to stop.
package typealias FactsHandler = @MainActor @Sendable (FactsEvent) -> Bool
/// Returns false to stop; nil is for photos that cannot be decoded.
package typealias SharpnessHandler =
  @MainActor @Sendable ([(place: Int, sharpness: Sharpness?)]) -> Bool

/// Returns false to stop.
package typealias TextsHandler = @MainActor @Sendable (TextTable) -> Bool

/// May wait for disks and networks; all functions end with their task at the next step.
package protocol PhotoFactsReading: Sendable {
  /// Names of positions; nil to do without.
  var gazetteer: Gazetteer? { get }

  /// Reads unknown facts: those in the index first, then all files are checked. `send` receives all
  /// verified facts in batches.
  func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async

  /// Reads texts only: those in the index first, then those of files that are not, or have changed.
  func readTexts(of photos: PhotoList, send: @escaping TextsHandler) async

  /// The texts of a few photos, by position, without waiting for other reads.
  func descriptions(of photos: PhotoList) async -> [Int: PhotoDescription]

  /// Results are by position, for photos that have a sidecar.
  func sidecars(of photos: PhotoList) async -> [Int: SidecarFacts]

  /// Of people, in the stored image before it is rotated; empty without a sidecar.
  func sidecarFaces(of photo: Photo) async -> [Face]

  /// Ratings inside files, by position; from the index, else from the files, without unreadable
  /// ones. Unless `isUrgent`, loads of images come first.
  func fileRatings(of photos: PhotoList, isUrgent: Bool) async -> [Int: PhotoRating]

  /// Of all photos in the index with their number, most frequent first; a path has `|` between its
  /// levels.
  func indexedKeywords() async -> [(value: String, count: Int)]

  /// The paths that missing photos of the index have now, by their former ones; none for photos
  /// with several candidates. A photo whose folder is missing, too, may be on a disk that is not
  /// mounted: only the same file is taken for it, not a copy.
  func newPaths(ofMissing paths: [ByteString]) async -> [ByteString: ByteString]

  /// Measures sharpness; `send` receives all results in batches by position.
  func measure(_ photos: PhotoList, send: @escaping SharpnessHandler) async
}

extension PhotoFactsReading {
  package var gazetteer: Gazetteer? { nil }

  package func readTexts(of photos: PhotoList, send: @escaping TextsHandler) async {}

  package func descriptions(of photos: PhotoList) async -> [Int: PhotoDescription] { [:] }

  package func sidecars(of photos: PhotoList) async -> [Int: SidecarFacts] { [:] }

  package func fileRatings(of photos: PhotoList, isUrgent: Bool) async -> [Int: PhotoRating] { [:] }

  package func sidecarFaces(of photo: Photo) async -> [Face] { [] }

  package func indexedKeywords() async -> [(value: String, count: Int)] { [] }

  package func newPaths(ofMissing paths: [ByteString]) async -> [ByteString: ByteString] { [:] }

  package func measure(_ photos: PhotoList, send: @escaping SharpnessHandler) async {
    _ = await send(photos.indices.map { ($0, nil) })
  }
}

package struct FileFactsReader: PhotoFactsReading {
  /// Photos per batch: some milliseconds if the disk is not slow.
  private static let askedAtOnce = 512

  private let queue = WorkQueue(label: "facts")
  /// Whether no other reader completes the facts.
  private let isOnlyReader: Bool

  package init(isOnlyReader: Bool = true) {
    self.isOnlyReader = isOnlyReader
  }

  /// Follows links; photos on the web and missing files have no attributes.
  package func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {
    for start in stride(from: 0, to: photos.count, by: Self.askedAtOnce) {
      let places = start..<min(start + Self.askedAtOnce, photos.count)
      let facts = await queue.run { photos[places].map(facts(of:)) }
      guard await send(.found(places, facts)) else { return }
    }
    // This reader cannot decode images.
    if depth == .hashes { _ = await send(.hashed(photos.indices.map { ($0, nil) })) }
  }

  private func facts(of photo: Photo) -> PhotoFacts {
    guard let path = photo.path else { return PhotoFacts(listed: photo) }
    let version = FileVersion(path: path.bytes)
    var facts = PhotoFacts(byteCount: version?.byteCount, modified: version?.modified)
    facts.taken = TakenTime(nil, name: photo.name, modified: facts.modified)
    facts.isRead = isOnlyReader
    return facts
  }
}

extension PhotoFacts {
  /// Facts without reading the photo: from its feed, its server's listing, or its file name.
  package init(listed photo: Photo) {
    let found = photo.onWeb
    self.init(
      byteCount: found?.byteCount,
      modified: found?.modified.map { FileTime(seconds: $0, nanoseconds: 0) })
    size = photo.onWeb?.largestSize
    if let wall = found?.taken {
      taken = TakenTime(wallMilliseconds: Int64(wall) * 1_000, source: .photo)
    } else if photo.isNamedAsFile {
      taken = TakenTime(nil, name: photo.name, modified: modified)
    } else if let day = found?.day {
      taken = TakenTime(
        wallMilliseconds: Int64(day.daysSinceEpoch) * 86_400_000, source: .photo, precision: .day)
    }
    isRead = true
  }
}
