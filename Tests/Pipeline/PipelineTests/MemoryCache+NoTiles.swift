import ExpiringCache
import TestSupport

@testable import Pipeline

/// A memory that holds nothing.
func noTiles() -> TileMemory {
  TileMemory(
    limits: CacheLimits(cost: 0, count: 0), expiration: .never, clock: ManualClock())
}
