/// The output form of a tile: what it is made of, and for which terminal.
package enum TileForm: Hashable, Sendable {
  /// Characters.
  case symbols(SymbolForm)
  /// Pixels, which a terminal shows in the place of some of its characters.
  case pixels(PixelForm)

  /// A form of characters.
  package init(
    symbols: SymbolSet, colors: ColorDepth, cellAspect: Double = 0.5,
    background: RGB = RGB(0, 0, 0)
  ) {
    self = .symbols(
      SymbolForm(
        symbols: symbols, colors: colors, cellAspect: cellAspect, background: background))
  }

  /// What is drawn with characters, be it the pictures or only what stands around them.
  package var characters: SymbolForm {
    get {
      switch self {
      case .symbols(let form): form
      case .pixels(let form): form.characters
      }
    }
    set {
      switch self {
      case .symbols: self = .symbols(newValue)
      case .pixels(var form):
        form.characters = newValue
        self = .pixels(form)
      }
    }
  }

  /// The characters that the terminal shows, for all that is drawn with them.
  package var symbols: SymbolSet { characters.symbols }

  /// How many colours there are.
  package var colors: ColorDepth { characters.colors }

  /// Width over height of one character cell in pixels; most fonts have about a half.
  package var cellAspect: Double { characters.cellAspect }

  /// The size of one character cell in pixels; of characters, which have none, as most fonts have it.
  package var pixelCell: PixelSize {
    switch self {
    case .symbols(let form):
      PixelSize(width: max(1, Int((16 * form.cellAspect).rounded())), height: 16)
    case .pixels(let form): form.cell
    }
  }

  /// What the terminal's background looks like, which half transparent pixels are mixed with.
  package var background: RGB {
    get { characters.background }
    set { characters.background = newValue }
  }
}

/// Pictures of characters.
package struct SymbolForm: Hashable, Sendable {
  /// The characters that pictures are drawn with.
  package var symbols: SymbolSet
  /// How many colours there are.
  package var colors: ColorDepth
  /// Width over height of one character cell in pixels; most fonts have about a half.
  package var cellAspect: Double
  /// What the terminal's background looks like, which half transparent pixels are mixed with; black
  /// where nobody knows, and with a backdrop of a colour that colour.
  package var background: RGB
  /// What is seen where a picture is transparent.
  package var backdrop = Backdrop.terminal
}

/// Pictures of pixels.
package struct PixelForm: Hashable, Sendable {
  /// How pixels are written.
  package var encoding: PixelEncoding
  /// The size of one character cell in pixels, both sides at least 1.
  package var cell: PixelSize
  /// How finely they are written.
  package var detail: PixelDetail
  /// The largest image that the terminal shows whole, in pixels; nil for any.
  ///
  /// A larger picture is written as several.
  package var limit: PixelSize?
  /// What is drawn with characters around the pictures.
  package var characters: SymbolForm

  /// Makes a form.
  /// - Parameters:
  ///   - encoding: How pixels are written.
  ///   - cell: The size of one character cell in pixels, both sides at least 1.
  ///   - detail: How finely pixels are written.
  ///   - limit: The largest image that the terminal shows whole, in pixels; nil for any.
  ///   - characters: What is drawn with characters around the pictures.
  package init(
    encoding: PixelEncoding, cell: PixelSize, detail: PixelDetail = .full,
    limit: PixelSize? = nil, characters: SymbolForm
  ) {
    self.encoding = encoding
    self.cell = cell
    self.detail = detail
    self.limit = limit
    self.characters = characters
  }
}

/// How many of the terminal's pixels show one that is written, in each direction.
///
/// ```swift
/// PixelDetail.half.rawValue  // 2: a quarter of the pixels, for a slow link
/// ```
package enum PixelDetail: Int, CaseIterable, Hashable, Sendable {
  case full = 1
  case half = 2
  case quarter = 4

  /// The details that show more than this one, the finest first.
  package var finer: [PixelDetail] { Self.allCases.filter { $0.rawValue < rawValue } }
}

/// How the pixels of a picture are written.
package enum PixelEncoding: String, CaseIterable, Hashable, Sendable {
  /// Three bytes a pixel, rows from the top; the terminal stretches them to the character cells, in the
  /// middle of which they stand with their proportions kept.
  case rgb
  /// Four bytes a pixel, not multiplied by alpha, in the shape of the character cells: what the picture
  /// leaves free of them is transparent.
  case rgba
  /// A sixel image with its control string around it (DEC STD 070, section 9), as wide as the character
  /// cells; what the picture leaves free of them is not drawn.
  case sixel
  /// A JPEG file in the shape of the character cells: what the picture leaves free of them has the
  /// colour of the background.
  case jpeg
}
