import Base
import ExpiringCache

extension ImagePipeline {
  /// Removes expired entries from the caches: sleeps until the next one expires, but at least a
  /// second, so that neighbors are removed together, and for good if none expires.
  func sweepInTime() {
    guard sweeping == nil, Self.timeToNextExpiry(of: tiles, bitmaps) != nil else { return }
    sweeping = Task(executorPreference: executor) { [weak self, tiles, bitmaps, pause] in
      while !Task.isCancelled, let time = Self.timeToNextExpiry(of: tiles, bitmaps) {
        await pause(max(time, .seconds(1)))
        _ = (tiles.sweep(), bitmaps.sweep())
      }
      await self?.endSweeping()
    }
  }

  private func endSweeping() {
    sweeping = nil
    // An entry may have been stored since the last check.
    sweepInTime()
  }

  private static func timeToNextExpiry(of tiles: TileMemory, _ bitmaps: BitmapMemory) -> Duration? {
    [tiles.timeToNextExpiry, bitmaps.timeToNextExpiry].compactMap(\.self).min()
  }
}
