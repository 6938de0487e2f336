import Base
package import Catalogs
package import ExpiringCache
package import Imaging

package struct CachedBitmap: Sendable {
  let loaded: LoadedBitmap
  /// The requested size in pixels; smaller tiles need no other bitmap.
  let box: PixelSize
  /// Start of the load in seconds since 1970 UTC; later changes of the file are not included.
  let begunAt: Int
  /// Nil if it came from memory.
  var loadTime: Duration?

  var byteCount: Int { loaded.bitmap.bytes.count }

  init(_ loaded: LoadedBitmap, box: PixelSize, begunAt: Int, loadTime: Duration) {
    self.loaded = loaded
    self.box = loaded.isBeginning ? loaded.bitmap.size : box
    (self.begunAt, self.loadTime) = (begunAt, loadTime)
  }

  /// Whether loading the photo again would not improve the tile of a request.
  ///
  /// - *The whole image:* the bitmap was loaded for a box as large, or has as many pixels as the
  ///   tile shows; or it is the whole file, and no larger rendition would be loaded instead.
  /// - *A part, of a photo without larger renditions:* the bitmap contains the part with as many
  ///   pixels as are shown, or as the image has. If the image has another size by now, the request
  ///   is for a part of an older version, and cannot be improved.
  /// - *A part, of a photo with larger renditions:* the bitmap is all of the largest one, or shows
  ///   the part scaled down, so that a larger one would look the same.
  func satisfies(_ request: ImageRequest) -> Bool {
    guard let part = request.part else { return loaded.region == nil && satisfiesWhole(request) }
    return isLargestRendition(of: request, part)
      || (loaded.hasLarger ? isScaledDown(for: part) : contains(part))
  }

  private func satisfiesWhole(_ request: ImageRequest) -> Bool {
    box.covers(request.pixels)
      || loaded.fills(loaded.isBeginning ? request.seenPixels : request.pixels)
      || loaded.bitmap.size == loaded.info.size && isRendition(for: request)
  }

  private func isRendition(for request: ImageRequest) -> Bool {
    guard let entry = request.photo.onWeb else { return true }
    let wanted = request.pixels
    return entry.rendition(sufficingForWidth: wanted.width, height: wanted.height)
      == entry.rendition(sufficingForWidth: box.width, height: box.height)
  }

  private func isLargestRendition(of request: ImageRequest, _ part: PicturePart) -> Bool {
    guard let closeUp = request.bitmapKey.closeUp else { return false }
    return loaded.region == nil && !loaded.hasLarger && closeUp.region == PixelRect(part.picture)
      && box.covers(closeUp.box)
  }

  private func contains(_ part: PicturePart) -> Bool {
    guard loaded.info.size == part.picture else { return true }
    let whole = PixelRect(part.picture)
    let region = loaded.region ?? whole
    guard region.columns.contains(part.region.columns), region.rows.contains(part.region.rows)
    else { return false }
    let needed = part.turn.shown(part.whole)
    let size = loaded.bitmap.size
    func suffices(_ pixels: Int, _ stretch: Int, _ needed: Int, _ all: Int) -> Bool {
      (pixels + 1) * all >= min(needed, all) * stretch
    }
    return suffices(size.width, region.size.width, needed.width, whole.size.width)
      && suffices(size.height, region.size.height, needed.height, whole.size.height)
  }

  private func isScaledDown(for part: PicturePart) -> Bool {
    let size = loaded.bitmap.size
    let (needed, all) = (part.turn.shown(part.whole), loaded.info.size ?? size)
    return size.covers(needed) && needed.width < all.width && needed.height < all.height
  }

  /// The bitmap's pixels of a part; nil if there are none, or the image has changed.
  func area(of part: PicturePart) -> PixelRect? {
    guard loaded.info.size == part.picture else { return nil }
    let region = loaded.region ?? PixelRect(part.picture)
    let size = loaded.bitmap.size
    func local(_ range: Range<Int>, _ start: Int, _ length: Int, _ all: Int) -> Range<Double> {
      let scale = Double(length) / Double(all)
      return max(
        0, Double(range.lowerBound - start) * scale)..<max(
          0, Double(range.upperBound - start) * scale)
    }
    return PixelRect(
      covering: local(part.region.columns, region.x, size.width, region.size.width),
      local(part.region.rows, region.y, size.height, region.size.height)
    ).clamped(into: size)
  }

  /// `second` is the bitmap of the blended photo, if the request has one.
  func tile(for request: ImageRequest, with second: CachedBitmap? = nil) -> Tile {
    // Turned here, so that bitmaps and thumbnails remain those of the file.
    let turn = request.part == nil ? request.turn : .topLeft
    return TileRenderer().tile(
      from: loaded.bitmap.turned(by: turn), of: loaded.region,
      pictureSize: turn.shown(loaded.info.size ?? loaded.bitmap.size), extent: request.extent,
      fitting: request.cells, form: request.form, marksClipping: request.marksClipping,
      with: request.blended.map { other in
        SecondBitmap(
          second.flatMap { second in
            other.part.map { (second.loaded.bitmap, second.loaded.region, $0) }
          }, blend: other.blend)
      })
  }

  func loaded(_ tile: Tile, in renderTime: Duration) -> LoadedTile {
    LoadedTile(
      tile: tile, info: loaded.info,
      provenance: Provenance(
        origin: loadTime == nil ? .memory : loaded.origin, isStale: loaded.isStale,
        loadTime: (loadTime ?? .zero) + renderTime, begunAt: begunAt, hasLarger: loaded.hasLarger))
  }
}

