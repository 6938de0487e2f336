import Base
import Catalogs
import Synchronization

/// The file versions that images were last read from; thread-safe.
final class ShownVersions: Sendable {
  /// About a hundred bytes each; the table is cleared when it is full.
  private static let limit = 100_000

  private let versions = Mutex<[Photo: FileVersion]>([:])

  subscript(photo: Photo) -> FileVersion? {
    get { versions.withLock { $0[photo] } }
    set {
      versions.withLock { versions in
        if versions.count >= Self.limit { versions = [:] }
        versions[photo] = newValue
      }
    }
  }
}
