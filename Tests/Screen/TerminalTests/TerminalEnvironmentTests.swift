import Imaging
import Testing

@testable import Terminal

@Suite("TerminalEnvironment")
struct TerminalEnvironmentTests {
  @Test(
    arguments: [
      ([:], nil, .none),
      (["TERM": "xterm-256color"], nil, .indexed256),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], nil, .direct),
      (["TERM": "screen", "COLORTERM": "24bit"], nil, .direct),
      (["TERM": "xterm-kitty"], nil, .direct),
      (["TERM": "xterm-direct"], nil, .direct),
      (["TERM": "linux"], nil, .ansi16),
      (["TERM": "dumb"], nil, .none),
      (["TERM": "vt100"], nil, .none),
      (["TERM": "vte-256color"], nil, .indexed256),
      (["TERM": "vte"], nil, .ansi16),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], nil, .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], nil, .indexed256),
      (["TERM": "xterm", "NO_COLOR": "1", "COLORTERM": "truecolor"], nil, .direct),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .ansi16, .ansi16),
      (["NO_COLOR": "1"], .indexed256, .indexed256),
      (["COLORTERM": "truecolor"], ColorDepth.none, .none),
    ] as [([String: String], ColorDepth?, ColorDepth)])
  func `option, COLORTERM, NO_COLOR and TERM decide in that order`(
    variables: [String: String], option: ColorDepth?, depth: ColorDepth
  ) {
    #expect(TerminalEnvironment(variables).colorDepth(option: option) == depth)
  }

  @Test(arguments: [
    (nil, RGB(0, 0, 0)), ("15;0", RGB(0, 0, 0)), ("0;15", RGB(255, 255, 255)),
    ("12;default;7", RGB(229, 229, 229)), ("0;default", RGB(0, 0, 0)), ("", RGB(0, 0, 0)),
    ("0;16", RGB(0, 0, 0)), ("0;-1", RGB(0, 0, 0)), ("0;300", RGB(0, 0, 0)),
  ])
  func `COLORFGBG tells the background`(value: String?, color: RGB) {
    #expect(TerminalEnvironment(value.map { ["COLORFGBG": $0] } ?? [:]).background == color)
  }

  @Test(
    arguments: [
      (["TERM": "xterm", "LANG": "en_US.UTF-8"], nil, .quadrants),
      (["TERM": "xterm"], nil, .quadrants),
      (["TERM": "xterm", "LANG": "C"], nil, .quadrants),
      (["TERM": "xterm", "LANG": "de_DE.ISO-8859-1"], nil, .ascii),
      (["TERM": "xterm", "LANG": "de_DE.ISO-8859-1", "LC_ALL": "C.utf8"], nil, .quadrants),
      (["TERM": "linux"], nil, .half),
      (["TERM": "vt220"], nil, .ascii),
      (["TERM": "vte-256color"], nil, .quadrants),
      (["TERM": "dumb"], .sextants, .sextants),
    ] as [([String: String], SymbolSet?, SymbolSet)])
  func `option, locale and TERM choose the symbols`(
    variables: [String: String], option: SymbolSet?, symbols: SymbolSet
  ) {
    #expect(TerminalEnvironment(variables).symbols(option: option) == symbols)
  }
}
