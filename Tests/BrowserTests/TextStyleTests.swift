import Browser
import Imaging
import Testing

@MainActor
@Suite("Text styles in words")
struct TextStyleTests {
  @Test(arguments: [
    ("", TextStyle()),
    ("bold", TextStyle(style: .bold)),
    (
      "bold underline #ff8800 on 236",
      TextStyle(.rgb(RGB(255, 136, 0)), on: .palette(236), style: [.bold, .underline])
    ),
    ("#f80", TextStyle(.rgb(RGB(255, 136, 0)))),
    ("red", TextStyle(.palette(1))),
    ("bright-blue on white", TextStyle(.palette(12), on: .palette(7))),
    ("on default dim", TextStyle(on: .standard, style: .dim)),
    ("  Reverse   DEFAULT  ", TextStyle(.standard, style: .reverse)),
    ("0 on 255", TextStyle(.palette(0), on: .palette(255))),
  ])
  func `a style is parsed from words, and parsed again from its description`(
    text: String, look: TextStyle
  ) throws {
    #expect(try TextStyle(text) == look)
    #expect(try TextStyle(look.description) == look)
  }

  @Test(arguments: [
    ("bold blu", 5..<8, StyleError.Reason.unknown("blu")),
    ("256", 0..<3, .unknown("256")), ("#ff88", 0..<5, .unknown("#ff88")),
    ("#gggggg", 0..<7, .unknown("#gggggg")), ("+1", 0..<2, .unknown("+1")),
    ("red bold green", 9..<14, .secondColor("green")),
    ("on red on blue", 7..<9, .unknown("on")),
    ("red on", 4..<6, .noBackground), ("on bold", 3..<7, .unknown("bold")),
  ])
  func `an invalid word throws an error with its range and reason`(
    text: String, place: Range<Int>, reason: StyleError.Reason
  ) {
    #expect(throws: StyleError(place: place, reason: reason)) { try TextStyle(text) }
  }

  @Test func `every style of every theme can be written and parsed`() throws {
    for name in Theme.names {
      let theme = try #require(Theme.builtIn(name))
      for part in Theme.Part.allCases {
        #expect(try TextStyle(theme[part].description) == theme[part], "\(name) \(part)")
      }
    }
  }
}
