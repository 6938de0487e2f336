package import ExpiringCache

package struct TierFigures: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    /// The owner or kind, in a few words.
    package let name: String
    package let usage: CacheUsage

    package init(name: String, usage: CacheUsage) {
      self.name = name
      self.usage = usage
    }
  }

  package let tier: StorageTier
  package var folder: String?
  package var total: TierUsage
  /// By owner or kind; includes entries of other programs, which `total` does not.
  package var parts: [Part]
  package var condition: FolderCondition?

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

package struct TierCheck: Hashable, Sendable {
  package var checked: Int
  /// The number of broken entries, which are removed if the folder is writable.
  package var broken: Int
  /// The number of files that belong to no entry, or have no recorded owner.
  package var stray: Int
  package var trouble: String?

  package init(checked: Int = 0, broken: Int = 0, stray: Int = 0, trouble: String? = nil) {
    self.checked = checked
    self.broken = broken
    self.stray = stray
    self.trouble = trouble
  }
}
