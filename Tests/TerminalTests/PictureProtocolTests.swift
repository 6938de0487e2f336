import Imaging
import Terminal
import Testing

@Suite("The image protocol and its source")
struct PictureProtocolTests {
  /// The replies of a terminal.
  struct Answers: Sendable {
    var name: String?
    var takesKitty: Bool?
    var attributes = [62]
    var outer: OuterAnswers?

    var all: TerminalAnswers {
      var answers = TerminalAnswers(progress: .complete)
      answers.version = name
      answers.takesKittyPictures = takesKitty
      answers.attributes = attributes
      answers.outer = outer
      return answers
    }
  }

  private static let xterm = ["TERM": "xterm-256color"]
  private static let iTerm = ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"]
  private static let overSSH = ["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"]
  private static let kittyVariables = ["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"]
  private static let ghosttyVariables = [
    "TERM": "xterm-ghostty", "GHOSTTY_RESOURCES_DIR": "/g", "COLORTERM": "truecolor",
  ]
  private static let inTmux = ["TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0"]

  private static func kitty(_ name: String?) -> Answers { Answers(name: name, takesKitty: true) }

  private static func sixel(_ name: String?) -> Answers {
    Answers(name: name, takesKitty: nil, attributes: [62, 4, 22])
  }

  private static func tmux(_ outer: String?, takesKitty: Bool? = true) -> Answers {
    var answers = OuterAnswers()
    answers.progress = .complete
    answers.version = outer
    answers.takesKittyPictures = takesKitty
    return Answers(name: "tmux 3.3a", attributes: [1, 2, 4], outer: answers)
  }

  private static let table: [([String: String], Answers, PictureProtocol, String)] = [
    (kittyVariables, kitty("kitty(0.41.1)"), .kitty, "the terminal is kitty(0.41.1)"),
    (xterm, kitty("kitty(0.28.0)"), .kitty, "the terminal is kitty(0.28.0)"),
    (xterm, kitty("kitty(1.0)"), .kitty, "the terminal is kitty(1.0)"),
    (xterm, kitty("kitty(0.27.9)"), .kittyDirect, "the terminal is kitty(0.27.9)"),
    (xterm, kitty("kitty"), .kittyDirect, "the terminal is kitty"),
    (ghosttyVariables, kitty("ghostty 1.1.3"), .kitty, "the terminal is ghostty 1.1.3"),
    (xterm, kitty("rio 0.2.20"), .kitty, "the terminal is rio 0.2.20"),
    (xterm, kitty("Konsole 25.04.0"), .kittyDirect, "the terminal's answer"),
    (xterm, kitty("WezTerm 20240203-110809"), .kittyDirect, "the terminal's answer"),
    (xterm, kitty("xterm.js(6.0.0)"), .kittyDirect, "the terminal's answer"),
    (xterm, kitty(nil), .kittyDirect, "the terminal's answer"),
    (iTerm, kitty("iTerm2 3.5.10"), .kittyDirect, "the terminal's answer"),
    (iTerm, kitty("iTerm2 3.7.4"), .kittyDirect, "the terminal's answer"),
    (iTerm, kitty(nil), .kittyDirect, "the terminal's answer"),
    (overSSH, kitty("iTerm2 3.6.9"), .kittyDirect, "the terminal's answer"),
    (
      iTerm, Answers(name: "iTerm2 3.4.23", takesKitty: false, attributes: [62, 4]), .iterm2,
      "the terminal is iTerm2 3.4.23"
    ),
    (iTerm, sixel("iTerm2 3.5.0"), .iterm2, "the terminal is iTerm2 3.5.0"),
    (iTerm, sixel(nil), .iterm2, "TERM_PROGRAM=iTerm.app"),
    (overSSH, sixel(nil), .iterm2, "LC_TERMINAL=iTerm2"),
    (overSSH, sixel("foot(1.21.0)"), .sixel, "the terminal's answer"),
    (overSSH, Answers(), .symbols, "terminal did not say"),
    (
      xterm, Answers(name: "mintty 3.7.0", attributes: [64, 4]), .iterm2,
      "the terminal is mintty 3.7.0"
    ),
    (
      ["TERM_PROGRAM": "Tabby", "TERM": "xterm-256color"], sixel(nil), .iterm2, "TERM_PROGRAM=Tabby"
    ),
    (xterm, sixel("foot(1.13.1)"), .sixel, "the terminal's answer"),
    (xterm, sixel("XTerm(398)"), .sixel, "the terminal's answer"),
    (xterm, sixel(nil), .sixel, "the terminal's answer"),
    (xterm, Answers(name: "kitty(0.41.1)"), .symbols, "terminal did not say"),
    (
      xterm, Answers(name: "kitty(0.41.1)", takesKitty: false), .symbols, "terminal did not say"
    ),
    (xterm, Answers(takesKitty: false, attributes: [62, 4]), .sixel, "the terminal's answer"),
    (
      xterm, Answers(name: "XTerm(398)", attributes: [64, 1, 2]), .symbols,
      "terminal did not say"
    ),
    (xterm, Answers(attributes: [4]), .symbols, "terminal did not say"),
    (kittyVariables, Answers(), .symbols, "terminal did not say"),
    (["TERM": "screen"], sixel(nil), .symbols, "inside GNU screen"),
    (["TERM": "xterm", "STY": "1.x"], sixel(nil), .symbols, "inside GNU screen"),
    (
      ["TERM": "xterm", "STY": "1.x"], kitty("kitty(0.41.1)"), .kitty,
      "the terminal is kitty(0.41.1)"
    ),
    (inTmux, kitty("kitty(0.41.1)"), .kitty, "the terminal is kitty(0.41.1)"),
    (inTmux, sixel("tmux 3.5a"), .symbols, "inside tmux without passthrough"),
    (xterm, sixel("tmux 3.5a"), .symbols, "inside tmux without passthrough"),
    (inTmux, sixel(nil), .symbols, "inside tmux without passthrough"),
    (inTmux, tmux("kitty(0.41.1)"), .kitty, "the terminal is kitty(0.41.1)"),
    (inTmux, tmux("ghostty 1.1.3"), .kitty, "the terminal is ghostty 1.1.3"),
    (inTmux, tmux("kitty(0.41.1)", takesKitty: nil), .symbols, tmuxElsewhere),
    (inTmux, tmux("kitty(0.26.5)"), .symbols, tmuxElsewhere),
    (inTmux, tmux("iTerm2 3.6.1"), .symbols, tmuxElsewhere),
    (inTmux, tmux("WezTerm 20240203"), .symbols, tmuxElsewhere),
    (inTmux, tmux(nil), .symbols, tmuxElsewhere),
    (
      inTmux.merging(iTerm) { tmux, _ in tmux }, sixel("tmux 3.5a"), .symbols,
      "inside tmux without passthrough"
    ),
    (
      ["TERM": "xterm-kitty", "LANG": "de_DE.ISO-8859-1"], kitty("kitty(0.41.1)"), .symbols,
      "LANG=de_DE.ISO-8859-1"
    ),
    (["TERM": "xterm-kitty", "NO_COLOR": "1"], kitty("kitty(0.41.1)"), .symbols, "NO_COLOR=1"),
  ]
  private static let tmuxElsewhere = "inside tmux, on a terminal without kitty's placeholders"

