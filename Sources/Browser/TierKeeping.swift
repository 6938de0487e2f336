/// What looks after the tiers on disk for the panel of the caches, on threads of its own.
///
/// Every call returns at once and may be made from any thread. What is asked is done in that order:
/// what was measured before something was cleared is told before that.
nonisolated package protocol TierKeeping: Sendable {
  /// Measures each tier on disk.
  /// - Parameter answer: Hears of each tier as it is known, on any thread.
  func measure(_ answer: @escaping @Sendable (StorageTier, TierUsage) -> Void)

  /// Removes what photocell keeps in some tiers on disk.
  /// - Parameters:
  ///   - tiers: The tiers; memory is none of them.
  ///   - answer: Hears once what went, on any thread.
  func clear(
    _ tiers: Set<StorageTier>,
    _ answer: @escaping @Sendable ([StorageTier: TierUsage]) -> Void)
}
