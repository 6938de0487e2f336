nonisolated extension Theme {
  /// The first is the default.
  package static let names = ["terminal", "quiet", "contrast"]

  package static func builtIn(_ name: String) -> Theme? {
    switch name {
    case "terminal": .terminal
    case "quiet": .quiet
    case "contrast": .contrast
    default: nil
    }
  }

  /// The terminal's palette, with a subdued status line so that photos are the brightest elements.
  ///
  /// Marks on images are black on a color, on dark and light terminals alike.
  package static let terminal = Theme([
    .selectedName: "bold reverse", .selection: Variants("bold 11", onLight: "bold 4"),
    .placeholder: "dim", .progress: "dim", .failure: "9",
    .truncated: mark("9"), .kind: mark("14"), .mark: mark("13"), .rating: "11 on 0",
    .redLabel: mark("9"), .yellowLabel: mark("11"), .greenLabel: mark("10"),
    .blueLabel: mark("12"), .purpleLabel: mark("13"),
    .memoryBadge: mark("10"), .loadBadge: mark("11"),
    .quiet: "dim", .navigator: "dim", .navigatorView: "reverse",
    .bar: "10", .emptyBar: "dim", .border: "dim",
    .key: "bold", .heading: "bold underline", .group: "bold",
    .status: Variants("252 on 236", onLight: "236 on 253", ofFewColors: "15 on 8"),
    .hint: Variants("246", onLight: "241", ofFewColors: ""),
    .problem: Variants("underline 9", onLight: "underline 1"),
    .match: mark("11"), .cursor: "reverse",
  ])

  /// Grays that recede behind the photos; only selection and errors stand out.
  package static let quiet: Theme = {
    let grey = Variants("246", onLight: "241", ofFewColors: "dim")
    let line = Variants("239", onLight: "250", ofFewColors: "dim")
    let label = Variants("252 on 237", onLight: "237 on 253", ofFewColors: "reverse")
    return Theme([
      .name: grey, .selectedName: "bold",
      .selection: Variants("250", onLight: "240", ofFewColors: "bold"),
      .placeholder: line, .progress: grey,
      .failure: Variants("174", onLight: "131", ofFewColors: "1"),
      .truncated: label, .kind: label, .mark: label, .rating: label, .memoryBadge: label,
      .loadBadge: label,
      .redLabel: mark("174"), .yellowLabel: mark("179"), .greenLabel: mark("108"),
      .blueLabel: mark("110"), .purpleLabel: mark("139"),
      .quiet: grey, .navigator: line, .navigatorView: label,
      .bar: Variants("248", onLight: "242", ofFewColors: ""), .emptyBar: line, .border: line,
      .key: "bold", .heading: "bold", .group: grey, .status: grey,
      .hint: Variants("242", onLight: "246", ofFewColors: ""),
      .problem: Variants("underline 174", onLight: "underline 131", ofFewColors: "underline 1"),
      .match: label, .cursor: "reverse",
    ])
  }()

  /// Black on white or white on black, nothing dim, with yellow and red for what matters.
  package static let contrast: Theme = {
    let plain = Variants("#fff", onLight: "#000")
    let bold = Variants("bold #fff", onLight: "bold #000")
    let turned = Variants("bold #000 on #fff", onLight: "bold #fff on #000")
    let label: Variants = "#000 on #fff"
    let warning: Variants = "bold #fff on #8b0000"
    let highlight: Variants = "bold #000 on #ff0"
    return Theme([
      .text: plain, .name: plain,
      .selectedName: Variants("bold #000 on #ff0", onLight: "bold #fff on #000"),
      .selection: Variants("bold #ff0", onLight: "bold #000"),
      .placeholder: plain, .progress: plain,
      .failure: Variants("bold #ffb0b0", onLight: "bold #8b0000"),
      .truncated: warning, .kind: label, .mark: highlight, .rating: "bold #ff0 on #000",
      .memoryBadge: label, .loadBadge: label,
      .redLabel: warning, .yellowLabel: highlight, .greenLabel: "bold #000 on #90ee90",
      .blueLabel: "bold #fff on #00008b", .purpleLabel: "bold #fff on #600080",
      .quiet: plain, .navigator: plain, .navigatorView: turned,
      .bar: plain, .emptyBar: plain, .border: plain, .key: bold,
      .heading: Variants("bold underline #fff", onLight: "bold underline #000"),
      .group: bold, .status: turned, .hint: "",
      .problem: "underline #fff on #8b0000", .match: highlight, .cursor: "reverse",
    ])
  }()

  /// Black on a color; reverse video without colors.
  private static func mark(_ color: String) -> Variants {
    Variants(stringLiteral: "reverse \(color) on 0")
  }
}
