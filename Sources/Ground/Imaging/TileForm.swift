/// The output form of a tile: what it is made of, and for which terminal.
package enum TileForm: Hashable, Sendable {
  /// Characters.
  case symbols(SymbolForm)

  /// A form of characters.
  package init(
    symbols: SymbolSet, colors: ColorDepth, cellAspect: Double = 0.5,
    background: RGB = RGB(0, 0, 0)
  ) {
    self = .symbols(
      SymbolForm(
        symbols: symbols, colors: colors, cellAspect: cellAspect, background: background))
  }

  /// The characters that the terminal shows, for all that is drawn with them.
  package var symbols: SymbolSet {
    switch self {
    case .symbols(let form): form.symbols
    }
  }

  /// How many colours there are.
  package var colors: ColorDepth {
    switch self {
    case .symbols(let form): form.colors
    }
  }

  /// Width over height of one character cell in pixels; most fonts have about a half.
  package var cellAspect: Double {
    switch self {
    case .symbols(let form): form.cellAspect
    }
  }

  /// What the terminal's background looks like, which half transparent pixels are mixed with.
  package var background: RGB {
    get {
      switch self {
      case .symbols(let form): form.background
      }
    }
    set {
      switch self {
      case .symbols(var form):
        form.background = newValue
        self = .symbols(form)
      }
    }
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
  /// where nobody knows.
  package var background: RGB
}
