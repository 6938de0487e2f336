internal import Concurrency

/// What looks after the tiers on disk for the panel of the caches, on threads of its own.
///
/// Every call returns at once and may be made from any thread. What is asked of one tier is done and
/// answered in that order; tiers do not wait for one another.
package protocol TierKeeping: Sendable {
  /// Measures a tier on disk.
  /// - Parameters:
  ///   - tier: The tier; never memory.
  ///   - answer: Hears once what it holds, on any thread.
  func measure(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void)

  /// Removes what photocell keeps in a tier on disk.
  /// - Parameters:
  ///   - tier: The tier; never memory.
  ///   - answer: Hears once what went, on any thread.
  func clear(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void)

  /// What is to be said of the tier that machines share, in a line with foreign words in it; nil where
  /// there is none.
  var sharedTier: String? { get }
}

extension TierKeeping {
  /// There is none.
  package var sharedTier: String? { nil }
}

/// Looks after the tiers on disk while the grid is shown, one task at a time in each.
package final class DiskTierKeeper: TierKeeping {
  private typealias Job = @Sendable (any DiskTier) async -> Void

  /// Where the jobs of each tier wait.
  private let jobs: [StorageTier: AsyncStream<Job>.Continuation]

  private let shared: (@Sendable () -> String)?

  /// Makes a keeper that does nothing until it is asked.
  /// - Parameters:
  ///   - tiers: The tiers on disk.
  ///   - shared: Says what is to be said of the tier that machines share; nil where there is none.
  package init(_ tiers: [any DiskTier], shared: (@Sendable () -> String)? = nil) {
    self.shared = shared
    jobs = Dictionary(uniqueKeysWithValues: tiers.map { ($0.tier, Self.lane(of: $0)) })
  }

  deinit {
    for lane in jobs.values { lane.finish() }
  }

  /// What is to be said of the tier that machines share.
  package var sharedTier: String? { shared?() }

  /// Measures a tier on disk.
  package func measure(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void) {
    jobs[tier]?.yield { tier in answer(await tier.figures().total) }
  }

  /// Removes what photocell keeps in a tier on disk.
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
