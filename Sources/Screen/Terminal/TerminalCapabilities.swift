package import Imaging

/// What the terminal can do, and how each thing is known.
///
/// It follows from what the user asked for, the environment, and what the terminal has answered so
/// far: a later answer changes what follows from it, and nothing else.
///
/// ```swift
/// var capabilities = TerminalCapabilities(environment: environment, colors: options.color)
/// capabilities.colors  // 256, by TERM=xterm-256color
/// capabilities.answers.keepsExactColors = true
/// capabilities.colors  // truecolor, by the terminal's answer
/// ```
package struct TerminalCapabilities: Hashable, Sendable {
  /// What the terminal has answered so far.
  package var answers: TerminalAnswers
  /// The size of its window; nil where the kernel does not say.
  package private(set) var window: WindowSize?
  /// How many bytes it has been seen to take in a second; nil before that is known.
  package var measuredLinkRate: Int?

  let environment: TerminalEnvironment
  let requestedSymbols: SymbolSet?
  let requestedImages: PictureProtocol?
  let requestedLinkRate: Int?
  private let requestedColors: ColorDepth?
  /// What of the window's pixels belongs to no character cell.
  private var border = PixelSize(width: 0, height: 0)

  /// Makes capabilities.
  /// - Parameters:
  ///   - environment: The environment variables.
  ///   - colors: The colours that the user asked for with `--color`.
  ///   - symbols: The symbols that the user asked for with `--symbols`.
  ///   - images: How the user asked with `--images` for pictures to be sent.
  ///   - linkRate: How many bytes the link takes in a second, as the user says with `--bandwidth`.
  ///   - answers: What the terminal has answered.
  ///   - window: The size of its window.
  package init(
    environment: TerminalEnvironment, colors: ColorDepth? = nil, symbols: SymbolSet? = nil,
    images: PictureProtocol? = nil, linkRate: Int? = nil,
    answers: TerminalAnswers = TerminalAnswers(), window: WindowSize? = nil
  ) {
    self.environment = environment
    requestedColors = colors
    requestedSymbols = symbols
    requestedImages = images
    requestedLinkRate = linkRate
    self.answers = answers
    self.window = window
  }

  /// Takes over what the terminal has answered; what it has said of its window holds until it says
  /// something else, or the window changes.
  package mutating func adopt(_ answers: TerminalAnswers) {
    let sizes = self.answers.sizes
    self.answers = answers
    if answers.sizes.isEmpty { self.answers.sizes = sizes }
  }

  /// Takes over the new size of the window.
  ///
  /// Answers about the old one hold no longer. The size of a cell follows from the kernel's pixels,
  /// without the border that the old window had; where there are none it stays until the terminal has
  /// been asked again.
  package mutating func resize(to window: WindowSize) {
    let cell = knownCell
    if let cell, cell.source == .answer, let old = self.window, old.hasPixels {
      border = old.border(aroundCellsOf: cell.value)
    }
    answers.sizes = SizeAnswers(cell: window.hasPixels ? nil : cell?.value)
    self.window = window
  }

  /// The size of one character cell in pixels, and how it is known: by an answer, or by the size of the
  /// window; nil where nobody says.
  package var knownCell: Capability<PixelSize>? {
    if let cell = answers.sizes.cell(in: window, sixelLimit: answers.sixelLimit) {
      return Capability(cell, by: .answer)
    }
    return window?.cell(border: border).map { Capability($0, by: .window) }
  }

  /// How many colours to use.
  ///
  /// The option decides, then `NO_COLOR` (no-color.org), `COLORTERM`, what the terminal answers, and
  /// `TERM`. An answer never takes colours away, and gives none to a type that has none.
  package var colors: Capability<ColorDepth> {
    if let requestedColors { return Capability(requestedColors, by: .option("--color")) }
    if let depth = environment.colorDepthByVariables { return depth }
    let named = environment.colorDepthByType
    guard named.value != .none, let answered = answers.colors, answered.value > named.value else {
      return named
    }
    return answered
  }

  /// What to draw pictures with.
  ///
  /// The option decides, then the character set of the locale and the type of the terminal; where
  /// these allow it, a terminal that draws sextants itself gets those.
  package var symbols: Capability<SymbolSet> {
    if let requestedSymbols { return Capability(requestedSymbols, by: .option("--symbols")) }
    let usual = environment.symbols
    guard usual.value == .quadrants else { return usual }
    if let brand = answers.brand { return brand.value.drawsSextants ? brand.sextants : usual }
    guard let brand = environment.brand, brand.value.drawsSextants else { return usual }
    return brand.sextants
  }
}

extension Capability<TerminalBrand> {
  fileprivate var sextants: Capability<SymbolSet> { Capability<SymbolSet>(.sextants, by: source) }
}

extension ColorDepth {
  /// Whether more colours can be shown than with another depth.
  fileprivate static func > (one: ColorDepth, other: ColorDepth) -> Bool {
    let order: [ColorDepth] = [.none, .ansi16, .indexed256, .direct]
    return (order.firstIndex(of: one) ?? 0) > (order.firstIndex(of: other) ?? 0)
  }
}

extension TerminalCapabilities {
  /// Whether the terminal puts pictures on the clipboard, and not text alone (kitty, "Copying all data types
  /// to the clipboard", OSC 5522).
  ///
  /// kitty does since 0.27, and says so only in versions of which few are in use: it is known by its name.
  /// A multiplexer lets none through.
  package var copiesPictures: Bool { multiplexer == nil && answers.brand?.value == .kitty }
}

extension TerminalCapabilities {
  /// Whether parts of a text may be made links (OSC 8).
  ///
  /// Nobody can be asked. A terminal that knows them not skips them as it does every command of that form,
  /// but for the few that know no such commands and would print them.
  package var hyperlinks: Capability<Bool> { environment.hyperlinks }
}
