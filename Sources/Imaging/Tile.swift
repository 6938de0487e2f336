/// The rendered image of a photo for one cell size and output form.
package struct Tile: Hashable, Sendable {
  package let content: TileContent

  private let transparency: Transparency

  private enum Transparency: Hashable {
    case opaque, seenThrough
    case mixed(RGB)
  }

  /// `background` is mixed into translucent pixels; with `hasGaps` the terminal's shows through.
  package init(_ content: TileContent, background: RGB? = nil, hasGaps: Bool = false) {
    self.content = content
    transparency = background.map(Transparency.mixed) ?? (hasGaps ? .seenThrough : .opaque)
  }

  package init(canvas: Canvas, background: RGB? = nil, hasGaps: Bool = false) {
    self.init(.symbols(canvas), background: background, hasGaps: hasGaps)
  }

  /// The color mixed into translucent pixels; nil if there are none.
  package var background: RGB? {
    guard case .mixed(let color) = transparency else { return nil }
    return color
  }

  /// Whether the tile can be reused in another form: a visible background must not differ.
  package func mayStand(from form: TileForm, in other: TileForm) -> Bool {
    let (form, other) = (form.characters, other.characters)
    return switch transparency {
    case .opaque: true
    case .seenThrough: form.backdrop == other.backdrop
    case .mixed: form.backdrop == other.backdrop && form.background == other.background
    }
  }

  package func showing(_ canvas: Canvas) -> Tile {
    Tile(canvas: canvas, background: background, hasGaps: transparency == .seenThrough)
  }

  package var size: CellSize {
    switch content {
    case .symbols(let canvas): canvas.size
    case .pixels(let picture): picture.size
    }
  }

  /// For pixels, the placeholder until the terminal has the image.
  package var canvas: Canvas {
    switch content {
    case .symbols(let canvas): canvas
    case .pixels(let picture): picture.symbols
    }
  }

  package var byteCount: Int {
    let glyphs = MemoryLayout<Tile>.size + canvas.glyphs.count * MemoryLayout<Glyph>.stride
    return switch content {
    case .symbols: glyphs
    case .pixels(let picture): glyphs + picture.bytes.count
    }
  }
}

package enum TileContent: Hashable, Sendable {
  case symbols(Canvas)
  /// Drawn by the terminal instead of characters; indirect to keep symbol tiles small.
  indirect case pixels(EncodedPicture)
}

package struct EncodedPicture: Hashable, Sendable {
  package let size: CellSize
  package let encoding: PixelEncoding
  /// Whether the bytes are a PNG file instead, which a terminal with kitty's protocol decodes.
  package let isPNG: Bool
  package let pixels: PixelSize
  package let bytes: [UInt8]
  /// One image, or several adjacent ones if the terminal limits the image size.
  package let images: [WrittenImage]
  /// Whether it has transparent pixels, besides the margins of sixels in the outermost cells.
  package let hasGaps: Bool
  /// Whether the outermost cells may have margins.
  package let hasMargins: Bool
  /// A placeholder until the terminal has the image, or after it has lost it.
  package let symbols: Canvas
  /// A hash of the transmitted content, computed once, since images are compared in every frame.
  package let fingerprint: Int

  package init(
    symbols: Canvas, encoding: PixelEncoding, isPNG: Bool = false, pixels: PixelSize,
    bytes: [UInt8], images: [WrittenImage]? = nil, hasGaps: Bool = false, hasMargins: Bool? = nil
  ) {
    self.images =
      images ?? [WrittenImage(origin: CellPoint(column: 0, row: 0), bytes: bytes.indices)]
    size = symbols.size
    self.isPNG = isPNG
    self.hasGaps = hasGaps
    self.hasMargins = hasMargins ?? (encoding == .sixel)
    (self.symbols, self.encoding, self.pixels, self.bytes) = (symbols, encoding, pixels, bytes)
    var hasher = Hasher()
    hasher.combine(size)
    hasher.combine(encoding)
    hasher.combine(pixels)
    hasher.combine(self.images)
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    fingerprint = hasher.finalize()
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(fingerprint)
  }
}

/// One of the images that an encoded image consists of.
package struct WrittenImage: Hashable, Sendable {
  package let origin: CellPoint
  package let bytes: Range<Int>

  package init(origin: CellPoint, bytes: Range<Int>) {
    (self.origin, self.bytes) = (origin, bytes)
  }
}
