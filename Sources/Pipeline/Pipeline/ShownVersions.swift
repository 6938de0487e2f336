import Catalog
import Synchronization
import System

/// Which versions of files the pictures were read from that are shown, or were; callable from any thread.
final class ShownVersions: Sendable {
  /// How many are remembered, at about a hundred bytes each; more begin anew.
  private static let limit = 100_000

  private let versions = Mutex<[Photo: FileVersion]>([:])

  /// The version that a photo was read from last; nil where it was not read.
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
