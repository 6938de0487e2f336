import Storage
import Synchronization

/// Tiers on disk that complete their work when a test requests it.
final class ScriptedTiers: TierKeeping {
  private typealias Question = (tier: StorageTier, answer: @Sendable (TierUsage) -> Void)

  private struct State {
    var measures: [Question] = []
    var clears: [Question] = []
  }

  private let state = Mutex(State())
  private let shared = Mutex<String?>(nil)

  /// The line about the shared tier.
  var sharedTier: String? { shared.withLock { $0 } }

  /// Sets the line about the shared tier.
  func share(_ line: String) {
    shared.withLock { $0 = line }
  }

  /// The tiers with a pending measurement.
  var measuring: [StorageTier] { state.withLock { $0.measures.map(\.tier) } }

  /// The tiers that wait to be cleared, in the order of the requests.
  var clearing: [StorageTier] { state.withLock { $0.clears.map(\.tier) } }

  func measure(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void) {
    state.withLock { $0.measures.append((tier, answer)) }
  }

  func clear(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void) {
    state.withLock { $0.clears.append((tier, answer)) }
  }

  /// Completes every pending measurement.
  func answerMeasures(_ usages: [StorageTier: TierUsage]) {
    let questions = state.withLock { state in
      defer { state.measures = [] }
      return state.measures
    }
    for question in questions { question.answer(usages[question.tier] ?? TierUsage()) }
  }

  /// Completes the first pending request to clear a tier.
  func answerClear(_ removed: TierUsage) {
    state.withLock { $0.clears.removeFirst() }.answer(removed)
  }
}
