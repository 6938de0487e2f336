/// Wakes a test when something of the main actor has changed, for which it waits.
@MainActor
package final class ChangeBell {
  private var waiter: CheckedContinuation<Void, Never>?

  /// Makes a bell for which nobody waits.
  package init() {}

  /// Says that something has changed.
  package func ring() {
    waiter?.resume()
    waiter = nil
  }

  /// Waits until a condition holds, and asks for it when the bell rings only; for one task at a time.
  package func wait(until condition: () -> Bool) async {
    while !condition() { await withCheckedContinuation { waiter = $0 } }
  }
}
