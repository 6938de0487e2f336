/// What looks after the tiers on disk for the panel of the caches, on threads of its own.
///
/// Every call returns at once and may be made from any thread. What is asked of one tier is done and
/// answered in that order; tiers do not wait for one another.
nonisolated package protocol TierKeeping: Sendable {
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
}
