import Caching
import Descriptors

/// The files that could not be decoded, as they were then, and why.
///
/// A file that has changed is another version, and so is unknown here. May be used from any thread.
struct FailureMemory: Sendable {
  /// How many files are remembered; of more, those that were asked for least go.
  private static let limit = 10_000

  private let errors = MemoryCache<FileVersion, DecodingError, ContinuousClock>(
    limits: CacheLimits(cost: limit, count: limit, entryCost: 1), expiration: .never,
    clock: ContinuousClock())

  /// Why a file could not be decoded; nil where nothing is known against it.
  subscript(version: FileVersion) -> DecodingError? {
    errors.value(for: version)
  }

  /// Remembers a failure, where it is the file's own and would come again.
  func remember(_ error: DecodingError, of version: FileVersion) {
    if error.isOfContent { errors.store(error, for: version, cost: 1) }
  }

  /// Forgets all failures.
  func forgetAll() {
    errors.removeAll()
  }
}
