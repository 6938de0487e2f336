import Imaging

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
    let written = geometry.written(in: form.detail)
    let drawn = draw(written.picture)
    let side = max(1, Self.square / form.detail.rawValue)
    var picture = drawn.standing(
      on: form.characters, square: PixelSize(width: side, height: side),
      from: origin / form.detail.rawValue)
    let isFramed =
      (form.isFilled || form.characters.backdrop == .color) && written.room != written.picture
    if isFramed {
      picture = picture.framed(in: written.room, at: written.margin, by: form.characters.background)
    }
    let tile = tile(
      of: picture, on: isFramed ? geometry.filled : geometry, isWhole: isWhole, form: form)
    guard let tile, isFramed || form.characters.backdrop != .terminal && !drawn.isOpaque
    else { return tile }
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
      case .rgb where isWhole && picture.isOpaque:
        WrittenPixels(size: picture.size, bytes: picture.bytesOnWhite, showsBackground: false)
      case .rgb: rgb(BackedPixels(picture, on: background), isWhole ? nil : written)
      case .rgba: rgba(picture, written)
      case .sixel: sixel(BackedPixels(picture, on: background), geometry, form)
      case .jpeg: jpeg(BackedPixels(picture, on: background), written)
      }
    guard let pixels else { return nil }
    let hasGaps = picture.hasGaps
    let symbols =
      form.hasPlaceholders
      ? geometry.symbols(of: picture, in: form.characters) : Canvas(size: geometry.cells)
    let encoded = EncodedPicture(
      symbols: symbols, encoding: form.encoding, pixels: pixels.size, bytes: pixels.bytes,
      images: pixels.images, hasGaps: hasGaps,
      hasMargins: form.encoding == .sixel && geometry.room != geometry.picture)
    return Tile(
      .pixels(encoded), background: pixels.showsBackground ? background : nil, hasGaps: hasGaps)
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
    let framed = picture.framed(in: geometry.room, at: geometry.margin, by: nil)
    return WrittenPixels(size: geometry.room, bytes: framed.straightBytes, showsBackground: false)
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

  /// With full chroma resolution. Means of ten photos of 400 by 400 pixels: 25.6 KB at 41.7 dB;
  /// with chroma halved in both directions 20.5 KB at 38.1 dB, or at quality 90 25.4 KB at 39.1 dB.
  private static let jpegQuality = 85

  /// The room of the cells, filled with the background color.
  private func jpeg(_ picture: BackedPixels, _ geometry: PixelGeometry) -> WrittenPixels? {
    let rgb = picture.rgbBytes(in: geometry.room, at: geometry.margin)
    guard let bytes = ImageEncoder.jpeg(rgb, size: geometry.room, quality: Self.jpegQuality)
    else { return nil }
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

/// Pixels composed with a background, without alpha.
struct BackedPixels {
  let size: PixelSize
  /// `RGB.packed`, row by row; fully transparent pixels are the background with a flag bit.
  let pixels: [UInt32]
  let background: RGB
  let isMixed, hasGaps: Bool

  private static let gap: UInt32 = 1 << 24

  init(_ picture: Bitmap, on background: RGB) {
    size = picture.size
    self.background = background
    var (isMixed, hasGaps) = (false, false)
    pixels = unsafe [UInt32](unsafeUninitializedCapacity: picture.size.area) { pixels, count in
      unsafe picture.bytes.withUnsafeBytes { bytes in
        for place in 0..<picture.size.area {
          let stored = unsafe bytes.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)
          let color = UInt32(bigEndian: stored)
          switch color & 255 {
          case 255: unsafe pixels.initializeElement(at: place, to: color >> 8)
          case 0:
            hasGaps = true
            unsafe pixels.initializeElement(at: place, to: background.packed | Self.gap)
          default:
            isMixed = true
            unsafe pixels.initializeElement(at: place, to: Self.mixed(color, with: background))
          }
        }
      }
      count = picture.size.area
    }
    (self.isMixed, self.hasGaps) = (isMixed, hasGaps)
  }

  /// `color` is premultiplied, with alpha in the lowest byte.
  private static func mixed(_ color: UInt32, with background: RGB) -> UInt32 {
    let rest = 255 - Int(color & 255)
    func channel(_ shift: UInt32, _ behind: UInt8) -> UInt8 {
      UInt8(min(255, Int(color >> shift & 255) + (Int(behind) * rest + 127) / 255))
    }
    let color = RGB(
      channel(24, background.red), channel(16, background.green), channel(8, background.blue))
    return color.packed
  }

  /// Three bytes per pixel, row by row, with the background around the image; sizes in pixels.
  func rgbBytes(in room: PixelSize, at margin: PixelSize) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: room.area * 3) { bytes, count in
      if room != size {
        for place in 0..<room.area { unsafe Self.write(background.packed, to: bytes, at: place) }
      }
      unsafe pixels.withUnsafeBufferPointer { pixels in
        for row in 0..<size.height {
          let start = (margin.height + row) * room.width + margin.width
          for column in 0..<size.width {
            unsafe Self.write(pixels[row &* size.width &+ column], to: bytes, at: start &+ column)
          }
        }
      }
      count = room.area * 3
    }
  }

  @inline(__always)
  private static func write(
    _ color: UInt32, to bytes: UnsafeMutableBufferPointer<UInt8>, at place: Int
  ) {
    let start = place &* 3
    unsafe bytes.initializeElement(at: start, to: UInt8(truncatingIfNeeded: color >> 16))
    unsafe bytes.initializeElement(at: start &+ 1, to: UInt8(truncatingIfNeeded: color >> 8))
    unsafe bytes.initializeElement(at: start &+ 2, to: UInt8(truncatingIfNeeded: color))
  }
}
