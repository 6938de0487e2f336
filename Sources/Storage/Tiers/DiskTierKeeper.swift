internal import Base

/// Maintenance of disk tiers for the cache panel; thread-safe and nonblocking.
///
/// Requests for one tier are handled in order; tiers are independent of one another. `answer` is
/// called once on any thread, for memory never.
package protocol TierKeeping: Sendable {
  func measure(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void)

  func clear(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void)

  /// The state of the shared tier as a line of untrusted text; nil if there is none.
  var sharedTier: String? { get }
}

extension TierKeeping {
  package var sharedTier: String? { nil }
}

package final class DiskTierKeeper: TierKeeping {
  private typealias Job = @Sendable (any DiskTier) async -> Void

  private let jobs: [StorageTier: AsyncStream<Job>.Continuation]

  private let shared: (@Sendable () -> String)?

  /// `shared` describes the shared tier; nil if there is none.
  package init(_ tiers: [any DiskTier], shared: (@Sendable () -> String)? = nil) {
    self.shared = shared
    jobs = Dictionary(uniqueKeysWithValues: tiers.map { ($0.tier, Self.lane(of: $0)) })
  }

  deinit {
    for lane in jobs.values { lane.finish() }
  }

  package var sharedTier: String? { shared?() }

  package func measure(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void) {
    jobs[tier]?.yield { tier in answer(await tier.figures().total) }
  }

  package func clear(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void) {
    jobs[tier]?.yield { tier in answer(await tier.clear()) }
  }

  private static func lane(of tier: any DiskTier) -> AsyncStream<Job>.Continuation {
    let (waiting, jobs) = AsyncStream.makeStream(of: Job.self)
    Task(executorPreference: WorkExecutor.forTasks) {
      for await job in waiting { await job(tier) }
    }
    return jobs
  }
}
