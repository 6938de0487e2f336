import Imaging
import Terminal
import Testing

@Suite("The terminal's capabilities and their sources")
struct TerminalCapabilitiesTests {
  private static let exact = answers { $0.keepsExactColors = true }
  private static let inexact = answers { $0.keepsExactColors = false }

  private static func answers(_ change: (inout TerminalAnswers) -> Void) -> TerminalAnswers {
    var answers = TerminalAnswers(progress: .complete)
    change(&answers)
    return answers
  }

  private static func named(_ version: String) -> TerminalAnswers {
    answers { $0.version = version }
  }

  private static let silent = TerminalAnswers(progress: .awaited)
  private static let truecolor = ["COLORTERM": "truecolor"]

  @Test(
    arguments: [
      ([:], .none), (["TERM": "xterm"], .indexed256), (["TERM": "xterm-256color"], .indexed256),
      (["TERM": "xterm-16color"], .ansi16), (["TERM": "xterm-kitty"], .direct),
      (["TERM": "foot"], .direct), (["TERM": "xterm-direct"], .direct),
      (["TERM": "screen"], .ansi16), (["TERM": "linux"], .ansi16), (["TERM": "dumb"], .none),
      (["TERM": "vt100"], .none), (["TERM": "vte-256color"], .indexed256),
      (["TERM": "vte"], .ansi16), (["TERM": "foo"], .ansi16),
    ] as [([String: String], ColorDepth)])
  func `TERM decides the colours when nothing else does`(
    variables: [String: String], depth: ColorDepth
  ) {
    let colors = TerminalCapabilities(environment: TerminalEnvironment(variables)).colors
    #expect(colors == Capability(depth, by: .variable("TERM", variables["TERM"])))
  }

  /// All sources, from the highest precedence to the lowest.
  private static let sources: [(CapabilitySource, ColorDepth)] = [
    (.option("--color"), .ansi16), (.variable("NO_COLOR", "1"), .none),
    (.variable("COLORTERM", "24bit"), .direct), (.answer, .direct),
    (.variable("TERM", "xterm-256color"), .indexed256),
  ]

  @Test(arguments: 0..<16)
  func `--color, NO_COLOR, COLORTERM, the reply and TERM take precedence in that order`(given: Int)
    throws
  {
    let isGiven = { (index: Int) in index == 4 || given & 1 << index != 0 }
    var variables = ["TERM": "xterm-256color"]
    if isGiven(1) { variables["NO_COLOR"] = "1" }
    if isGiven(2) { variables["COLORTERM"] = "24bit" }
    let capabilities = TerminalCapabilities(
      environment: TerminalEnvironment(variables), colors: isGiven(0) ? .ansi16 : nil,
      answers: isGiven(3) ? Self.exact : Self.silent)
    let decisive = try #require(Self.sources.indices.first(where: isGiven))
    let (source, depth) = Self.sources[decisive]
    #expect(capabilities.colors == Capability(depth, by: source))
  }

  @Test(
    arguments: [
      (["TERM": "xterm", "NO_COLOR": ""], silent, .indexed256),
      (["TERM": "xterm", "COLORTERM": "gnome-terminal"], silent, .indexed256),
      (["TERM": "screen", "COLORTERM": "24bit"], silent, .direct),
      (
        ["TERM": "screen.xterm-256color", "COLORTERM": "truecolor", "STY": "1.x"], silent,
        .indexed256
      ), (["TERM": "tmux-256color", "COLORTERM": "24bit", "STY": "1.x"], silent, .direct),
      (["TERM": "xterm", "NO_COLOR": "0"], exact, .none),
      (["TERM": "xterm"], inexact, .indexed256), (["TERM": "screen"], inexact, .ansi16),
      (["TERM": "xterm-kitty"], inexact, .direct), (["TERM": "dumb"], exact, .none),
      (["TERM": "screen"], exact, .direct), (["TERM": "foo"], exact, .direct),
      (["TERM": "xterm-256color"], named("Konsole 25.04.0"), .direct),
      (["TERM": "xterm-256color"], named("nobody(1)"), .indexed256),
      (["TERM": "screen"], named("tmux 3.3a"), .indexed256),
      (["TERM": "tmux-direct"], named("tmux 3.3a"), .direct),
    ] as [([String: String], TerminalAnswers, ColorDepth)])
  func `a reply adds colours and removes none`(
    variables: [String: String], answers: TerminalAnswers, depth: ColorDepth
  ) {
    var capabilities = TerminalCapabilities(environment: TerminalEnvironment(variables))
    capabilities.answers = answers
    #expect(capabilities.colors.value == depth)
  }

