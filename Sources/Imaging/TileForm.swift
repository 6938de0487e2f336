/// The output form of a tile for a terminal.
package enum TileForm: Hashable, Sendable {
  case symbols(SymbolForm)
  case pixels(PixelForm)

  package init(
    symbols: SymbolSet, colors: ColorDepth, cellAspect: Double = 0.5, background: RGB = RGB(0, 0, 0)
  ) {
    self = .symbols(
      SymbolForm(
        symbols: symbols, colors: colors, cellAspect: cellAspect, background: background))
  }

  /// The form for characters: the images, or only the text around them.
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

  package var symbols: SymbolSet { characters.symbols }

  package var colors: ColorDepth { characters.colors }

  package var cellAspect: Double { characters.cellAspect }

  /// The cell size in pixels; an estimate for character forms.
  package var pixelCell: PixelSize {
    switch self {
    case .symbols(let form):
      PixelSize(width: max(1, Int((16 * form.cellAspect).rounded())), height: 16)
    case .pixels(let form): form.cell
    }
  }

  package var encoding: PixelEncoding? {
    if case .pixels(let form) = self { form.encoding } else { nil }
  }

  package var background: RGB {
    get { characters.background }
    set { characters.background = newValue }
  }
}

package struct SymbolForm: Hashable, Sendable {
  package var symbols: SymbolSet
  package var colors: ColorDepth
  /// Width over height of a cell; about 0.5 in most fonts.
  package var cellAspect: Double
  /// Mixed into translucent pixels: that of the terminal, black if unknown, or of the backdrop.
  package var background: RGB
  package var backdrop = Backdrop.terminal
}

package struct PixelForm: Hashable, Sendable {
  package var encoding: PixelEncoding
  /// Cell size in pixels, sides at least 1.
  package var cell: PixelSize
  package var detail: PixelDetail
  /// Maximum image size of the terminal in pixels, nil for none; larger images are split.
  package var limit: PixelSize?
  /// Whether the margins of an image are drawn, in the background color.
  package var isFilled: Bool
  /// Whether tiles have characters to show until the terminal has the image; else they are blank.
  package var hasPlaceholders = true
  package var characters: SymbolForm

  package init(
    encoding: PixelEncoding, cell: PixelSize, detail: PixelDetail = .full,
    limit: PixelSize? = nil, isFilled: Bool = false, characters: SymbolForm
  ) {
    (self.encoding, self.cell, self.detail, self.limit) = (encoding, cell, detail, limit)
    (self.isFilled, self.characters) = (isFilled, characters)
  }
}

/// Terminal pixels per encoded pixel in each direction.
package enum PixelDetail: Int, CaseIterable, Hashable, Sendable {
  case full = 1
  case half = 2
  case quarter = 4

  package var finer: [PixelDetail] { Self.allCases.filter { $0.rawValue < rawValue } }
}

package enum PixelEncoding: String, CaseIterable, Hashable, Sendable {
  /// Three bytes per pixel, rows from the top; the terminal scales and centers them.
  case rgb
  /// Four bytes per pixel, not premultiplied, padded with transparent pixels to whole cells.
  case rgba
  /// A sixel image with its control string (DEC STD 070, section 9), as wide as its cells.
  case sixel
  /// A JPEG file, padded with the background color to whole cells.
  case jpeg
}

package enum Backdrop: Hashable, Sendable {
  case terminal
  /// A background color that fills all cells of the image.
  case color
  case checkered
}
