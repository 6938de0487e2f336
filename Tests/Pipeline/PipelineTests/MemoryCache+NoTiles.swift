import Caching
import TestSupport

@testable import Pipeline

/// A memory that holds nothing.
func noTiles() -> some TileCaching {
  MemoryCache<ImageRequest, LoadedTile, ManualClock>(
    limits: CacheLimits(cost: 0, count: 0), expiration: .never, clock: ManualClock())
}
