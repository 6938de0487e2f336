import Dispatch

/// Blocks threads until a test opens it permanently.
package final class Gate: Sendable {
  private let turnstile = DispatchSemaphore(value: 0)

  package init() {}

  package func wait() {
    turnstile.wait()
    turnstile.signal()
  }

  package func open() {
    turnstile.signal()
  }
}
