import Browser
import Synchronization

/// Tiers on disk that answer when a test says so.
final class ScriptedTiers: TierKeeping {
  private struct State {
    var measures: [@Sendable (StorageTier, TierUsage) -> Void] = []
    var clears: [@Sendable ([StorageTier: TierUsage]) -> Void] = []
    var cleared: [Set<StorageTier>] = []
  }

  private let state = Mutex(State())

  /// How many measures wait for their answer.
  var waitingMeasures: Int { state.withLock(\.measures.count) }

  /// The tiers that were to be cleared, in the order it was asked.
  var cleared: [Set<StorageTier>] { state.withLock(\.cleared) }

  func measure(_ answer: @escaping @Sendable (StorageTier, TierUsage) -> Void) {
    state.withLock { $0.measures.append(answer) }
  }

  func clear(
    _ tiers: Set<StorageTier>,
    _ answer: @escaping @Sendable ([StorageTier: TierUsage]) -> Void
  ) {
    state.withLock { state in
      state.cleared.append(tiers)
      state.clears.append(answer)
    }
  }

  /// Answers the first measure that waits.
  func answerMeasure(_ usages: [StorageTier: TierUsage]) {
    let answer = state.withLock { $0.measures.removeFirst() }
    for tier in StorageTier.allCases { usages[tier].map { answer(tier, $0) } }
  }

  /// Answers the first order to clear that waits.
  func answerClear(_ removed: [StorageTier: TierUsage]) {
    state.withLock { $0.clears.removeFirst() }(removed)
  }
}
