import Base
import Imaging
import TestSupport
import Testing

@Suite("The palette of 256 colours")
struct PaletteTests {
  @Test(
    arguments: [
      (0, 0x000000), (7, 0xE5E5E5), (8, 0x7F7F7F), (12, 0x5C5CFF), (15, 0xFFFFFF),
      (16, 0x000000), (17, 0x00005F), (21, 0x0000FF), (22, 0x005F00), (52, 0x5F0000),
      (145, 0xAFAFAF), (196, 0xFF0000), (231, 0xFFFFFF), (232, 0x080808), (244, 0x808080),
      (255, 0xEEEEEE),
    ] as [(UInt8, UInt32)])
  func `palette entries have xterm's colours`(index: UInt8, value: UInt32) {
    #expect(Palette.rgb(of: index) == RGB(packed: value))
  }

  private static let greys = (0...255).map { RGB($0, $0, $0) }
  private static let colors = {
    var generator = SplitMix64(seed: 9)
    return (0..<3000).map { _ in RGB(packed: generator.next(upperBound: UInt32(1 << 24))) }
  }()

  @Test func `the nearest of 16 colours is found`() {
    for color in Self.greys + Self.colors {
      let nearest = (UInt8(0)...15).min {
        color.squaredDistance(to: Palette.rgb(of: $0))
          < color.squaredDistance(to: Palette.rgb(of: $1))
      }
      #expect(ColorDepth.ansi16.nearest(to: color) == nearest.map(Color.palette))
    }
  }

  @Test func `the most similar of 256 colours is found, nearly always`() {
    func distance(_ color: RGB) -> Int {
      guard case .palette(let entry) = ColorDepth.indexed256.nearest(to: color).kind else {
        return .max
      }
      return color.hueDistance(to: Palette.rgb(of: entry))
    }
    func least(_ color: RGB) -> Int? {
      (UInt8(16)...255).map { color.hueDistance(to: Palette.rgb(of: $0)) }.min()
    }
    for color in Self.greys { #expect(distance(color) == least(color)) }
    #expect(Self.colors.count { distance($0) != least($0) } < 30)
  }

  @Test(arguments: [(RGB(95, 156, 106), 65), (RGB(202, 143, 154), 138)] as [(RGB, UInt8)])
  func `a darker entry is more similar than one of a stronger hue`(color: RGB, entry: UInt8) {
    #expect(ColorDepth.indexed256.nearest(to: color) == .palette(entry))
  }

  @Test func `direct colours are exact, and without colours the standard is used`() {
    #expect(ColorDepth.direct.nearest(to: RGB(1, 2, 3)) == .rgb(RGB(1, 2, 3)))
    #expect(ColorDepth.none.nearest(to: RGB(1, 2, 3)) == .standard)
  }
}
