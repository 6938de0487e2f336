package import ExpiringCache

/// What a tier holds, and the parts of that.
package struct TierFigures: Hashable, Sendable {
  /// Some of the entries.
  package struct Part: Hashable, Sendable {
    /// Whose or which they are, in a few words.
    package let name: String
    /// Their bytes and number.
    package let usage: CacheUsage

    /// Makes a part.
    package init(name: String, usage: CacheUsage) {
      self.name = name
      self.usage = usage
    }
  }

  /// Which tier it is.
  package let tier: StorageTier
  /// The absolute path of its folder; nil where it has none.
  package var folder: String?
  /// What photocell keeps there.
  package var total: TierUsage
  /// The entries by owner or kind, those of other programs included, which are not in the total.
  package var parts: [Part]
  /// What can be done with the folder; nil where there is none.
  package var condition: FolderCondition?

  /// Makes figures of their parts.
  package init(
    tier: StorageTier, folder: String? = nil, total: TierUsage = TierUsage(), parts: [Part] = [],
    condition: FolderCondition? = nil
  ) {
    self.tier = tier
    self.folder = folder
    self.total = total
    self.parts = parts
    self.condition = condition
  }
}

/// What a check of a whole tier found.
package struct TierCheck: Hashable, Sendable {
  /// The entries that were read.
  package var checked: Int
  /// Those that were broken, and are removed where the folder can be written to.
  package var broken: Int
  /// Files that belong to no entry, or do not say who wrote them.
  package var stray: Int
  /// Why the tier could not be read, in a few words.
  package var trouble: String?

  /// Makes a result of its counts.
  package init(checked: Int = 0, broken: Int = 0, stray: Int = 0, trouble: String? = nil) {
    self.checked = checked
    self.broken = broken
    self.stray = stray
    self.trouble = trouble
  }
}
