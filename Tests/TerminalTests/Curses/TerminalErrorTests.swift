import Terminal
import Testing

@Suite("Errors of the terminal")
struct TerminalErrorTests {
  @Test(arguments: [
    TerminalError.noTerminal, .typeNotSet, .unknownType("foo"), .incapableType("dumb"), .notOpened,
  ])
  func `each error is one sentence`(error: TerminalError) {
    #expect(error.description.hasSuffix("."))
    #expect(!error.description.contains("\n"))
  }

  @Test func `control characters in a terminal's name are replaced`() {
    let text = TerminalError.unknownType("a\u{1B}[2Jb\n").description
    #expect(text.contains("\"a?[2Jb?\""))
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }
}
