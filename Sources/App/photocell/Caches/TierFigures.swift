import Browser
import Caching

/// What a tier holds, and the parts of that.
struct TierFigures: Hashable, Sendable {
  /// Some of the entries.
  struct Part: Hashable, Sendable {
    let name: String
    let usage: CacheUsage
  }

  let tier: StorageTier
  /// The absolute path of its folder; nil where it has none.
  var folder: String?
  /// What photocell keeps there.
  var total = TierUsage()
  /// Of whose or which kind the entries are; with those of other programs, which are not in the sum.
  var parts: [Part] = []
  /// What can be done with the folder; nil where there is none.
  var condition: FolderCondition?
}
