package import Caching

/// A place where photocell keeps what it would have to make or fetch again.
package enum StorageTier: String, CaseIterable, Sendable {
  /// The tiles in the memory of this program.
  case memory
  /// The thumbnails on disk, as far as photocell wrote them.
  case thumbnails
  /// The responses of web servers.
  case responses
}

/// What a tier holds, or what was taken out of it.
package struct TierUsage: Hashable, Sendable {
  /// The bytes and entries.
  package var usage: CacheUsage
  /// What the tier may hold, in bytes; nil where nothing limits it.
  package var budget: Int?
  /// Why the tier could not do what it was asked, in a few words.
  package var trouble: String?

  /// Makes a usage of bytes and entries, a budget in bytes, and what went wrong.
  package init(
    _ usage: CacheUsage = CacheUsage(cost: 0, count: 0), budget: Int? = nil, trouble: String? = nil
  ) {
    self.usage = usage
    self.budget = budget
    self.trouble = trouble
  }
}
