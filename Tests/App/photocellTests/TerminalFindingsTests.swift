import CursesTerminal
import Terminal
import Testing

@testable import photocell

@Suite("What the doctor says of the terminal")
struct TerminalFindingsTests {
  private func finding(isTerminal: Bool, _ obstacle: TerminalError?) -> Finding {
    TerminalFindings(
      environment: TerminalEnvironment([:]), term: "nonesuch", size: nil, isTerminal: isTerminal,
      obstacle: obstacle
    ).section.findings[1]
  }

  @Test func `a terminal that can be drawn on is well`() {
    #expect(
      finding(isTerminal: true, nil)
        == Finding(name: "terminal", value: "keyboard and screen", state: .good))
  }

  @Test func `one that browsing would refuse is missing, in the same words`() {
    #expect(
      finding(isTerminal: true, .typeNotSet)
        == Finding(
          name: "terminal", value: "\(TerminalError.typeNotSet)", state: .missing))
  }

  @Test(arguments: [nil, TerminalError.unknownType("nonesuch")])
  func `without a terminal nothing is missing`(obstacle: TerminalError?) {
    #expect(
      finding(isTerminal: false, obstacle)
        == Finding(name: "terminal", value: "none: browsing needs one"))
  }
}