  @Test(arguments: ColorDepth.allCases)
  func `--color and --symbols take precedence over all that is known`(depth: ColorDepth) {
    let capabilities = TerminalCapabilities(
      environment: TerminalEnvironment(["TERM": "vt100", "NO_COLOR": "1"]), colors: depth,
      symbols: .sextants, answers: Self.exact)
    #expect(capabilities.colors == Capability(depth, by: .option("--color")))
    #expect(capabilities.symbols == Capability(.sextants, by: .option("--symbols")))
  }

  @Test(
    arguments: [
      (["TERM": "xterm", "LANG": "en_US.UTF-8"], .quadrants), (["TERM": "xterm"], .quadrants),
      (["TERM": "xterm", "LANG": "C"], .quadrants),
      (["TERM": "xterm-kitty", "LANG": "de_DE.ISO-8859-1"], .ascii),
      (["TERM": "xterm", "LANG": "de_DE.ISO-8859-1", "LC_ALL": "C.utf8"], .quadrants),
      (["TERM": "linux"], .half), (["TERM": "vt220"], .ascii), (["TERM": "dumb"], .ascii),
      (["TERM": "vte-256color"], .quadrants), (["TERM": "xterm-kitty"], .sextants),
      (["TERM": "foot-extra"], .sextants), (["TERM": "alacritty"], .quadrants),
    ] as [([String: String], SymbolSet)])
  func `the locale and TERM choose the symbols`(variables: [String: String], symbols: SymbolSet) {
    let capabilities = TerminalCapabilities(environment: TerminalEnvironment(variables))
    #expect(capabilities.symbols.value == symbols)
  }

  @Test(arguments: [
    ("kitty(0.41.1)", SymbolSet.sextants), ("foot(1.13.1)", .sextants),
    ("WezTerm 20240203-110809-5046fc22", .sextants), ("ghostty 1.1.3", .sextants),
    ("Konsole 25.04.0", .sextants), ("VTE(7006)", .sextants), ("XTerm(398)", .quadrants),
    ("tmux 3.3a", .quadrants), ("iTerm2 3.5.0", .quadrants), ("kittycat", .quadrants),
    ("", .quadrants),
  ])
  func `terminals known to draw sextants themselves get sextants`(
    version: String, symbols: SymbolSet
  ) {
    let environment = TerminalEnvironment(["TERM": "xterm-256color"])
    let capabilities = TerminalCapabilities(
      environment: environment, answers: Self.named(version))
    #expect(
      capabilities.symbols
        == Capability(symbols, by: symbols == .sextants ? .name(version) : .usual))
    let plain = TerminalEnvironment(["TERM": "linux"])
    let console = TerminalCapabilities(environment: plain, answers: Self.named(version))
    #expect(console.symbols.value == .half)
  }

  @Test(arguments: [
    (CapabilitySource.option("--color"), "--color"), (.variable("TERM", "xterm"), "TERM=xterm"),
    (.variable("TERM", nil), "TERM is not set"), (.variable("TERM", ""), "TERM is not set"),
    (.answer, "the terminal's answer"), (.name("tmux 3.3a"), "the terminal is tmux 3.3a"),
  ])
  func `a source is described in a few words`(source: CapabilitySource, text: String) {
    #expect("\(source)" == text)
  }
}
