package import Caching

/// What a tier holds, or what was taken out of it.
nonisolated package struct TierUsage: Hashable, Sendable {
  /// The bytes and entries.
  package var usage: CacheUsage
  /// What the tier may hold, in bytes; nil where nothing limits it.
  package var budget: Int?
  /// Why the tier could not do what it was asked, in a few words.
  package var trouble: String?

  /// Takes bytes and entries, a budget in bytes, and what went wrong.
  package init(
    _ usage: CacheUsage = CacheUsage(cost: 0, count: 0), budget: Int? = nil, trouble: String? = nil
  ) {
    self.usage = usage
    self.budget = budget
    self.trouble = trouble
  }
}