  @Test(arguments: table)
  func `replies decide the image protocol, and without them the environment`(
    variables: [String: String], answers: Answers, images: PictureProtocol, why: String
  ) {
    let capabilities = TerminalCapabilities(
      environment: TerminalEnvironment(variables), answers: answers.all)
    #expect(capabilities.images.value == images)
    #expect("\(capabilities.images.source)" == why)
    #expect(capabilities.wrapsForTmux == (answers.outer != nil && images == .kitty))
  }

  @Test(arguments: [
    ("XTerm(398)", true), ("foot(1.21.0)", false), ("tmux 3.5a", false), (nil, false),
  ])
  func `xterm draws images with gaps line by line`(name: String?, isSo: Bool) {
    let capabilities = TerminalCapabilities(
      environment: TerminalEnvironment(Self.xterm), answers: Self.sixel(name).all)
    #expect(capabilities.drawsGapsInLines == isSo)
  }

  @Test(arguments: [kittyVariables, ghosttyVariables, iTerm, inTmux, xterm])
  func `before the terminal replies images are characters, whatever the environment is`(
    variables: [String: String]
  ) {
    let environment = TerminalEnvironment(variables)
    var capabilities = TerminalCapabilities(environment: environment)
    #expect(capabilities.images == Capability(.symbols, by: .unanswered(.notAsked)))
    #expect("\(capabilities.images.source)" == "terminal not queried")
    capabilities.answers = TerminalAnswers(progress: .awaited)
    capabilities.answers.takesKittyPictures = true
    #expect(capabilities.images == Capability(.symbols, by: .unanswered(.awaited)))
    #expect("\(capabilities.images.source)" == "terminal did not answer")
    #expect(!capabilities.wrapsForTmux)
  }

