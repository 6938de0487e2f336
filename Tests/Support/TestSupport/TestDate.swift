import Synchronization

/// A date that only a test advances.
package final class TestDate: Sendable {
  private let value: Mutex<Int>

  package init(_ seconds: Int) {
    value = Mutex(seconds)
  }

  package var seconds: Int { value.withLock { $0 } }

  package func advance(by seconds: Int) {
    value.withLock { $0 += seconds }
  }
}
