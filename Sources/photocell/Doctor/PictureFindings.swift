import Terminal

struct PictureFindings {
  let capabilities: TerminalCapabilities

  /// The chosen protocol with its reason, and the terminal's answer for each protocol.
  var findings: [Finding] {
    [
      Finding(name: "pictures", value: pictures),
      Finding(name: "kitty pictures", value: kitty),
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

  private var kitty: String { word(for: answers.takesKittyPictures) }

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
