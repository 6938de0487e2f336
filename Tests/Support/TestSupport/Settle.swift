/// Lets everything run that waits for the main actor, until a condition holds and some turns more.
///
/// The condition is what a test expects to come; a lost answer shows as a test over its time limit.
/// The turns after it are for what a test expects not to come.
@MainActor
package func settleMainActor(until condition: @MainActor () -> Bool = { true }) async {
  while !condition() { await Task.yield() }
  for _ in 0..<8 { await Task.yield() }
}
