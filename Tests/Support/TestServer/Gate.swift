import Dispatch

/// Holds threads until a test opens it, for good.
package final class Gate: Sendable {
  private let turnstile = DispatchSemaphore(value: 0)

  /// Makes a gate that is closed.
  package init() {}

  /// Blocks until the gate is open.
  package func wait() {
    turnstile.wait()
    turnstile.signal()
  }

  /// Lets through who waits and who comes.
  package func open() {
    turnstile.signal()
  }
}
