package import Imaging

/// The terminal's capabilities, with the source of each.
///
/// Derived from options, the environment and the replies so far; a later reply changes only what
/// depends on it.
///
/// ```swift
/// var capabilities = TerminalCapabilities(environment: environment, colors: options.color)
/// capabilities.colors  // 256, by TERM=xterm-256color
/// capabilities.answers.keepsExactColors = true
/// capabilities.colors  // truecolor, by the terminal's answer
/// ```
package struct TerminalCapabilities: Hashable, Sendable {
  package var answers: TerminalAnswers
  /// Nil if the kernel does not know it.
  package private(set) var window: WindowSize?
  /// Bytes per second; nil until measured.
  package var measuredLinkRate: Int?

  let environment: TerminalEnvironment
  let requestedSymbols: SymbolSet?
  let requestedImages: PictureProtocol?
  let requestedLinkRate: Int?
  private let requestedColors: ColorDepth?
  /// Pixels of the window outside of all cells.
  private var border = PixelSize(width: 0, height: 0)

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

  /// Applies replies; sizes are kept until new ones arrive or the window changes.
  package mutating func adopt(_ answers: TerminalAnswers) {
    let sizes = self.answers.sizes
    self.answers = answers
    if answers.sizes.isEmpty { self.answers.sizes = sizes }
  }

  /// Applies a new window size and drops replies about the old one.
  ///
  /// The cell size follows from the kernel's pixels without the previous border. Without pixels it
  /// is kept until the terminal has replied again.
  package mutating func resize(to window: WindowSize) {
    let cell = knownCell
    if let cell, cell.source == .answer, let old = self.window, old.hasPixels {
      border = old.border(aroundCellsOf: cell.value)
    }
    answers.sizes = SizeAnswers(cell: window.hasPixels ? nil : cell?.value)
    self.window = window
  }

  /// In pixels; nil if unknown.
  package var knownCell: Capability<PixelSize>? {
    if let cell = answers.sizes.cell(in: window, sixelLimit: answers.sixelLimit) {
      return Capability(cell, by: .answer)
    }
    return window?.cell(border: border).map { Capability($0, by: .window) }
  }

  /// By precedence: `--color`, `NO_COLOR` (no-color.org), `COLORTERM`, the terminal's reply,
  /// `TERM`.
  ///
  /// A reply never reduces the depth, and adds none to a type without colors.
  package var colors: Capability<ColorDepth> {
    if let requestedColors { return Capability(requestedColors, by: .option("--color")) }
    if let depth = environment.colorDepthByVariables { return depth }
    let named = environment.colorDepthByType
    guard named.value != .none, let answered = answers.colors, answered.value > named.value else {
      return named
    }
    return answered
  }

  /// By precedence: `--symbols`, the locale's character set, the terminal type.
  ///
  /// Terminals that draw sextants themselves get those if the others allow it.
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
  fileprivate static func > (one: ColorDepth, other: ColorDepth) -> Bool {
    let order: [ColorDepth] = [.none, .ansi16, .indexed256, .direct]
    return (order.firstIndex(of: one) ?? 0) > (order.firstIndex(of: other) ?? 0)
  }
}

extension TerminalCapabilities {
  /// Whether the terminal accepts images for its clipboard (kitty, "Copying all data types to the
  /// clipboard", OSC 5522).
  ///
  /// kitty does since 0.27 but reports it only in recent versions, so its name decides.
  /// Multiplexers block it.
  package var copiesPictures: Bool { multiplexer == nil && answers.brand?.value == .kitty }
}

extension TerminalCapabilities {
  /// OSC 8; cannot be queried, but most terminals without support skip the command.
  package var hyperlinks: Capability<Bool> { environment.hyperlinks }
}
