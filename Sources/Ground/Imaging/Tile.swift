/// The finished picture of one photo for one cell size and one output form.
package struct Tile: Hashable, Sendable {
  /// What is shown: no larger than the cell it was made for.
  package let content: TileContent

  /// The background that half transparent pixels are mixed with; nil where there are none.
  package let background: RGB?

  /// Makes a tile of what is shown, and what is mixed into it.
  package init(_ content: TileContent, background: RGB? = nil) {
    self.content = content
    self.background = background
  }

  /// Makes a tile of finished glyphs.
  package init(canvas: Canvas, background: RGB? = nil) {
    self.init(.symbols(canvas), background: background)
  }

  /// The size in character cells.
  package var size: CellSize {
    switch content {
    case .symbols(let canvas): canvas.size
    case .pixels(let picture): picture.size
    }
  }

  /// The glyphs of the tile: those of a picture of pixels stand for it until the terminal has it.
  package var canvas: Canvas {
    switch content {
    case .symbols(let canvas): canvas
    case .pixels(let picture): picture.symbols
    }
  }

  /// What the tile takes in memory, in bytes.
  package var byteCount: Int {
    let glyphs = MemoryLayout<Tile>.size + canvas.glyphs.count * MemoryLayout<Glyph>.stride
    return switch content {
    case .symbols: glyphs
    case .pixels(let picture): glyphs + picture.bytes.count
    }
  }
}

/// What a tile shows.
package enum TileContent: Hashable, Sendable {
  /// Characters, which become part of a screen's own.
  case symbols(Canvas)
  /// Pixels, which a terminal shows in the place of its characters; kept apart, so that tiles of
  /// characters are no larger for them.
  indirect case pixels(EncodedPicture)
}

/// A picture as a terminal is sent it.
package struct EncodedPicture: Hashable, Sendable {
  /// The character cells that it covers.
  package let size: CellSize
  /// How its pixels are written.
  package let encoding: PixelEncoding
  /// The size of what is written, in pixels.
  package let pixels: PixelSize
  /// What is written.
  package let bytes: [UInt8]
  /// The same picture in characters: what stands in its place until the terminal has it, and where the
  /// terminal has lost it.
  package let symbols: Canvas
  /// A number that pictures which differ do not share, as far as can be told by chance: the hash of all
  /// else, made once, since a picture is compared in every frame.
  package let fingerprint: Int

  /// Makes a picture of bytes that are encoded already.
  /// - Parameters:
  ///   - symbols: The same picture in characters; its size is the picture's.
  ///   - encoding: How the pixels are written.
  ///   - pixels: The size of what is written, in pixels.
  ///   - bytes: What is written.
  package init(symbols: Canvas, encoding: PixelEncoding, pixels: PixelSize, bytes: [UInt8]) {
    size = symbols.size
    self.symbols = symbols
    self.encoding = encoding
    self.pixels = pixels
    self.bytes = bytes
    var hasher = Hasher()
    hasher.combine(size)
    hasher.combine(encoding)
    hasher.combine(pixels)
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    fingerprint = hasher.finalize()
  }

  /// Hashes the fingerprint only.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(fingerprint)
  }
}
