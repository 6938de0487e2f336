import Base
import ExpiringCache
import Imaging

/// Remembers file versions that could not be decoded; thread-safe.
struct FailureMemory: Sendable {
  private static let limit = 10_000

  private struct Failure {
    let error: DecodingError
    let box: PixelSize
  }

  private let failures = MemoryCache<FileVersion, Failure>(
    limits: CacheLimits(cost: limit, count: limit, entryCost: 1), expiration: .never,
    clock: ContinuousClock())

  /// Nil if no failure is known for a box in pixels.
  subscript(version: FileVersion, box: PixelSize) -> DecodingError? {
    guard let failure = failures.value(for: version) else { return nil }
    // A smaller box takes less time.
    if case .tookTooLong = failure.error,
      box.width < failure.box.width || box.height < failure.box.height
    {
      return nil
    }
    return failure.error
  }

  func remember(_ error: DecodingError, of version: FileVersion, in box: PixelSize) {
    guard error.isOfContent else { return }
    failures.store(Failure(error: error, box: box), for: version, cost: 1)
  }

  func forgetAll() {
    failures.removeAll()
  }
}
