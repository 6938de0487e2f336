/// Lets everything run that waits for the main actor, and what that starts there.
///
/// The main actor is a queue: who yields stands at its end.
@MainActor
package func settleMainActor() async {
  for _ in 0..<8 { await Task.yield() }
}
