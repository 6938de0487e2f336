/// Resumes a waiting test when state of the main actor changes.
@MainActor
package final class ChangeBell {
  private var waiter: CheckedContinuation<Void, Never>?

  package init() {}

  package func ring() {
    waiter?.resume()
    waiter = nil
  }

  /// Waits for a condition, which is checked only after a ring; for one task at a time.
  package func wait(until condition: () -> Bool) async {
    while !condition() { await withCheckedContinuation { waiter = $0 } }
  }
}
