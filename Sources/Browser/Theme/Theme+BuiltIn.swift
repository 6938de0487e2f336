nonisolated extension Theme {
  package static let names = [
    "calm", "dark", "light", "high-contrast", "color-blind", "quiet", "terminal",
  ]

  package static func builtIn(_ name: String) -> Theme? {
    switch name {
    case "calm": .calm
    case "dark": calm.fixed(onLight: false)
    case "light": calm.fixed(onLight: true)
    case "high-contrast", "contrast": .contrast
    case "color-blind": .colorBlind
    case "quiet": .quiet
    case "terminal": .terminal
    default: nil
    }
  }

  /// Greys and one accent, so that the photos are the only colours on the screen.
  package static let calm = greys(
    with: Accents(
      accent: Variants("111", onLight: "25", ofFewColors: "12"),
      warm: Variants("179", onLight: "94", ofFewColors: "11"),
      bad: Variants("204", onLight: "124", ofFewColors: "9"),
      good: Variants("149", onLight: "22", ofFewColors: "10"),
      red: Variants("204", onLight: "124", ofFewColors: "9"),
      violet: Variants("141", onLight: "55", ofFewColors: "13")))

  /// Near the colours of Okabe and Ito (2008), which people with red-green blindness tell apart.
  package static let colorBlind = greys(
    with: Accents(
      accent: Variants("75", onLight: "25", ofFewColors: "12"),
      warm: Variants("227", onLight: "58", ofFewColors: "11"),
      bad: Variants("215", onLight: "88", ofFewColors: "11"),
      good: Variants("75", onLight: "25", ofFewColors: "12"),
      red: Variants("209", onLight: "88", ofFewColors: "9"),
      violet: Variants("175", onLight: "89", ofFewColors: "13")))

  private static let card = Variants("255 on 235", onLight: "234 on 254", ofFewColors: "")

  private struct Accents {
    let accent, warm, bad, good, red, violet: Variants
  }

  private static func greys(with accents: Accents) -> Theme {
    let grey = Variants("247", onLight: "241", ofFewColors: "dim")
    let line = Variants("240", onLight: "249", ofFewColors: "dim")
    let band = Variants("251 on 235", onLight: "238 on 254", ofFewColors: "15 on 8")
    let view = Variants("on 242", onLight: "on 250", ofFewColors: "reverse")
    return Theme([
      .name: grey, .selectedName: accents.accent.bold, .selection: accents.accent.bold,
      .placeholder: Variants("on 234", onLight: "on 255", ofFewColors: "dim"),
      .progress: grey, .card: card, .failure: accents.bad,
      .truncated: accents.bad, .kind: grey, .mark: accents.accent.bold, .rating: accents.warm,
      .redLabel: accents.red, .yellowLabel: accents.warm, .greenLabel: accents.good,
      .blueLabel: accents.accent, .purpleLabel: accents.violet,
      .memoryBadge: band, .loadBadge: band,
      .quiet: grey, .navigator: line, .navigatorView: view,
      .bar: accents.accent, .emptyBar: line, .border: line,
      .key: accents.accent.bold, .heading: "bold", .group: "bold", .status: band,
      .hint: Variants("246", onLight: "241", ofFewColors: ""),
      .success: accents.good, .warning: accents.warm, .problem: accents.bad,
      .match: accents.warm.bold, .cursor: "reverse",
    ])
  }

  /// The terminal's palette, with a subdued status line so that photos are the brightest elements.
  ///
  /// Badges over images are black on a color, on dark and light terminals alike.
  package static let terminal = Theme([
    .selectedName: "bold reverse", .selection: Variants("bold 11", onLight: "bold 4"),
    .placeholder: "dim", .progress: "dim", .card: card, .failure: "9",
    .truncated: "9", .kind: "dim", .mark: Variants("bold 13", onLight: "bold 5"),
    .rating: Variants("11", onLight: "3"),
    .redLabel: "9", .yellowLabel: Variants("11", onLight: "3"),
    .greenLabel: Variants("10", onLight: "2"), .blueLabel: Variants("12", onLight: "4"),
    .purpleLabel: Variants("13", onLight: "5"),
    .memoryBadge: mark("10"), .loadBadge: mark("11"),
    .quiet: "dim", .navigator: "dim", .navigatorView: "reverse",
    .bar: "10", .emptyBar: "dim", .border: "dim",
    .key: "bold", .heading: "bold underline", .group: "bold",
    .status: Variants("252 on 236", onLight: "236 on 253", ofFewColors: "15 on 8"),
    .hint: Variants("246", onLight: "241", ofFewColors: ""),
    .success: Variants("10", onLight: "2"), .warning: Variants("11", onLight: "3"),
    .problem: Variants("underline 9", onLight: "underline 1"),
    .match: mark("11"), .cursor: "reverse",
  ])

  /// Grays that recede behind the photos; only selection and errors stand out.
  package static let quiet: Theme = {
    let grey = Variants("246", onLight: "241", ofFewColors: "dim")
    let line = Variants("239", onLight: "250", ofFewColors: "dim")
    let label = Variants("252 on 237", onLight: "237 on 253", ofFewColors: "reverse")
    let red = Variants("174", onLight: "131", ofFewColors: "1")
    let yellow = Variants("179", onLight: "94", ofFewColors: "3")
    let green = Variants("108", onLight: "65", ofFewColors: "2")
    return Theme([
      .name: grey, .selectedName: "bold",
      .selection: Variants("250", onLight: "240", ofFewColors: "bold"),
      .placeholder: line, .progress: grey, .card: card, .failure: red, .truncated: red, .kind: grey,
      .mark: "bold", .rating: yellow, .memoryBadge: label, .loadBadge: label,
      .redLabel: red, .yellowLabel: yellow, .greenLabel: green,
      .blueLabel: Variants("110", onLight: "25", ofFewColors: "4"),
      .purpleLabel: Variants("139", onLight: "96", ofFewColors: "5"),
      .quiet: grey, .navigator: line, .navigatorView: label,
      .bar: Variants("248", onLight: "242", ofFewColors: ""), .emptyBar: line, .border: line,
      .key: "bold", .heading: "bold", .group: grey, .status: grey,
      .hint: Variants("242", onLight: "246", ofFewColors: ""),
      .success: green, .warning: yellow,
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
      .placeholder: plain, .progress: plain, .card: card,
      .failure: Variants("bold #ffb0b0", onLight: "bold #8b0000"),
      .truncated: warning, .kind: label, .mark: highlight, .rating: "bold #ff0 on #000",
      .memoryBadge: label, .loadBadge: label,
      .redLabel: warning, .yellowLabel: highlight, .greenLabel: "bold #000 on #90ee90",
      .blueLabel: "bold #fff on #00008b", .purpleLabel: "bold #fff on #600080",
      .quiet: plain, .navigator: plain, .navigatorView: turned,
      .bar: plain, .emptyBar: plain, .border: plain, .key: bold,
      .heading: Variants("bold underline #fff", onLight: "bold underline #000"),
      .group: bold, .status: turned, .hint: "",
      .success: "bold", .warning: "bold",
      .problem: "underline #fff on #8b0000", .match: highlight, .cursor: "reverse",
    ])
  }()

  /// Black on a color; reverse video without colors.
  private static func mark(_ color: String) -> Variants {
    Variants(stringLiteral: "reverse \(color) on 0")
  }
}