  @Test(arguments: PictureProtocol.allCases)
  func `--images takes precedence over all that is known`(images: PictureProtocol) {
    for answers in [TerminalAnswers(), Self.kitty("kitty(0.41.1)").all, Self.tmux(nil).all] {
      let capabilities = TerminalCapabilities(
        environment: TerminalEnvironment(Self.inTmux), symbols: .half, images: images,
        answers: answers)
      #expect(capabilities.images == Capability(images, by: .option("--images")))
      let isWrapped = images != .symbols && images != .sixel
      #expect(capabilities.wrapsForTmux == (isWrapped && capabilities.multiplexer == .tmux))
    }
  }

  @Test func `--symbols has images drawn as characters`() {
    let capabilities = TerminalCapabilities(
      environment: TerminalEnvironment(Self.kittyVariables), symbols: .quadrants,
      answers: Self.kitty("kitty(0.41.1)").all)
    #expect(capabilities.images == Capability(.symbols, by: .option("--symbols")))
  }

  @Test(arguments: [
    (ColorDepth.direct, PictureProtocol.kitty, PictureProtocol.kitty),
    (.indexed256, .kitty, .kitty), (.ansi16, .symbols, .kittyDirect),
    (.none, .symbols, .kittyDirect),
  ])
  func `placeholders need 256 colours; with fewer, --images kitty places images directly`(
    depth: ColorDepth, chosen: PictureProtocol, asked: PictureProtocol
  ) {
    let environment = TerminalEnvironment(Self.kittyVariables)
    let answers = Self.kitty("kitty(0.41.1)").all
    let capabilities = TerminalCapabilities(environment: environment, answers: answers)
    #expect(capabilities.images(in: depth).value == chosen)
    let demanding = TerminalCapabilities(
      environment: environment, images: .kitty, answers: answers)
    #expect(demanding.images(in: depth).value == asked)
    guard chosen == .symbols else { return }
    #expect(capabilities.images(in: depth).source == .fewColors(depth))
    #expect(
      "\(capabilities.images(in: depth).source)"
        == "placeholders need 256 colours, and there are \(depth.rawValue)")
  }

  @Test func `sixel images need colours, but no more than sixteen`() {
    let capabilities = TerminalCapabilities(
      environment: TerminalEnvironment(Self.xterm), colors: .ansi16,
      answers: Self.sixel("XTerm(398)").all)
    #expect(capabilities.images.value == .sixel)
    let colorless = TerminalCapabilities(
      environment: TerminalEnvironment(Self.xterm), colors: ColorDepth.none,
      answers: Self.sixel("XTerm(398)").all)
    #expect(colorless.images == Capability(.symbols, by: .option("--color")))
  }

  @Test func `advice about tmux is given only when passthrough would help`() {
    let silent = Self.sixel("tmux 3.5a").all
    func capabilities(
      _ variables: [String: String], _ answers: TerminalAnswers
    ) -> TerminalCapabilities {
      TerminalCapabilities(environment: TerminalEnvironment(variables), answers: answers)
    }
    let advice = "for kitty's pictures: tmux set -p allow-passthrough on"
    let inKitty = Self.inTmux.merging(["KITTY_WINDOW_ID": "1"]) { one, _ in one }
    let inGhostty = Self.inTmux.merging(["GHOSTTY_RESOURCES_DIR": "/g"]) { one, _ in one }
    #expect(capabilities(Self.inTmux, silent).advice == advice)
    #expect(capabilities(Self.inTmux, silent).hint == nil)
    #expect(capabilities(inKitty, silent).hint == advice)
    #expect(capabilities(inGhostty, silent).hint == advice)
    #expect(capabilities(inKitty, Self.tmux("kitty(0.41.1)").all).advice == nil)
    #expect(capabilities(inKitty, Self.tmux("XTerm(398)").all).advice == nil)
    #expect(capabilities(Self.kittyVariables, Answers().all).advice == nil)
  }

  @Test func `shared memory is used if the terminal has read it, and never through tmux`() {
    var answers = Self.kitty("kitty(0.41.1)").all
    let environment = TerminalEnvironment(Self.inTmux)
    #expect(!TerminalCapabilities(environment: environment, answers: answers).readsSharedMemory)
    answers.readsSharedMemory = true
    #expect(TerminalCapabilities(environment: environment, answers: answers).readsSharedMemory)
    answers.version = "tmux 3.3a"
    #expect(!TerminalCapabilities(environment: environment, answers: answers).readsSharedMemory)
  }
}
