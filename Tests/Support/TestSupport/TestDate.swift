import Synchronization

/// A date that stands still until a test moves it.
package final class TestDate: Sendable {
  private let value: Mutex<Int>

  /// Sets it, in seconds since 1970.
  package init(_ seconds: Int) {
    value = Mutex(seconds)
  }

  /// Since 1970.
  package var seconds: Int { value.withLock { $0 } }

  /// Moves it on.
  package func advance(by seconds: Int) {
    value.withLock { $0 += seconds }
  }
}
