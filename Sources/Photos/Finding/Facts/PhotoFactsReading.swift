package import Catalog
package import Concurrency
package import Imaging
internal import System
internal import Values

/// How much has to be found out of photos.
package enum FactsDepth: Int, Comparable, Sendable {
  /// Nothing but their names.
  case names
  /// What file systems know.
  case files
  /// What the photos say themselves.
  case contents
  /// That, and what they look like.
  case looks

  /// Tells which is less.
  package static func < (left: FactsDepth, right: FactsDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What is told of the photos of a list while facts of them are found out.
package enum FactsNews: Sendable {
  /// What is remembered of so many of them, and may have changed: told once at most, before all else.
  case remembered(FactsTable, count: Int)
  /// What is so, of some photos after another.
  case found(FactsPart)
  /// What some photos look like, by their places in the list; nil for what cannot be seen.
  case looked([(place: Int, look: DifferenceHash?)])
}

/// What has been found out of some photos of a list.
package struct FactsPart: Sendable {
  /// Their places in the list.
  package let places: Range<Int>
  /// What is known of each; nil where it has still to be found out.
  package let facts: [PhotoFacts?]

  /// Takes as many facts as there are places.
  package init(_ places: Range<Int>, _ facts: [PhotoFacts?]) {
    (self.places, self.facts) = (places, facts)
  }
}

/// Finds out facts of photos, where disks and networks may be waited for.
package protocol PhotoFactsReading: Sendable {
  /// Finds out what is not known.
  ///
  /// What is remembered is told first, and then all of it is looked at. It ends with its task at the next
  /// step.
  /// - Parameters:
  ///   - depth: How much is wanted.
  ///   - photos: The photos.
  ///   - tell: Hears of some photos after another, of all that are certain in the end; returns false where
  ///     nobody wants to know more.
  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    tell: @escaping @MainActor @Sendable (FactsNews) -> Bool
  ) async

  /// Reads the sidecars of photos.
  /// - Parameter photos: The photos.
  /// - Returns: What they say, by the places of the photos that have one.
  func sidecars(of photos: PhotoList) async -> [Int: SidecarFacts]

  /// Reads the ratings inside the files of a few photos: from the index, and from files that it does not know.
  /// - Parameters:
  ///   - photos: The photos.
  ///   - isUrgent: Whether files are read while images are loaded; otherwise the images come first.
  /// - Returns: By the places of the photos; none for a file that cannot be read.
  func fileRatings(of photos: PhotoList, isUrgent: Bool) async -> [Int: PhotoRating]

  /// Finds out how sharp photos are, to be compared with others of their burst.
  ///
  /// It ends with its task at the next step.
  /// - Parameters:
  ///   - photos: The photos.
  ///   - tell: Hears of some photos after another, by their places, of all in the end; nil for what cannot be seen;
  ///     returns false where nobody wants to know more.
  func measure(
    _ photos: PhotoList,
    tell: @escaping @MainActor @Sendable ([(place: Int, sharpness: Sharpness?)]) -> Bool
  ) async
}

extension PhotoFactsReading {
  /// Reads no sidecars.
  package func sidecars(of photos: PhotoList) async -> [Int: SidecarFacts] { [:] }

  /// Reads no files.
  package func fileRatings(of photos: PhotoList, isUrgent: Bool) async -> [Int: PhotoRating] { [:] }

  /// Nobody here sees anything.
  package func measure(
    _ photos: PhotoList,
    tell: @escaping @MainActor @Sendable ([(place: Int, sharpness: Sharpness?)]) -> Bool
  ) async {
    _ = await tell(photos.indices.map { ($0, nil) })
  }
}

/// Asks file systems, and opens no file.
package struct FileFactsReader: PhotoFactsReading {
  /// How many photos are asked about at once: as many as take some milliseconds where nothing is slow.
  private static let askedAtOnce = 512

  private let queue: WorkQueue
  /// Whether nothing else reads files, so that what is not known from here stays unknown.
  private let isOnlyReader: Bool

  /// Makes a reader.
  /// - Parameters:
  ///   - queue: The threads on which file systems are asked.
  ///   - isOnlyReader: Whether nothing else reads the files, so that facts from here are all that there are.
  package init(queue: WorkQueue = WorkQueue(label: "facts"), isOnlyReader: Bool = true) {
    (self.queue, self.isOnlyReader) = (queue, isOnlyReader)
  }

  /// What the file systems say, through links; of what is on the web, or no file, nothing.
  package func read(
    _ depth: FactsDepth, of photos: PhotoList,
    tell: @escaping @MainActor @Sendable (FactsNews) -> Bool
  ) async {
    for start in stride(from: 0, to: photos.count, by: Self.askedAtOnce) {
      let places = start..<min(start + Self.askedAtOnce, photos.count)
      let facts = await queue.run { photos[places].map(facts(of:)) }
      guard await tell(.found(FactsPart(places, facts))) else { return }
    }
    // Nobody here sees anything.
    if depth == .looks { _ = await tell(.looked(photos.indices.map { ($0, nil) })) }
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
  /// What is known of a photo that nobody reads for this: of one on the web what its feed says, or the listing of
  /// its server; of a file what its name tells.
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
    }
    isRead = true
  }
}
