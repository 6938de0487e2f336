import Base
import PictureSamples
import Testing

@testable import Imaging

@Suite("Adaptive palettes")
struct AdaptivePaletteTests {
  private static func packed(_ bitmap: Bitmap) -> [UInt32] {
    (0..<bitmap.size.area).map {
      bitmap[$0 % bitmap.size.width, $0 / bitmap.size.width].packed
    }
  }

  private static func colors(_ pixels: [UInt32], atMost count: Int = 255) -> [RGB] {
    var cutter = PaletteCutter(ColorHistogram(of: pixels))
    return cutter.colors(atMost: count)
  }

  @Test func `a palette has at most the requested number of colours`() {
    let noise = Self.packed(SamplePictures.noise(PixelSize(width: 64, height: 64)))
    #expect(Self.colors(noise).count == 255)
    #expect(Set(Self.colors(noise, atMost: 16)).count == 16)
    #expect(Self.colors(noise, atMost: 1).count == 1)
  }

  @Test func `a palette contains each of a few colours exactly`() {
    let few: [UInt32] = [0, 0xFFFFFF, 0xFAFAFA, 0x1E1E1E, 0x252526, 0x123456, 0xFF0000]
    let pixels = few.enumerated().flatMap { Array(repeating: $0.element, count: $0.offset * 9 + 1) }
    #expect(Set(Self.colors(pixels).map(\.packed)) == Set(few))
  }

  @Test func `a palette of one colour has the mean of all opaque pixels`() {
    let pixels: [UInt32] = [0x000000, 0x640A00, 0xC81400, 0xFF000000, 0x01FFFFFF]
    #expect(Self.colors(pixels, atMost: 1) == [RGB(100, 10, 0)])
  }

  @Test func `a palette of transparent pixels is empty`() {
    #expect(Self.colors([]).isEmpty)
    #expect(Self.colors([0x0100_0000, 0xFFFF_FFFF]).isEmpty)
  }

  @Test func `more colours never increase the error`() {
    let pixels = Self.packed(SamplePictures.landscape(PixelSize(width: 60, height: 40)))
    let errors = [2, 4, 16, 64, 255].map { count in
      let colors = Self.colors(pixels, atMost: count)
      return pixels.reduce(0) { sum, pixel in
        sum + (colors.map { $0.squaredDistance(to: RGB(packed: pixel)) }.min() ?? 0)
      }
    }
    #expect(errors == errors.sorted(by: >))
    #expect(errors[4] < errors[0] / 100)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 17, 254, 255])
  func `the nearest colour equals that of an exhaustive search`(count: Int) {
    var generator = SplitMix64(seed: UInt64(count))
    let colors = (0..<count).map { _ in
      // Few greens, so that the sums of many are alike.
      RGB(packed: UInt32.random(in: 0...0xFFFFFF, using: &generator) & 0xFFC0FF)
    }
    let nearest = NearestColors(colors)
    for _ in 0..<400 {
      let cell = Int.random(in: 0..<ColorCells.count, using: &generator)
      let hint = UInt8.random(in: 0..<UInt8(count), using: &generator)
      let found = nearest.palette[Int(nearest.index(ofCell: cell, hint: hint))]
      let best = colors.map { Self.distance(of: $0, toCell: cell) }.min() ?? 0
      // Distances are compared to 17 binary places.
      #expect(Self.distance(of: found, toCell: cell) <= best * 1.00001)
      let again = nearest.palette[Int(nearest.index(ofCell: cell, hint: 0))]
      #expect(again == found)
    }
  }

  private static func distance(of color: RGB, toCell cell: Int) -> Float {
    let middle = ColorCells.middle(of: cell)
    let difference = SIMD4(Float(color.blue), Float(color.green), Float(color.red), 0) - middle
    return (difference * difference).sum()
  }

  @Test(arguments: [0x000000, 0xFFFFFF, 0x123456, 0xFC0000, 0x00FC00, 0x0000FC] as [UInt32])
  func `scalar and vector lookups give the same colour cell`(color: UInt32) {
    let channels = ColorCells.channels(of: color)
    let cell = ColorCells.cell(of: color)
    #expect(ColorCells.cell(of: SIMD4<Int16>(truncatingIfNeeded: channels)) == cell)
    let middle = ColorCells.middle(of: cell)
    #expect(abs(Float(channels.z) - middle.z) < 2)
    #expect(abs(Float(channels.y) - middle.y) < 2)
    #expect(abs(Float(channels.x) - middle.x) < 2)
  }
}
