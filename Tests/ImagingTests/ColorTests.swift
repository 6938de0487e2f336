import Imaging
import Testing

@Suite("A colour")
struct ColorTests {
  @Test(arguments: [0x000000, 0x000007, 0x010203, 0xFFFFFF, 0x80FF00] as [UInt32])
  func `a colour preserves its RGB value`(value: UInt32) {
    #expect(Color.rgb(RGB(packed: value)).kind == .rgb(RGB(packed: value)))
    #expect(RGB(packed: value).packed == value)
  }

  @Test(arguments: [0, 7, 16, 255] as [UInt8])
  func `a colour preserves its palette index`(index: UInt8) {
    #expect(Color.palette(index).kind == .palette(index))
  }

  @Test func `black, palette entry 0 and the standard colour are distinct`() {
    #expect(Set([Color.rgb(RGB(0, 0, 0)), .palette(0), .standard]).count == 3)
    #expect(Color.standard.kind == .standard)
  }

  @Test func `the distance of colours is the sum of squared channel differences`() {
    #expect(RGB(0, 0, 0).squaredDistance(to: RGB(255, 255, 255)) == 195_075)
    #expect(RGB(10, 20, 30).squaredDistance(to: RGB(11, 18, 33)) == 14)
  }
}
