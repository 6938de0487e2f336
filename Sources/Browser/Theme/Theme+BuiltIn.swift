import Imaging

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
    .selectedName: Looks(Look(style: [.bold, .reverse])),
    .selection: Looks(
      Look(.palette(11), style: .bold), onLight: Look(.palette(4), style: .bold)),
    .placeholder: Looks(Look(style: .dim)),
    .progress: Looks(Look(style: .dim)),
    .failure: Looks(Look(.palette(9))),
    .truncated: mark(.palette(9)),
    .kind: mark(.palette(14)),
    .mark: mark(.palette(13)),
    .rating: Looks(Look(.palette(11), on: .palette(0))),
    .redLabel: mark(.palette(9)), .yellowLabel: mark(.palette(11)),
    .greenLabel: mark(.palette(10)), .blueLabel: mark(.palette(12)),
    .purpleLabel: mark(.palette(13)),
    .memoryBadge: mark(.palette(10)),
    .loadBadge: mark(.palette(11)),
    .quiet: Looks(Look(style: .dim)),
    .navigator: Looks(Look(style: .dim)),
    .navigatorView: Looks(Look(style: .reverse)),
    .bar: Looks(Look(.palette(10))),
    .emptyBar: Looks(Look(style: .dim)),
    .border: Looks(Look(style: .dim)),
    .key: Looks(Look(style: .bold)),
    .heading: Looks(Look(style: [.bold, .underline])),
    .group: Looks(Look(style: .bold)),
    .status: Looks(
      Look(.palette(252), on: .palette(236)), onLight: Look(.palette(236), on: .palette(253)),
      ofFewColors: Look(.palette(15), on: .palette(8))),
    .hint: Looks(Look(.palette(246)), onLight: Look(.palette(241)), ofFewColors: Look()),
    .problem: Looks(
      Look(.palette(9), style: .underline), onLight: Look(.palette(1), style: .underline)),
    .match: mark(.palette(11)),
    .cursor: Looks(Look(style: .reverse)),
  ])

  /// Grays that recede behind the photos; only selection and errors stand out.
  package static let quiet: Theme = {
    let grey = Looks(
      Look(.palette(246)), onLight: Look(.palette(241)), ofFewColors: Look(style: .dim))
    let line = Looks(
      Look(.palette(239)), onLight: Look(.palette(250)), ofFewColors: Look(style: .dim))
    let label = Looks(
      Look(.palette(252), on: .palette(237)), onLight: Look(.palette(237), on: .palette(253)),
      ofFewColors: Look(style: .reverse))
    let failure = Looks(
      Look(.palette(174)), onLight: Look(.palette(131)), ofFewColors: Look(.palette(1)))
    return Theme([
      .name: grey,
      .selectedName: Looks(Look(style: .bold)),
      .selection: Looks(
        Look(.palette(250)), onLight: Look(.palette(240)), ofFewColors: Look(style: .bold)),
      .placeholder: line, .progress: grey, .failure: failure,
      .truncated: label, .kind: label, .mark: label, .rating: label, .memoryBadge: label,
      .loadBadge: label,
      .redLabel: mark(.palette(174)), .yellowLabel: mark(.palette(179)),
      .greenLabel: mark(.palette(108)), .blueLabel: mark(.palette(110)),
      .purpleLabel: mark(.palette(139)),
      .quiet: grey, .navigator: line, .navigatorView: label,
      .bar: Looks(
        Look(.palette(248)), onLight: Look(.palette(242)), ofFewColors: Look()),
      .emptyBar: line, .border: line, .key: Looks(Look(style: .bold)),
      .heading: Looks(Look(style: .bold)), .group: grey, .status: grey,
      .hint: Looks(
        Look(.palette(242)), onLight: Look(.palette(246)), ofFewColors: Look()),
      .problem: Looks(
        Look(.palette(174), style: .underline), onLight: Look(.palette(131), style: .underline),
        ofFewColors: Look(.palette(1), style: .underline)),
      .match: label,
      .cursor: Looks(Look(style: .reverse)),
    ])
  }()

  /// Black on white or white on black, nothing dim, with yellow and red for what matters.
  package static let contrast: Theme = {
    let (black, white) = (Color.rgb(RGB(0, 0, 0)), Color.rgb(RGB(255, 255, 255)))
    let yellow = Color.rgb(RGB(255, 255, 0))
    let (red, darkRed) = (Color.rgb(RGB(255, 176, 176)), Color.rgb(RGB(139, 0, 0)))
    let plain = Looks(Look(white), onLight: Look(black))
    let bold = Looks(Look(white, style: .bold), onLight: Look(black, style: .bold))
    let turned = Looks(
      Look(black, on: white, style: .bold), onLight: Look(white, on: black, style: .bold))
    let label = Looks(Look(black, on: white))
    return Theme([
      .text: plain, .name: plain,
      .selectedName: Looks(
        Look(black, on: yellow, style: .bold), onLight: Look(white, on: black, style: .bold)),
      .selection: Looks(Look(yellow, style: .bold), onLight: Look(black, style: .bold)),
      .placeholder: plain, .progress: plain,
      .failure: Looks(Look(red, style: .bold), onLight: Look(darkRed, style: .bold)),
      .truncated: Looks(Look(white, on: darkRed, style: .bold)),
      .kind: label, .mark: Looks(Look(black, on: yellow, style: .bold)),
      .rating: Looks(Look(yellow, on: black, style: .bold)), .memoryBadge: label, .loadBadge: label,
      .redLabel: Looks(Look(white, on: darkRed, style: .bold)),
      .yellowLabel: Looks(Look(black, on: yellow, style: .bold)),
      .greenLabel: Looks(Look(black, on: .rgb(RGB(144, 238, 144)), style: .bold)),
      .blueLabel: Looks(Look(white, on: .rgb(RGB(0, 0, 139)), style: .bold)),
      .purpleLabel: Looks(Look(white, on: .rgb(RGB(96, 0, 128)), style: .bold)),
      .quiet: plain, .navigator: plain, .navigatorView: turned,
      .bar: plain, .emptyBar: plain, .border: plain, .key: bold,
      .heading: Looks(
        Look(white, style: [.bold, .underline]), onLight: Look(black, style: [.bold, .underline])),
      .group: bold, .status: turned, .hint: Looks(Look()),
      .problem: Looks(
        Look(white, on: darkRed, style: .underline)),
      .match: Looks(Look(black, on: yellow, style: .bold)),
      .cursor: Looks(Look(style: .reverse)),
    ])
  }()

  /// Black on a color; reverse video without colors.
  private static func mark(_ color: Color) -> Looks {
    Looks(Look(color, on: .palette(0), style: .reverse))
  }
}
