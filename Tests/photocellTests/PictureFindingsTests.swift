import Imaging
import Terminal
import Testing

@testable import photocell

@Suite("Doctor: image protocols")
struct PictureFindingsTests {
  private static let wayOut = "use --images symbols if images do not appear"

  private func diagnosis(
    _ variables: [String: String], _ answers: TerminalAnswers, window: WindowSize? = nil
  ) -> Diagnosis {
    let findings = TerminalFindings(
      term: nil, isTerminal: true,
      capabilities: TerminalCapabilities(
        environment: TerminalEnvironment(variables), answers: answers, window: window),
      obstacle: nil, notice: nil)
    return Diagnosis(sections: [findings.section])
  }

  /// The values of the findings, by name.
  private func values(
    _ variables: [String: String], _ answers: TerminalAnswers, window: WindowSize? = nil
  ) -> [String: String] {
    let findings = diagnosis(variables, answers, window: window).sections.flatMap(\.findings)
    return Dictionary(uniqueKeysWithValues: findings.map { ($0.name, $0.value) })
  }

  private static let kitty = {
    var answers = TerminalAnswers(progress: .complete)
    answers.version = "kitty(0.41.1)"
    answers.takesKittyPictures = true
    answers.readsSharedMemory = true
    answers.sizes.cell = PixelSize(width: 9, height: 18)
    answers.attributes = [62]
    return answers
  }()

  @Test func `kitty is reported with images, shared memory and its cell size`() {
    let values = values(["TERM": "xterm-kitty"], Self.kitty)
    #expect(values["pictures"] == "kitty: the terminal is kitty(0.41.1); \(Self.wayOut)")
    #expect(values["kitty pictures"] == "yes: the terminal's answer")
    #expect(values["shared memory"] == "yes: the terminal's answer")
    #expect(values["sixel"] == "no: the terminal's answer")
    #expect(values["cell"] == "9x18 pixels: the terminal's answer")
    #expect(values["outside tmux"] == nil)
  }

  @Test func `a sixel terminal is reported with its largest sixel image`() {
    var answers = TerminalAnswers(progress: .complete)
    answers.attributes = [63, 1, 2, 4]
    let window = WindowSize(
      cells: CellSize(columns: 100, rows: 40), pixels: PixelSize(width: 904, height: 684))
    #expect(values([:], answers)["sixel"] == "yes: the terminal's answer")
    answers.sixelLimit = PixelSize(width: 1000, height: 1000)
    let values = values(["TERM": "xterm"], answers, window: window)
    #expect(values["pictures"] == "sixel: the terminal's answer; \(Self.wayOut)")
    #expect(values["kitty pictures"] == "no: terminal did not say")
    #expect(values["shared memory"] == "no: terminal did not say")
    #expect(values["sixel"] == "yes, 1000x1000 pixels at most: the terminal's answer")
    #expect(values["cell"] == "9x17 pixels: the window's size in pixels")
  }

  @Test func `Konsole is reported with kitty images but without shared memory`() {
    var answers = Self.kitty
    answers.version = "Konsole 25.04.0"
    answers.readsSharedMemory = false
    let values = values(["TERM": "xterm-256color"], answers)
    #expect(values["pictures"] == "kitty-direct: the terminal's answer; \(Self.wayOut)")
    #expect(values["shared memory"] == "no: the terminal's answer")
  }

  @Test
  func `a terminal that does not reply or is not queried is reported with symbols and the reason`()
  {
    let silent = values(["TERM": "xterm"], TerminalAnswers(progress: .awaited))
    #expect(silent["pictures"] == "symbols: terminal did not answer")
    #expect(silent["sixel"] == "terminal did not answer")
    #expect(silent["cell"] == "unknown; assuming 10x20 pixels")
    let notAsked = values(["TERM": "linux"], TerminalAnswers())
    #expect(notAsked["pictures"] == "symbols: terminal not queried")
    #expect(notAsked["kitty pictures"] == "no: terminal not queried")
  }

  @Test func `in tmux the passthrough command and the outer terminal are reported`() {
    var answers = TerminalAnswers(progress: .complete)
    answers.version = "tmux 3.3a"
    answers.outer = OuterAnswers()
    let closed = values(["TERM": "xterm"], answers)
    #expect(
      closed["pictures"] == """
        symbols: inside tmux without passthrough; for kitty's pictures: \
        tmux set -p allow-passthrough on
        """)
    #expect(closed["outside tmux"] == "terminal did not answer")
    answers.outer?.progress = .complete
    let nameless = values(["TERM": "tmux-256color"], answers)
    #expect(
      nameless["pictures"] == "symbols: inside tmux, on a terminal without kitty's placeholders")
    #expect(nameless["outside tmux"] == "unnamed terminal, without kitty pictures")
    answers.outer?.version = "kitty(0.41.1)"
    answers.outer?.takesKittyPictures = true
    let kitty = values(["TERM": "tmux-256color"], answers)
    #expect(kitty["pictures"] == "kitty: the terminal is kitty(0.41.1); \(Self.wayOut)")
    #expect(kitty["outside tmux"] == "kitty(0.41.1), with kitty pictures")
  }

  @Test func `a terminal name's control characters reach neither the table nor JSON`() {
    var answers = Self.kitty
    answers.version = "kitty(0.41.1)\u{1B}[2J"
    let diagnosis = diagnosis(["TERM": "xterm-kitty"], answers)
    #expect(!diagnosis.table.contains("\u{1B}"))
    #expect(diagnosis.table.contains("kitty: the terminal is kitty(0.41.1)\u{FFFD}[2J"))
    #expect(
      diagnosis.json.contains(
        #"{"name":"cell","value":"9x18 pixels: the terminal's answer","state":"fact"}"#))
    #expect(!diagnosis.json.contains("\u{1B}"))
  }
}
