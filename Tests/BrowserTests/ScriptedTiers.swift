import Storage
import Synchronization

/// Tiers on disk that answer when a test says so.
final class ScriptedTiers: TierKeeping {
  private typealias Question = (tier: StorageTier, answer: @Sendable (TierUsage) -> Void)

  private struct State {
    var measures: [Question] = []
    var clears: [Question] = []
  }

  private let state = Mutex(State())
  private let shared = Mutex<String?>(nil)

  /// What is said of the tier that machines share.
  var sharedTier: String? { shared.withLock { $0 } }

  /// Has something said of the tier that machines share.
  func share(_ line: String) {
    shared.withLock { $0 = line }
  }

  /// The tiers whose measure waits for its answer.
  var measuring: [StorageTier] { state.withLock { $0.measures.map(\.tier) } }

  /// The tiers that wait to be cleared, in the order it was asked.
  var clearing: [StorageTier] { state.withLock { $0.clears.map(\.tier) } }

  func measure(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void) {
    state.withLock { $0.measures.append((tier, answer)) }
  }

  func clear(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void) {
    state.withLock { $0.clears.append((tier, answer)) }
  }

  /// Answers every measure that waits.
  func answerMeasures(_ usages: [StorageTier: TierUsage]) {
    let questions = state.withLock { state in
      defer { state.measures = [] }
      return state.measures
    }
    for question in questions { question.answer(usages[question.tier] ?? TierUsage()) }
  }

  /// Answers the first order to clear that waits.
  func answerClear(_ removed: TierUsage) {
    state.withLock { $0.clears.removeFirst() }.answer(removed)
  }
}
