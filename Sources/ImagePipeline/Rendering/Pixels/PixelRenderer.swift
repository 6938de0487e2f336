internal import Imaging

/// Renders pixel tiles: scales a bitmap to its character cells, and encodes it for the terminal.
struct PixelRenderer {
  /// Renders a tile; nil if the encoding is not available.
  ///
  /// `isWhole` lets the terminal center the image itself. `origin` is the position in the whole
  /// image, in terminal pixels. `draw` renders the image at a size in pixels.
  func tile(
    on geometry: PixelGeometry, isWhole: Bool, origin: SIMD2<Int> = .zero, form: PixelForm,
    draw: (PixelSize) -> Bitmap
  ) -> Tile? {
    guard form.characters.backdrop != .terminal else {
      let picture = draw(geometry.written(in: form.detail).picture)
      return tile(of: picture, on: geometry, isWhole: isWhole, form: form)
    }
    let written = geometry.written(in: form.detail)
    let drawn = draw(written.picture)
    let side = max(1, Self.square / form.detail.rawValue)
    var picture = drawn.standing(
      on: form.characters, square: PixelSize(width: side, height: side),
      from: origin / form.detail.rawValue)
    let isFramed = form.characters.backdrop == .color && written.room != written.picture
    if isFramed {
      picture = picture.framed(in: written.room, at: written.margin, by: form.characters.background)
    }
    let tile = tile(
      of: picture, on: isFramed ? geometry.filled : geometry, isWhole: isWhole, form: form)
    guard let tile, isFramed || !drawn.isOpaque else { return tile }
    return Tile(tile.content, background: form.characters.background)
  }

  /// Side of a checkerboard square, in terminal pixels.
  private static let square = 8

  private func tile(
    of picture: Bitmap, on geometry: PixelGeometry, isWhole: Bool, form: PixelForm
  ) -> Tile? {
    let written = geometry.written(in: form.detail)
    let background = form.characters.background
    let pixels: WrittenPixels? =
      switch form.encoding {
      case .rgb: rgb(BackedPixels(picture, on: background), isWhole ? nil : written)
      case .rgba: rgba(picture, written)
      case .sixel: sixel(BackedPixels(picture, on: background), geometry, form)
      case .jpeg: jpeg(BackedPixels(picture, on: background), written)
      }
    guard let pixels else { return nil }
    let encoded = EncodedPicture(
      symbols: geometry.symbols(of: picture, in: form.characters), encoding: form.encoding,
      pixels: pixels.size, bytes: pixels.bytes, images: pixels.images, hasGaps: picture.hasGaps)
    return Tile(
      .pixels(encoded), background: pixels.showsBackground ? background : nil,
      hasGaps: picture.hasGaps)
  }

  /// The image alone, or with `geometry` the room of its cells, filled with the background color.
  private func rgb(_ picture: BackedPixels, _ geometry: PixelGeometry?) -> WrittenPixels {
    let room = geometry?.room ?? picture.size
    return WrittenPixels(
      size: room,
      bytes: picture.rgbBytes(
        in: room, at: geometry?.margin ?? PixelSize(width: 0, height: 0)),
      showsBackground: picture.isMixed || picture.hasGaps || picture.size != room)
  }

  /// The room of the cells, transparent around the image.
  private func rgba(_ picture: Bitmap, _ geometry: PixelGeometry) -> WrittenPixels {
    let straight = picture.straightBytes
    var bytes = [UInt8](repeating: 0, count: geometry.room.area * 4)
    let length = picture.size.width * 4
    for row in 0..<picture.size.height {
      let start = ((geometry.margin.height + row) * geometry.room.width + geometry.margin.width) * 4
      bytes.replaceSubrange(
        start..<start + length, with: straight[row * length..<(row + 1) * length])
    }
    return WrittenPixels(size: geometry.room, bytes: bytes, showsBackground: false)
  }

  /// The image alone; fully transparent pixels are not drawn.
  ///
  /// Terminals cannot scale sixels, so pixels are repeated for lower detail.
  private func sixel(
    _ picture: BackedPixels, _ geometry: PixelGeometry, _ form: PixelForm
  ) -> WrittenPixels {
    let indexed = IndexedPicture(diffusing: picture.pixels, of: picture.size)
      .repeated(to: geometry.picture)
    let sixels = SixelEncoder(limit: form.limit, cell: form.cell)
      .images(of: indexed, in: geometry.room, at: geometry.margin)
    return WrittenPixels(
      size: geometry.room, bytes: sixels.bytes, images: sixels.images,
      showsBackground: picture.isMixed)
  }

  /// The room of the cells, filled with the background color.
  private func jpeg(_ picture: BackedPixels, _ geometry: PixelGeometry) -> WrittenPixels? {
    let rgb = picture.rgbBytes(in: geometry.room, at: geometry.margin)
    guard let bytes = JPEGEncoder().file(of: rgb, size: geometry.room) else { return nil }
    let isFramed = picture.size != geometry.room
    return WrittenPixels(
      size: geometry.room, bytes: bytes,
      showsBackground: picture.isMixed || picture.hasGaps || isFramed)
  }
}

private struct WrittenPixels {
  let size: PixelSize
  let bytes: [UInt8]
  var images: [WrittenImage]?
  /// Whether the assumed background is visible.
  let showsBackground: Bool
}
