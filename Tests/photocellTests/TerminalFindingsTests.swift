import Imaging
import Terminal
import Testing

@testable import photocell

@Suite("Doctor: terminal")
struct TerminalFindingsTests {
  private func findings(
    isTerminal: Bool = true, _ obstacle: TerminalError? = nil, notice: String? = nil,
    variables: [String: String] = [:], answers: TerminalAnswers = TerminalAnswers()
  ) -> [Finding] {
    TerminalFindings(
      term: "nonesuch", isTerminal: isTerminal,
      capabilities: TerminalCapabilities(
        environment: TerminalEnvironment(variables), answers: answers),
      obstacle: obstacle, notice: notice
    ).section.findings
  }

  private func finding(isTerminal: Bool, _ obstacle: TerminalError?) -> Finding {
    findings(isTerminal: isTerminal, obstacle)[1]
  }

  private func value(
    of name: String, _ variables: [String: String], _ answers: TerminalAnswers
  ) -> String? {
    findings(variables: variables, answers: answers).first { $0.name == name }?.value
  }

  @Test func `the number of colours is reported with its reason`() {
    let xterm = ["TERM": "xterm-256color"]
    var answers = TerminalAnswers(progress: .awaited)
    #expect(
      value(of: "colours", xterm, answers)
        == "256: TERM=xterm-256color; terminal did not answer")
    #expect(
      value(of: "colours", ["TERM": "linux"], TerminalAnswers())
        == "16: TERM=linux; terminal not queried")
    answers.progress = .complete
    #expect(
      value(of: "colours", xterm, answers) == "256: TERM=xterm-256color; terminal did not say")
    answers.keepsExactColors = false
    #expect(
      value(of: "colours", xterm, answers)
        == "256: TERM=xterm-256color; the terminal rounds colours")
    answers.keepsExactColors = true
    #expect(value(of: "colours", xterm, answers) == "truecolor: the terminal's answer")
    #expect(value(of: "colours", ["NO_COLOR": "1"], answers) == "none: NO_COLOR=1")
  }

  @Test(arguments: [
    ("xterm", "yes: most terminals support them"), ("linux", "no: TERM=linux"),
    ("screen-256color", "no: inside GNU screen"),
  ])
  func `support for links is reported with its reason`(term: String, value: String) {
    #expect(self.value(of: "links", ["TERM": term], TerminalAnswers()) == value)
  }

  @Test func `the terminal's name is reported and decides the symbols and colours`() {
    var answers = TerminalAnswers(progress: .complete)
    let variables = ["TERM": "xterm"]
    #expect(value(of: "name", variables, answers) == "unknown")
    #expect(value(of: "symbols", variables, answers) == "quadrants: most terminals support them")
    answers.version = "kitty(0.41.1)"
    #expect(value(of: "name", variables, answers) == "kitty(0.41.1)")
    #expect(value(of: "symbols", variables, answers) == "sextants: the terminal is kitty(0.41.1)")
    #expect(value(of: "colours", variables, answers) == "truecolor: the terminal is kitty(0.41.1)")
  }

  @Test(arguments: [
    (nil, "0.50"), (PixelSize(width: 80, height: 150), "0.53"),
    (PixelSize(width: 60, height: 100), "0.60"), (PixelSize(width: 100, height: 100), "1.00"),
  ])
  func `the aspect of a character cell is reported with two decimals`(
    pixels: PixelSize?, text: String
  ) {
    let size = pixels.map { WindowSize(cells: CellSize(columns: 10, rows: 10), pixels: $0) }
    let findings = TerminalFindings(
      term: nil, isTerminal: true,
      capabilities: TerminalCapabilities(environment: TerminalEnvironment([:]), window: size),
      obstacle: nil, notice: nil)
    #expect(findings.section.findings.last == Finding("cell aspect", text))
  }

  @Test func `an unknown terminal type is reported as good, with a notice`() {
    let notice = "TERM=foo is not known"
    #expect(
      findings(notice: notice)[1] == Finding("terminal", notice, .good))
  }

  @Test func `a terminal that can be drawn on is reported as good`() {
    #expect(
      finding(isTerminal: true, nil)
        == Finding("terminal", "keyboard and screen", .good))
  }

  @Test func `a terminal that browsing refuses is reported as missing, with the same message`() {
    #expect(
      finding(isTerminal: true, .typeNotSet)
        == Finding("terminal", "\(TerminalError.typeNotSet)", .missing))
  }

  @Test(arguments: [nil, TerminalError.unknownType("nonesuch")])
  func `output that is no terminal is reported as a fact`(obstacle: TerminalError?) {
    #expect(
      finding(isTerminal: false, obstacle)
        == Finding("terminal", "not a terminal"))
  }
}
