import Browser
import Concurrency

/// Looks after the tiers on disk while the grid is shown: in each of them one thing after another.
final class DiskTierKeeper: TierKeeping {
  private typealias Job = @Sendable (any DiskTier) async -> Void

  /// Where the jobs of each tier wait.
  private let jobs: [StorageTier: AsyncStream<Job>.Continuation]

  /// Makes a keeper that costs nothing until it is asked.
  init(_ tiers: [any DiskTier]) {
    jobs = Dictionary(uniqueKeysWithValues: tiers.map { ($0.tier, Self.lane(of: $0)) })
  }

  deinit {
    for lane in jobs.values { lane.finish() }
  }

  func measure(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void) {
    jobs[tier]?.yield { tier in answer(await tier.figures().total) }
  }

  func clear(_ tier: StorageTier, _ answer: @escaping @Sendable (TierUsage) -> Void) {
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
