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

  private let environment: TerminalEnvironment
  private let requestedColors: ColorDepth?
  private let requestedSymbols: SymbolSet?

  /// Makes capabilities.
  /// - Parameters:
  ///   - environment: The environment variables.
  ///   - colors: The colours that the user asked for with `--color`.
  ///   - symbols: The symbols that the user asked for with `--symbols`.
  ///   - answers: What the terminal has answered.
  package init(
    environment: TerminalEnvironment, colors: ColorDepth? = nil, symbols: SymbolSet? = nil,
    answers: TerminalAnswers = TerminalAnswers()
  ) {
    self.environment = environment
    requestedColors = colors
    requestedSymbols = symbols
    self.answers = answers
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
