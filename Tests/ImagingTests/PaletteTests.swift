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

  @Test(arguments: [
    (ColorDepth.indexed256, UInt8(16)...255), (ColorDepth.ansi16, 0...15),
  ])
  func `the nearest palette entry is found`(depth: ColorDepth, entries: ClosedRange<UInt8>) {
    var generator = SplitMix64(seed: 9)
    let greys = (0...255).map { RGB($0, $0, $0) }
    let colors = (0..<3000).map { _ in RGB(packed: generator.next(upperBound: UInt32(1 << 24))) }
    for color in greys + colors {
      let nearest = entries.min {
        color.squaredDistance(to: Palette.rgb(of: $0))
          < color.squaredDistance(to: Palette.rgb(of: $1))
      }
      #expect(depth.nearest(to: color) == nearest.map(Color.palette))
    }
  }

  @Test func `direct colours are exact, and without colours the standard is used`() {
    #expect(ColorDepth.direct.nearest(to: RGB(1, 2, 3)) == .rgb(RGB(1, 2, 3)))
    #expect(ColorDepth.none.nearest(to: RGB(1, 2, 3)) == .standard)
  }
}
