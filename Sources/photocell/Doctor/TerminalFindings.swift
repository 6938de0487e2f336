import Base
import Glibc
import Imaging
import Terminal

struct TerminalFindings {
  let term: String?
  let isTerminal: Bool
  let capabilities: TerminalCapabilities
  let obstacle: TerminalError?
  let notice: String?

  /// Queries the terminal of this process; takes a second if it does not answer.
  @MainActor
  static func ofProcess() -> TerminalFindings {
    let probe = TerminalProbe()
    return TerminalFindings(
      term: Storage.variable("TERM"),
      isTerminal: isatty(STDOUT_FILENO) == 1 && CursesSession.hasTerminal,
      capabilities: TerminalCapabilities(
        environment: .ofProcess, answers: probe.answers, window: WindowSize(of: STDOUT_FILENO)),
      obstacle: probe.obstacle, notice: probe.notice)
  }

  var section: Diagnosis.Section {
    Diagnosis.Section(
      title: "terminal",
      findings: [
        Finding(name: "TERM", value: term ?? "not set"), device,
        Finding(name: "name", value: capabilities.answers.version ?? "unknown"),
        Finding(name: "colours", value: colors), Finding(name: "symbols", value: symbols),
        Finding(name: "links", value: links),
      ] + PictureFindings(capabilities: capabilities).findings + [
        Finding(name: "size", value: size), Finding(name: "cell", value: cell),
        Finding(name: "cell aspect", value: cellAspect),
      ])
  }

  /// A missing terminal is not a problem, as a sheet needs none.
  private var device: Finding {
    guard isTerminal else { return Finding(name: "terminal", value: "not a terminal") }
    guard let obstacle else {
      return Finding(name: "terminal", value: notice ?? "keyboard and screen", state: .good)
    }
    return Finding(name: "terminal", value: "\(obstacle)", state: .missing)
  }

  private var size: String {
    capabilities.window.map { "\($0.cells) character cells" } ?? "unknown"
  }

  private var cell: String {
    guard let cell = capabilities.knownCell else {
      return "unknown; assuming \(TerminalCapabilities.usualCell) pixels"
    }
    return "\(cell.value) pixels: \(cell.source)"
  }

  private var cellAspect: String {
    let hundredths = Int((capabilities.cellAspect * 100).rounded())
    return "\(hundredths / 100).\((hundredths % 100).zeroPadded(to: 2))"
  }

  private var colors: String {
    let colors = capabilities.colors
    let reason = "\(colors.value.rawValue): \(colors.source)"
    switch colors.source {
    case .variable("TERM", _): return "\(reason); \(answered)"
    default: return reason
    }
  }

  private var answered: String {
    switch (capabilities.answers.progress, capabilities.answers.keepsExactColors) {
    case (_, false?): "the terminal rounds colours"
    case (_, true?): "the terminal keeps exact colours"
    case (let progress, nil): "\(progress)"
    }
  }

  private var links: String {
    "\(capabilities.hyperlinks.value ? "yes" : "no"): \(capabilities.hyperlinks.source)"
  }

  private var symbols: String {
    "\(capabilities.symbols.value.rawValue): \(capabilities.symbols.source)"
  }
}
