import Glibc
import Imaging
import Terminal

/// What the doctor finds about the terminal.
struct TerminalFindings {
  let environment: TerminalEnvironment
  let term: String?
  let size: WindowSize?
  let isTerminal: Bool

  /// Looks at the terminal of this process.
  static var ofProcess: TerminalFindings {
    TerminalFindings(
      environment: .ofProcess, term: getenv("TERM").map { String(cString: $0) },
      size: WindowSize(of: STDOUT_FILENO),
      isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1)
  }

  var section: Diagnosis.Section {
    Diagnosis.Section(
      title: "terminal",
      findings: [
        Finding(name: "TERM", value: term ?? "not set"),
        Finding(
          name: "terminal", value: isTerminal ? "keyboard and screen" : "none: browsing needs one"),
        Finding(name: "colours", value: "\(environment.colorDepth(option: nil))"),
        Finding(name: "symbols", value: "\(environment.symbols(option: nil))"),
        Finding(name: "size", value: size.map { "\($0.cells) character cells" } ?? "unknown"),
        Finding(name: "cell aspect", value: "\(size?.cellAspect ?? WindowSize.usualAspect)"),
      ])
  }
}
