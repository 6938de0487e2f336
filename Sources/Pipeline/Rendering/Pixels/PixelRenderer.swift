import Imaging
internal import PictureEncoding

/// Makes tiles of pixels: scales a bitmap to those of its character cells, and writes them as a terminal
/// takes them.
struct PixelRenderer {
  /// Draws a picture on its character cells.
  /// - Parameters:
  ///   - geometry: The cells, and where the picture lies in them.
  ///   - isWhole: Whether the terminal may put it into the middle of its cells by itself.
  ///   - origin: Where the cells begin in those of the whole picture, in pixels of the terminal.
  ///   - form: How pixels are written.
  ///   - draw: Draws the picture in a size in pixels.
  /// - Returns: The tile; nil where the encoding cannot be had.
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
      picture = picture.framed(
        in: written.room, at: written.margin, by: form.characters.background)
    }
    let tile = tile(
      of: picture, on: isFramed ? geometry.filled : geometry, isWhole: isWhole, form: form)
    guard let tile, isFramed || !drawn.isOpaque else { return tile }
    return Tile(tile.content, background: form.characters.background)
  }

  /// The side of a square behind transparent pictures, in pixels of the terminal.
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
      pixels: pixels.size, bytes: pixels.bytes, images: pixels.images)
    return Tile(
      .pixels(encoded), background: pixels.showsBackground ? background : nil,
      hasGaps: picture.hasGaps)
  }

  /// The picture itself, or the room of its cells, with the background's colour where the picture is not.
  private func rgb(_ picture: BackedPixels, _ geometry: PixelGeometry?) -> WrittenPixels {
    let room = geometry?.room ?? picture.size
    return WrittenPixels(
      size: room,
      bytes: picture.rgbBytes(
        in: room, at: geometry?.margin ?? PixelSize(width: 0, height: 0)),
      showsBackground: picture.isMixed || picture.hasGaps || picture.size != room)
  }

  /// The room of the cells: transparent where the picture is not.
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

  /// The picture alone: what is wholly transparent of it is not drawn.
  ///
  /// The terminal cannot stretch it, so that pixels are repeated where there are fewer.
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

  /// The room of the cells: of the background's colour where the picture is not.
  private func jpeg(_ picture: BackedPixels, _ geometry: PixelGeometry) -> WrittenPixels? {
    let rgb = picture.rgbBytes(in: geometry.room, at: geometry.margin)
    guard let bytes = JPEGEncoder().file(of: rgb, size: geometry.room) else { return nil }
    let isFramed = picture.size != geometry.room
    return WrittenPixels(
      size: geometry.room, bytes: bytes,
      showsBackground: picture.isMixed || picture.hasGaps || isFramed)
  }
}

/// What a terminal is sent.
private struct WrittenPixels {
  /// The size of what is written, in pixels.
  let size: PixelSize
  let bytes: [UInt8]
  /// The images that they are; nil for one.
  var images: [WrittenImage]?
  /// Whether the background that was assumed is to be seen in it.
  let showsBackground: Bool
}
