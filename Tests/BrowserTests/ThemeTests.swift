import Browser
import Glibc
import Imaging
import Terminal
import Testing

@MainActor
@Suite("Themes")
struct ThemeTests {
  private static let dark = RGB(0, 0, 0)
  private static let light = RGB(250, 250, 240)

  private func form(_ colors: ColorDepth, _ background: RGB) -> TileForm {
    TileForm(symbols: .half, colors: colors, background: background)
  }

  private func styles(_ theme: Theme, _ colors: ColorDepth, _ background: RGB) -> Styles {
    Styles(theme, on: form(colors, background))
  }

  @Test(arguments: [
    (ColorDepth.direct, Color.palette(252), Color.palette(236)),
    (.indexed256, .palette(252), .palette(236)),
    (.ansi16, .palette(15), .palette(8)), (.none, .standard, .standard),
  ])
  func `the status line of the terminal theme fits the colour depth`(
    depth: ColorDepth, foreground: Color, background: Color
  ) {
    let styles = styles(.terminal, depth, Self.dark)
    #expect(styles[.status].foreground == foreground)
    #expect(styles[.status].background == background)
    #expect(styles[.status].style == (depth == .none ? .reverse : []))
    #expect(styles[.hint].background == background)
    #expect(styles[.problem].style == (depth == .none ? [.reverse, .underline] : .underline))
  }

  @Test func `the terminal theme uses only palette colours`() {
    for part in Theme.Part.allCases {
      for background in [Self.dark, Self.light] {
        let glyph = styles(.terminal, .direct, background)[part]
        for color in [glyph.foreground, glyph.background] {
          if case .rgb = color.kind { Issue.record("\(part) has an exact colour") }
        }
      }
    }
    #expect(styles(.terminal, .direct, Self.dark)[.selection].foreground == .palette(11))
    #expect(styles(.terminal, .direct, Self.light)[.selection].foreground == .palette(4))
    #expect(styles(.terminal, .none, Self.dark)[.failure].foreground == .standard)
  }

  @Test(arguments: ColorDepth.allCases, Theme.names)
  func `themes use only available colours, and selected names differ from others`(
    depth: ColorDepth, name: String
  ) throws {
    let theme = try #require(Theme.builtIn(name))
    for background in [Self.dark, Self.light] {
      let styles = styles(theme, depth, background)
      for part in Theme.Part.allCases {
        let glyph = styles[part]
        for color in [glyph.foreground, glyph.background] {
          switch (depth, color.kind) {
          case (.direct, _), (_, .standard), (.indexed256, .palette), (.ansi16, .palette(0..<16)):
            break
          default: Issue.record("\(part) has \(color) with \(depth)")
          }
        }
      }
      #expect(styles[.selectedName] != styles[.name])
      #expect(styles.cursor(over: styles[.status]) != styles[.status])
      #expect(styles.cursor(over: styles[.problem]) != styles[.problem])
    }
  }

  @Test func `the contrast theme has a contrast of 7:1 at least and no dim text`() {
    for background in [Self.dark, Self.light] {
      let styles = styles(.contrast, .direct, background)
      for part in Theme.Part.allCases where ![.cursor].contains(part) {
        let glyph = styles[part]
        let front =
          glyph.foreground.rgb ?? (background.isLight ? RGB(0, 0, 0) : RGB(255, 255, 255))
        #expect(contrast(front, glyph.background.rgb ?? background) >= 7, "\(part)")
        #expect(!glyph.style.contains(.dim))
      }
    }
  }

  @Test(arguments: ["calm", "dark", "light", "color-blind"])
  func `text of calm, dark, light and color-blind has at least 4.5:1 contrast`(name: String)
    throws
  {
    let theme = try #require(Theme.builtIn(name))
    for background in [Self.dark, Self.light] where name != "light" || background.isLight {
      guard name != "dark" || !background.isLight else { continue }
      let styles = styles(theme, .direct, background)
      for part in Theme.Part.allCases
      where ![.cursor, .border, .emptyBar, .navigator].contains(part) {
        let glyph = styles[part]
        let front =
          glyph.foreground.rgb ?? (background.isLight ? RGB(0, 0, 0) : RGB(255, 255, 255))
        #expect(contrast(front, glyph.background.rgb ?? background) >= 4.5, "\(part)")
      }
    }
    #expect(Theme.builtIn("contrast") == Theme.builtIn("high-contrast"))
  }

  @Test(arguments: [RGB(35, 38, 39), RGB(24, 24, 24), RGB(0, 0, 0), RGB(239, 239, 239)])
  func `cards and placeholders differ from any background`(background: RGB) {
    let styles = styles(.calm, .direct, background)
    for part in [Theme.Part.card, .placeholder, .status] {
      let own = styles[part].background.rgb ?? background
      #expect(own.squaredDistance(to: background) >= 3 * 8 * 8, "\(part)")
    }
  }

  @Test func `a custom style is approximated at every colour depth`() throws {
    var theme = Theme.terminal
    theme[.status] = try TextStyle("bold #ff0000 on 236")
    #expect(styles(theme, .direct, Self.light)[.status].foreground == .rgb(RGB(255, 0, 0)))
    #expect(styles(theme, .indexed256, Self.dark)[.status].foreground == .palette(196))
    #expect(styles(theme, .ansi16, Self.dark)[.status].foreground == .palette(9))
    #expect(styles(theme, .ansi16, Self.dark)[.status].background == .palette(0))
    #expect(styles(theme, .none, Self.dark)[.status].style == [.bold, .reverse])
    // Hints over it have the same background.
    #expect(styles(theme, .direct, Self.dark)[.hint].background == .palette(236))
  }

  @Test func `the browser draws with its theme`() {
    let stage = BrowserStage(["a", "b"])
    stage.browser.presenter.theme[.status] = TextStyle(.palette(2), on: .palette(3))
    let frame = stage.browser.frame()
    #expect(frame.canvas[0, 11].background == .palette(3))
    #expect(Theme.builtIn("loud") == nil)
  }

  /// The contrast of two colours as WCAG 2 defines it, from 1 to 21.
  private func contrast(_ one: RGB, _ other: RGB) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private func luminance(_ color: RGB) -> Double {
    let linear = [color.red, color.green, color.blue].map { value -> Double in
      let share = Double(value) / 255
      return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
