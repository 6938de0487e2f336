import CursesTerminal
import Glibc
import Imaging
import Terminal

/// What the doctor finds about the terminal.
struct TerminalFindings {
  let environment: TerminalEnvironment
  let term: String?
  let size: WindowSize?
  let isTerminal: Bool
  /// Why it could not be taken over.
  let obstacle: TerminalError?

  /// Looks at the terminal of this process.
  @MainActor
  static var ofProcess: TerminalFindings {
    TerminalFindings(
      environment: .ofProcess, term: getenv("TERM").map { String(cString: $0) },
      size: WindowSize(of: STDOUT_FILENO),
      isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
      obstacle: CursesSession.obstacle)
  }

  var section: Diagnosis.Section {
    Diagnosis.Section(
      title: "terminal",
      findings: [
        Finding(name: "TERM", value: term ?? "not set"), device,
        Finding(name: "colours", value: "\(environment.colorDepth(option: nil))"),
        Finding(name: "symbols", value: "\(environment.symbols(option: nil))"),
        Finding(name: "size", value: size.map { "\($0.cells) character cells" } ?? "unknown"),
        Finding(name: "cell aspect", value: "\(size?.cellAspect ?? WindowSize.usualAspect)"),
      ])
  }

  /// Without a terminal there is nothing amiss with it: a sheet needs none.
  private var device: Finding {
    guard isTerminal else { return Finding(name: "terminal", value: "none: browsing needs one") }
    guard let obstacle else {
      return Finding(name: "terminal", value: "keyboard and screen", state: .good)
    }
    return Finding(name: "terminal", value: "\(obstacle)", state: .missing)
  }
}
