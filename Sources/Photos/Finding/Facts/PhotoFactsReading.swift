package import Catalog
package import Concurrency
internal import System
internal import Values

/// Finds out facts of photos, where disks and networks may be waited for.
package protocol PhotoFactsReading: Sendable {
  /// What is known of photos, one after another; what nobody can tell is nil.
  func facts(of photos: [Photo]) async -> [PhotoFacts]
}

/// Asks file systems, and opens no file.
package struct FileFactsReader: PhotoFactsReading {
  private let queue: WorkQueue

  /// Makes a reader that has asked nobody yet.
  package init(queue: WorkQueue = WorkQueue(label: "facts")) {
    self.queue = queue
  }

  /// What the file systems say, through links; of what is on the web, or no file, nothing.
  package func facts(of photos: [Photo]) async -> [PhotoFacts] {
    await queue.run { photos.map(Self.facts(of:)) }
  }

  private static func facts(of photo: Photo) -> PhotoFacts {
    guard let path = photo.path, let version = FileVersion(path: path.bytes) else {
      return PhotoFacts()
    }
    return PhotoFacts(byteCount: version.byteCount, modified: version.modified)
  }
}