package typealias BitmapMemory = MemoryCache<BitmapKey, CachedBitmap>

extension MemoryCache where Key == BitmapKey, Value == CachedBitmap {
  /// 32 MB, never expiring: the cells of some screens, or ten photos in the viewer.
  package static var lasting: BitmapMemory { bitmaps(within: 32 << 20, expiration: .never) }

  /// One bitmap may take a quarter of `byteLimit`.
  package static func bitmaps(
    within byteLimit: Int, expiration: Expiration, clock: some Clock<Duration> = CoarseClock()
  ) -> BitmapMemory {
    BitmapMemory(
      limits: CacheLimits(cost: byteLimit, entryCost: byteLimit / 4), expiration: expiration,
      clock: clock)
  }
}

package typealias TileMemory = MemoryCache<ImageRequest, LoadedTile>

extension MemoryCache where Key == ImageRequest, Value == LoadedTile {
  package var keepsTiles: Bool {
    let limits = limits
    return limits.count > 0 && limits.greatestEntryCost > 0
  }

  package func tile(for request: ImageRequest) -> LoadedTile? { value(for: request) }

  /// Neither counts as a use nor in the statistics.
  package func holds(_ request: ImageRequest) -> Bool { presence(of: request) == .present }

  /// Tiles are discardable under memory pressure, since the photo still exists.
  package func store(_ tile: LoadedTile, for request: ImageRequest, expiration: Expiration? = nil) {
    store(
      tile, for: request, cost: tile.tile.byteCount, expiration: expiration, isDiscardable: true)
  }
}

extension Photo {
  /// How long tiles are cached that are stored at a moment, in seconds since 1970 UTC; nil for the
  /// cache's default, which every hit extends.
  package func expiration(at moment: Int) -> Expiration? {
    switch onWeb?.lifetime {
    case nil, .asServed, .version: nil
    case .forever: .never
    case .between(_, let end): .within(.seconds(max(0, end - moment)))
    }
  }

  /// Whether its tiles expire at a certain time, however often they are used.
  package var hasExpiryDate: Bool { if case .between = onWeb?.lifetime { true } else { false } }
}

package struct LoadedTile: Hashable, Sendable {
  package private(set) var tile: Tile
  package private(set) var info: PictureInfo
  package private(set) var provenance: Provenance

  package init(tile: Tile, info: PictureInfo, provenance: Provenance) {
    (self.tile, self.info, self.provenance) = (tile, info, provenance)
  }

  func showing(_ tile: Tile) -> LoadedTile {
    var copy = self
    copy.tile = tile
    return copy
  }

  package func showing(_ tile: Tile, isComplete: Bool) -> LoadedTile {
    var copy = showing(tile)
    copy.info.isComplete = isComplete
    return copy
  }

  package var moving: LoadedTile {
    var copy = self
    copy.info.isMoving = true
    return copy
  }

  func servedFromMemory(in loadTime: Duration) -> LoadedTile {
    var copy = self
    copy.provenance.origin = .memory
    copy.provenance.loadTime = loadTime
    return copy
  }
}

package struct Provenance: Hashable, Sendable {
  package enum Origin: String, Hashable, Sendable {
    case memory, thumbnail
    case shared = "shared tier"
    case file
    case memoryResponse = "memory response"
    case diskResponse = "disk response"
    /// A stored response that the server has just confirmed.
    case revalidated
    case network
  }

  package var origin: Origin
  package var isStale: Bool
  package var loadTime: Duration
  /// Start of the load, in seconds since 1970 UTC; later changes are not in the tile.
  package var begunAt: Int
  package let hasLarger: Bool

  package init(
    origin: Origin, isStale: Bool = false, loadTime: Duration, begunAt: Int, hasLarger: Bool = false
  ) {
    (self.origin, self.isStale, self.loadTime, self.begunAt) = (origin, isStale, loadTime, begunAt)
    self.hasLarger = hasLarger
  }
}

extension ImageRequest {
  /// Draws the blurred hint of the photo's feed as a tile, before any response; nil without one.
  var hintDrawing: (@Sendable () -> Tile)? {
    guard let photo = photo.onWeb, let hint = photo.hint else { return nil }
    let room = PixelSize(
      width: Int(Double(cells.columns) * form.cellAspect * 100), height: cells.rows * 100)
    let shape = photo.largestSize ?? hint.shape ?? room
    return {
      TileRenderer().tile(
        from: hint.bitmap(shapedAs: shape), pictureSize: shape, fitting: cells,
        form: .symbols(form.characters))
    }
  }
}
