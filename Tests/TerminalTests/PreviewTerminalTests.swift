import Imaging
import Terminal
import Testing

@Suite("A terminal that cannot be queried")
struct PreviewTerminalTests {
  private static func answers(_ change: (inout TerminalAnswers) -> Void) -> TerminalAnswers {
    var answers = TerminalAnswers(progress: .complete)
    change(&answers)
    return answers
  }

  private static let all = answers {
    $0.version = "kitty(0.41.1)"
    $0.keepsExactColors = true
    $0.takesKittyPictures = true
    $0.attributes = [62, 4]
    $0.sixelLimit = PixelSize(width: 1000, height: 700)
    $0.sizes.cell = PixelSize(width: 9, height: 18)
    var outer = OuterAnswers()
    (outer.progress, outer.version, outer.takesKittyPictures) = (.complete, "ghostty 1.3", false)
    $0.outer = outer
  }

  @Test(arguments: [all, answers { _ in }, answers { $0.attributes = [62] }])
  func `answers are read back from their record`(answers: TerminalAnswers) throws {
    #expect(TerminalAnswers(record: try #require(answers.record)) == answers)
  }

  @Test func `a name with control characters stays one field of one line`() throws {
    let record = try #require(Self.answers { $0.version = "a\tb\nc\u{1B}[2J" }.record)
    #expect(TerminalAnswers(record: record)?.version == "abc[2J")
    #expect(!record.contains("\n"))
  }

  @Test func `only complete answers have a record`() {
    #expect(TerminalAnswers(progress: .awaited).record == nil)
    #expect(TerminalAnswers(progress: .notAsked).record == nil)
  }

  @Test(arguments: [
    "", "kitty", "\t\t\t\t\t\t", "\t\t\t\t\t\t\t\t", String(repeating: "x", count: 70_000),
  ])
  func `a damaged record gives no answers`(record: String) {
    #expect(TerminalAnswers(record: record) == nil)
  }

  @Test(arguments: ["x", "9x18x2", "0x18", "-1x5", "9999999999999999999x1"])
  func `a damaged size of a cell is unknown`(size: String) {
    #expect(TerminalAnswers(record: "\t\t\t\t\t\(size)\t\t")?.sizes.cell == nil)
  }

  @Test(arguments: [
    (["KITTY_WINDOW_ID": "1"], ["KITTY_WINDOW_ID": "2"], true),
    (["TMUX": "/tmp/a,1,0"], ["TMUX": "/tmp/b,2,1"], true),
    (["SSH_CONNECTION": "1.1.1.1 5"], ["SSH_CONNECTION": "1.1.1.1 6"], true),
    (["TERM": "xterm"], ["TERM": "foot"], false), (["TERM": "foot"], [:], false),
    (["TERM": "foot"], ["TERM": "foot", "TMUX": "/tmp/a,1,0"], false),
    (["KONSOLE_VERSION": "1"], ["KONSOLE_VERSION": "2"], false),
  ])
  func `the windows of one terminal have one fingerprint`(
    one: [String: String], other: [String: String], areEqual: Bool
  ) {
    let prints = [one, other].map { TerminalEnvironment($0).fingerprint }
    #expect((prints[0] == prints[1]) == areEqual)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], .kitty),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty),
      (["TERM": "xterm-ghostty"], .kitty), (["TERM_PROGRAM": "WezTerm"], .kittyDirect),
      (["KONSOLE_VERSION": "250401"], .kittyDirect), (["TERM": "foot"], .sixel),
      (["TERM_PROGRAM": "iTerm.app"], .iterm2), (["TERM": "xterm-256color"], nil),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/a,1,0"], nil), ([:], nil),
    ] as [([String: String], PictureProtocol?)])
  func `variables alone presume an image protocol`(
    variables: [String: String], images: PictureProtocol?
  ) {
    let environment = TerminalEnvironment(
      ["TERM": "xterm-256color", "COLORTERM": "truecolor"].merging(variables) { $1 })
    let presumed = environment.presumedAnswers
    #expect((presumed == nil) == (images == nil))
    guard let presumed else { return }
    let capabilities = TerminalCapabilities(environment: environment, answers: presumed)
    #expect(capabilities.images.value == images)
  }
}
