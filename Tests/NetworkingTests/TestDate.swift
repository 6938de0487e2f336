import Synchronization

/// A date that stands still until a test moves it.
final class TestDate: Sendable {
  private let value: Mutex<Int>

  init(_ seconds: Int) {
    value = Mutex(seconds)
  }

  /// Since 1970.
  var seconds: Int { value.withLock { $0 } }

  func advance(by seconds: Int) {
    value.withLock { $0 += seconds }
  }
}
