import Imaging
import Testing

@testable import Terminal

@Suite("Colour numbers")
struct ColorNumberingTests {
  @Test(arguments: [
    (Color.standard, Int32(-1)),
    (.rgb(RGB(0, 0, 0)), 0),
    (.rgb(RGB(0, 0, 7)), 7),
    (.rgb(RGB(255, 255, 255)), 0xFFFFFF),
    (.palette(0), 0x100_0000),
    (.palette(255), 0x100_00FF),
  ])
  func `exact colours and palette entries have different numbers`(color: Color, number: Int32) {
    let numbering = ColorNumbering(.direct, in: .own)
    #expect(numbering.number(of: color) == number)
  }

  @Test(arguments: [
    (Color.rgb(RGB(0, 0, 0)), Int32(16)),
    (.rgb(RGB(255, 255, 255)), 231),
    (.rgb(RGB(255, 0, 0)), 196),
    (.rgb(RGB(95, 135, 175)), 67),
    (.rgb(RGB(8, 8, 8)), 232),
    (.rgb(RGB(238, 238, 238)), 255),
    (.palette(9), 9),
    (.palette(200), 200),
    (.standard, -1),
  ])
  func `with 256 colours the nearest of cube and greys is chosen`(color: Color, number: Int32) {
    let numbering = ColorNumbering(.indexed256, in: .palette(256))
    #expect(numbering.number(of: color) == number)
    let own = ColorNumbering(.indexed256, in: .own).number(of: color)
    #expect(own == (number < 0 ? -1 : 0x100_0000 + number))
  }

  @Test(arguments: [
    (Color.rgb(RGB(250, 5, 5)), 16, Int32(9)),
    (.rgb(RGB(250, 5, 5)), 8, 1),
    (.rgb(RGB(1, 1, 1)), 16, 0),
    (.palette(15), 8, 7),
    (.palette(196), 16, 9),
  ])
  func `sixteen colours are mapped to eight where there are no more`(
    color: Color, count: Int, number: Int32
  ) {
    let numbering = ColorNumbering(.ansi16, in: .palette(count))
    #expect(numbering.number(of: color) == number)
  }

  @Test func `without colour every colour is the terminal's default`() {
    let numbering = ColorNumbering(.none, in: .own)
    #expect(numbering.number(of: .rgb(RGB(1, 2, 3))) == -1)
    #expect(numbering.number(of: .palette(3)) == -1)
  }

  @Test(arguments: [
    (Color.rgb(RGB(250, 5, 5)), Int32(0x100_0109)), (.palette(15), 0x100_010F),
    (.palette(196), 0x100_0109), (.rgb(RGB(1, 1, 1)), 0x100_0100), (.standard, -1),
  ])
  func `sixteen colours of the program's own terminfo entry are those of SGR 30 and 90`(
    color: Color, number: Int32
  ) {
    #expect(ColorNumbering(.ansi16, in: .own).number(of: color) == number)
  }

  @Test(arguments: [
    (ColorDepth.direct, ColorRange.own, ColorDepth.direct), (.ansi16, .own, .ansi16),
    (.none, .own, .none), (.direct, .palette(256), .indexed256), (.ansi16, .palette(256), .ansi16),
    (.direct, .palette(88), .ansi16), (.indexed256, .palette(8), .ansi16),
    (.none, .palette(8), .none),
    (.direct, .none, .none),
  ])
  func `the colour depth is limited to the range of colour numbers`(
    wanted: ColorDepth, range: ColorRange, depth: ColorDepth
  ) {
    #expect(ColorNumbering(wanted, in: range).depth == depth)
  }
}
