import ResponseStore
import Thumbnails
import Tiers

/// The tiers on disk, in the order they are spoken of.
enum DiskTiers {
  /// Those of the user whose environment this is.
  /// - Parameters:
  ///   - thumbnails: The store of thumbnails.
  ///   - responses: The cache of responses.
  ///   - budget: What responses may take on disk, in bytes.
  /// - Returns: The tiers, of which none has touched anything yet.
  static func all(
    thumbnails: ThumbnailStore = Storage.thumbnails(), responses: ResponseCache, budget: Int
  ) -> [any DiskTier] {
    let root = ThumbnailPlace(environment: Storage.variable).root
    return [
      ThumbnailTier(store: thumbnails, folder: root.map { String(decoding: $0, as: UTF8.self) }),
      ResponseTier(
        cache: responses, folder: CacheFolder.path(environment: Storage.variable), budget: budget),
    ]
  }

  /// Stores of their own, for those who only look after them.
  static func all(budget: Int = Storage.usualResponseBudget) -> [any DiskTier] {
    all(responses: Storage.responses(budget: budget), budget: budget)
  }
}
