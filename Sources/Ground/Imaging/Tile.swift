/// The finished picture of one photo for one cell size and one output form.
package struct Tile: Hashable, Sendable {
  /// What is shown: no larger than the cell it was made for.
  package let content: TileContent

  private let transparency: Transparency

  /// What a tile has of a background.
  private enum Transparency: Hashable {
    case opaque
    case seenThrough
    case mixed(RGB)
  }

  /// Makes a tile of what is shown, what is mixed into it, and whether one sees through it.
  package init(_ content: TileContent, background: RGB? = nil, hasGaps: Bool = false) {
    self.content = content
    transparency = background.map(Transparency.mixed) ?? (hasGaps ? .seenThrough : .opaque)
  }

  /// Makes a tile of finished glyphs.
  package init(canvas: Canvas, background: RGB? = nil, hasGaps: Bool = false) {
    self.init(.symbols(canvas), background: background, hasGaps: hasGaps)
  }

  /// The background that half transparent pixels are mixed with; nil where there are none.
  package var background: RGB? {
    guard case .mixed(let color) = transparency else { return nil }
    return color
  }

  /// Whether a tile that was made in one form may be shown in another: not where it is mixed with
  /// another background, nor where the terminal's is seen through it and should not be.
  package func mayStand(from form: TileForm, in other: TileForm) -> Bool {
    let (form, other) = (form.characters, other.characters)
    return switch transparency {
    case .opaque: true
    case .seenThrough: form.backdrop == other.backdrop
    case .mixed: form.backdrop == other.backdrop && form.background == other.background
    }
  }

  /// The same picture of other glyphs.
  package func showing(_ canvas: Canvas) -> Tile {
    Tile(canvas: canvas, background: background, hasGaps: transparency == .seenThrough)
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
  /// The images that these bytes are: one, or several beside one another where the terminal shows none so
  /// large.
  package let images: [WrittenImage]
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
  ///   - images: The images that the bytes are; nil for one.
  package init(
    symbols: Canvas, encoding: PixelEncoding, pixels: PixelSize, bytes: [UInt8],
    images: [WrittenImage]? = nil
  ) {
    self.images =
      images ?? [WrittenImage(origin: CellPoint(column: 0, row: 0), bytes: bytes.indices)]
    size = symbols.size
    self.symbols = symbols
    self.encoding = encoding
    self.pixels = pixels
    self.bytes = bytes
    var hasher = Hasher()
    hasher.combine(size)
    hasher.combine(encoding)
    hasher.combine(pixels)
    hasher.combine(self.images)
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    fingerprint = hasher.finalize()
  }

  /// Hashes the fingerprint only.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(fingerprint)
  }
}

/// One of the images that an encoded picture is written as.
package struct WrittenImage: Hashable, Sendable {
  /// Where its character cells begin in those of the picture.
  package let origin: CellPoint
  /// Which of the picture's bytes write it.
  package let bytes: Range<Int>

  /// Makes an image of a place in the picture's character cells and a range of its bytes.
  package init(origin: CellPoint, bytes: Range<Int>) {
    self.origin = origin
    self.bytes = bytes
  }
}
