import Browser
import Threading

/// Looks after the tiers on disk while the grid is shown, one thing after another.
final class DiskTierKeeper: TierKeeping {
  private typealias Job = @Sendable () async -> Void

  private let tiers: [any DiskTier]
  private let jobs: AsyncStream<Job>.Continuation

  /// Makes a keeper that has nothing to do, and costs nothing until it has.
  init(_ tiers: [any DiskTier]) {
    self.tiers = tiers
    let (waiting, jobs) = AsyncStream.makeStream(of: Job.self)
    self.jobs = jobs
    Task(executorPreference: WorkExecutor.forTasks) {
      for await job in waiting { await job() }
    }
  }

  deinit {
    jobs.finish()
  }

  func measure(_ answer: @escaping @Sendable (StorageTier, TierUsage) -> Void) {
    jobs.yield { [tiers] in
      for tier in tiers { answer(tier.tier, await tier.figures().total) }
    }
  }

  func clear(
    _ wanted: Set<StorageTier>,
    _ answer: @escaping @Sendable ([StorageTier: TierUsage]) -> Void
  ) {
    jobs.yield { [tiers] in
      var removed: [StorageTier: TierUsage] = [:]
      for tier in tiers where wanted.contains(tier.tier) {
        removed[tier.tier] = await tier.clear()
      }
      answer(removed)
    }
  }
}
