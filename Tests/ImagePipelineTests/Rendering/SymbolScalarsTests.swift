import ImagePipeline
import Imaging
import Testing

@Suite("The characters of a symbol set")
struct SymbolScalarsTests {
  @Test(arguments: [(SymbolSet.half, 4), (.quadrants, 16), (.sextants, 64)])
  func `each pattern has a character of its own`(symbols: SymbolSet, count: Int) {
    #expect(symbols.scalars.count == count)
    #expect(Set(symbols.scalars).count == count)
  }

  @Test(arguments: [
    (0b0001, "▘"), (0b0010, "▝"), (0b0011, "▀"), (0b0100, "▖"), (0b0101, "▌"), (0b0110, "▞"),
    (0b0111, "▛"), (0b1000, "▗"), (0b1001, "▚"), (0b1010, "▐"), (0b1011, "▜"), (0b1100, "▄"),
    (0b1101, "▙"), (0b1110, "▟"), (0b1111, "█"),
  ])
  func `quadrant characters show the quarters whose bits are set`(
    pattern: Int, character: Unicode.Scalar
  ) {
    #expect(SymbolSet.quadrants.scalars[pattern] == character)
  }

  @Test(
    arguments: [
      (0b000001, 0x1FB00), (0b010100, 0x1FB13), (0b010101, 0x258C), (0b010110, 0x1FB14),
      (0b101001, 0x1FB27), (0b101010, 0x2590), (0b101011, 0x1FB28), (0b111110, 0x1FB3B),
      (0b111111, 0x2588),
    ] as [(Int, UInt32)])
  func `sextants are the characters that Unicode assigns`(pattern: Int, value: UInt32) {
    #expect(SymbolSet.sextants.scalars[pattern].value == value)
  }
}
