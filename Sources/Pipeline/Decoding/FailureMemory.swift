import ExpiringCache
import Imaging
import System

/// The files that could not be decoded, as they were then, and why.
///
/// A file that has changed is another version, and so is unknown here. May be used from any thread.
struct FailureMemory: Sendable {
  /// How many files are remembered; of more, those that were asked for least go.
  private static let limit = 10_000

  private struct Failure {
    let error: DecodingError
    /// What the picture was to fit, in pixels.
    let box: PixelSize
  }

  private let failures = MemoryCache<FileVersion, Failure>(
    limits: CacheLimits(cost: limit, count: limit, entryCost: 1), expiration: .never,
    clock: ContinuousClock())

  /// Why a file cannot be decoded to fit a box in pixels; nil where nothing is known against it.
  subscript(version: FileVersion, box: PixelSize) -> DecodingError? {
    guard let failure = failures.value(for: version) else { return nil }
    // A smaller picture takes less time.
    if case .tookTooLong = failure.error,
      box.width < failure.box.width || box.height < failure.box.height
    {
      return nil
    }
    return failure.error
  }

  /// Remembers that a file could not be decoded to fit a box in pixels, where that is the file's own
  /// and would come again.
  func remember(_ error: DecodingError, of version: FileVersion, in box: PixelSize) {
    guard error.isOfContent else { return }
    failures.store(Failure(error: error, box: box), for: version, cost: 1)
  }

  /// Forgets all failures.
  func forgetAll() {
    failures.removeAll()
  }
}
