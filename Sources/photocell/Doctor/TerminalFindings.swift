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
      isTerminal: CursesSession.hasTerminal,
      capabilities: TerminalCapabilities(
        environment: .ofProcess, answers: probe.answers, window: probe.window),
      obstacle: probe.obstacle, notice: probe.notice)
  }

  var section: Diagnosis.Section {
    Diagnosis.Section(
      title: "terminal",
      findings: [
        Finding(name: "TERM", value: term ?? "not set"), device,
        Finding(name: "name", value: answers.version ?? "unknown"),
        Finding(name: "colours", value: colors),
        Finding(
          name: "symbols",
          value: "\(capabilities.symbols.value.rawValue): \(capabilities.symbols.source)"),
        Finding(
          name: "links",
          value:
            "\(capabilities.hyperlinks.value ? "yes" : "no"): \(capabilities.hyperlinks.source)"),
      ] + pictureFindings + [
        Finding(
          name: "size",
          value: capabilities.window.map { "\($0.cells) character cells" } ?? "unknown"),
        Finding(name: "cell", value: cell),
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
    switch (answers.progress, answers.keepsExactColors) {
    case (_, false?): "the terminal rounds colours"
    case (_, true?): "the terminal keeps exact colours"
    case (let progress, nil): "\(progress)"
    }
  }

  private var pictureFindings: [Finding] {
    [
      Finding(name: "pictures", value: pictures),
      Finding(name: "kitty pictures", value: word(for: answers.takesKittyPictures)),
      Finding(name: "shared memory", value: word(for: answers.readsSharedMemory)),
      Finding(name: "sixel", value: sixel),
    ] + outer
  }

  private var answers: TerminalAnswers { capabilities.answers }

  /// Suggests symbols even if a protocol was detected, as a terminal may misreport its abilities.
  private var pictures: String {
    let images = capabilities.images
    let reason = "\(images.value.rawValue): \(images.source)"
    let help =
      images.value == .symbols
      ? capabilities.advice : "use --images symbols if images do not appear"
    return help.map { "\(reason); \($0)" } ?? reason
  }

  private var sixel: String {
    guard answers.progress == .complete else { return "\(answers.progress)" }
    guard answers.hasSixel else { return "no: \(CapabilitySource.answer)" }
    return answers.sixelLimit.map { "yes, \($0) pixels at most: \(CapabilitySource.answer)" }
      ?? "yes: \(CapabilitySource.answer)"
  }

  private var outer: [Finding] {
    guard let outer = answers.outer else { return [] }
    let name = outer.version ?? "unnamed terminal"
    let pictures = outer.takesKittyPictures == true ? "with" : "without"
    let value =
      outer.progress == .complete ? "\(name), \(pictures) kitty pictures" : "\(outer.progress)"
    return [Finding(name: "outside tmux", value: value)]
  }

  private func word(for answer: Bool?) -> String {
    switch answer {
    case true?: "yes: \(CapabilitySource.answer)"
    case false?: "no: \(CapabilitySource.answer)"
    case nil: "no: \(answers.progress)"
    }
  }
}
