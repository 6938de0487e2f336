import ExpiringCache
import ImagePipeline
import TestSupport

/// A memory that stores nothing.
func noTiles() -> TileMemory {
  TileMemory(
    limits: CacheLimits(cost: 0, count: 0), expiration: .never, clock: ManualClock())
}
