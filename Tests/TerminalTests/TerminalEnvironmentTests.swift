import Imaging
import Terminal
import Testing

@Suite("TerminalEnvironment")
struct TerminalEnvironmentTests {
  @Test(arguments: [
    (nil, RGB(0, 0, 0)), ("15;0", RGB(0, 0, 0)), ("0;15", RGB(255, 255, 255)),
    ("12;default;7", RGB(229, 229, 229)), ("0;default", RGB(0, 0, 0)), ("", RGB(0, 0, 0)),
    ("0;16", RGB(0, 0, 0)), ("0;-1", RGB(0, 0, 0)), ("0;300", RGB(0, 0, 0)),
  ])
  func `COLORFGBG gives the background colour`(value: String?, color: RGB) {
    #expect(TerminalEnvironment(value.map { ["COLORFGBG": $0] } ?? [:]).background == color)
  }

  @Test(
    arguments: [
      ([:], nil), (["TERM": "xterm-kitty"], nil), (["TERM": "tmux-256color"], .tmux),
      (["TERM": "screen-256color"], .screen), (["TERM": "screen", "TMUX": "/t,1,0"], .tmux),
      (["TERM": "xterm-256color", "TMUX": "/t,1,0"], .tmux), (["TERM": "xterm", "TMUX": ""], nil),
      (["TERM": "xterm", "STY": "1.x"], .screen),
      (["TERM": "tmux-256color", "TMUX": "/t,1,0", "STY": "1.x"], .screen),
    ] as [([String: String], Multiplexer?)])
  func `a multiplexer is recognised by TMUX, STY and TERM`(
    variables: [String: String], multiplexer: Multiplexer?
  ) {
    #expect(TerminalEnvironment(variables).multiplexer == multiplexer)
    #expect(TerminalEnvironment(lookingUp: { variables[$0] }).multiplexer == multiplexer)
  }

  @Test(arguments: [
    ("xterm-256color", true), ("xterm-kitty", true), ("tmux-256color", true), ("foot", true),
    ("vte-256color", true), ("linux", false), ("linux-16color", false), ("eterm-color", false),
    ("vt220", false), ("dumb", false), ("", false), ("ansi", false), ("screen", false),
  ])
  func `no link is sent to a terminal that would print its address`(type: String, isSent: Bool) {
    #expect(TerminalEnvironment(["TERM": type]).hyperlinks.value == isSent)
  }
}
