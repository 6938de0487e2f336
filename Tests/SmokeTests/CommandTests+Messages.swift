import TestSupport
import Testing

extension CommandTests {
  /// Messages about words that a shell has expanded from file names.
  @CommandThread struct Messages {
    private static let hostile = "--\u{1B}]0;PWNED\u{7}\u{9B}31m\u{202E}.jpg"
    /// An unknown option, a misspelled one, values of options, and words in the wrong position.
    private static let lines = [
      [hostile], ["-\u{1B}[31m"], ["--colo\u{1B}r", "256"], ["--color=\u{1B}[31m"],
      ["--color", "\u{1B}[31m"], ["--ttl", hostile], ["--columns", hostile], ["--size=\u{1B}c"],
      ["--since", hostile], ["--count", "\u{1B}c"], ["--seed", hostile], ["--", "a", hostile],
      ["a", "b", "c", "\u{1B}c", hostile], [hostile, "--help"], ["\u{1B}c", "--help"],
      ["--generate-completion-script", "\u{1B}c"], ["--version", hostile],
    ]

    @Test(arguments: [
      [], ["browse"], ["sheet"], ["apod"], ["decode", "--info"], ["doctor"], ["cache"],
      ["cache", "stats"], ["cache", "clear"], ["cache", "prune"], ["cache", "verify"], ["help"],
    ])
    func `no output contains control characters`(command: [String]) throws {
      let home = TemporaryFolder()
      for line in Self.lines {
        let run = try ProgramRun(
          [TestedProgram.path] + command + line,
          environment: TestedProgram.environment(home: home.path))
        #expect(run.exitCode < 128 && run.outputText.count + run.errorText.count > 0)
        for scalar in (run.outputText + run.errorText).unicodeScalars {
          let category = scalar.properties.generalCategory
          guard category == .control || category == .format else { continue }
          #expect(scalar == "\n" || scalar == "\t", "\(command + line)")
        }
      }
    }
  }
}
