import Base
import Imaging
import TestSupport
import Testing

@Suite("Scaling of bitmaps")
struct BitmapScalingTests {
  @Test func `scaling to the same size changes nothing`() {
    let bitmap = Self.noise(width: 17, height: 9, seed: 1)
    #expect(bitmap.scaled(to: bitmap.size) == bitmap)
  }

  @Test func `scaling up by a whole factor repeats pixels`() {
    let bitmap = Self.noise(width: 5, height: 4, seed: 2)
    let large = bitmap.scaled(to: PixelSize(width: 15, height: 8))
    for y in 0..<8 {
      for x in 0..<15 {
        #expect(large[x, y] == bitmap[x / 3, y / 2])
      }
    }
  }

  @Test func `scaling to half averages four pixels`() {
    let bitmap = Self.noise(width: 8, height: 6, seed: 3)
    let half = bitmap.scaled(to: PixelSize(width: 4, height: 3))
    for y in 0..<3 {
      for x in 0..<4 {
        let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0) { sum, offset in
          sum + Int(bitmap[2 * x + offset.0, 2 * y + offset.1].green)
        }
        #expect(Int(half[x, y].green) == (sum + 2) / 4)
      }
    }
  }

  @Test(arguments: [
    (PixelSize(width: 33, height: 21), PixelSize(width: 7, height: 5), 1.0, 1.0),
    (PixelSize(width: 33, height: 21), PixelSize(width: 40, height: 50), 1.0, 1.0),
    (PixelSize(width: 50, height: 3), PixelSize(width: 1, height: 1), 1.0, 1.0),
    (PixelSize(width: 33, height: 21), PixelSize(width: 8, height: 6), 0.9, 1.0),
    (PixelSize(width: 33, height: 21), PixelSize(width: 8, height: 6), 1.0, 0.83),
    (PixelSize(width: 2, height: 600), PixelSize(width: 3, height: 2), 1.0, 1.0),
    (PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 2), 0.5, 0.5),
  ])
  func `scaling equals a reference average over areas`(
    size: PixelSize, target: PixelSize, visibleWidth: Double, visibleHeight: Double
  ) {
    let bitmap = Self.noise(width: size.width, height: size.height, seed: 4)
    let scaled = bitmap.scaled(
      to: target, visibleWidth: visibleWidth, visibleHeight: visibleHeight)
    #expect(scaled.size == target)
    for y in 0..<target.height {
      for x in 0..<target.width {
        let expected = Self.slowMean(
          of: bitmap,
          x: Self.interval(x, of: target.width, over: size.width, visible: visibleWidth),
          y: Self.interval(y, of: target.height, over: size.height, visible: visibleHeight))
        for channel in 0..<4 {
          let found = Double(scaled.bytes[(y * target.width + x) * 4 + channel])
          #expect(abs(found - expected[channel]) < 0.51)
        }
      }
    }
  }

  @Test func `scaling preserves mean colour and mean alpha`() {
    let bitmap = Self.noise(width: 64, height: 48, seed: 5)
    let scaled = bitmap.scaled(to: PixelSize(width: 13, height: 11))
    for channel in 0..<4 {
      #expect(abs(Self.mean(bitmap, channel) - Self.mean(scaled, channel)) < 0.25)
    }
  }

  @Test func `a crop is taken from the middle`() {
    var bitmap = Bitmap(size: PixelSize(width: 8, height: 2), filledWith: RGB(255, 0, 0))
    for x in 2..<6 {
      bitmap[x, 0] = RGB(0, 0, 255)
      bitmap[x, 1] = RGB(0, 0, 255)
    }
    let middle = bitmap.scaled(to: PixelSize(width: 3, height: 2), visibleWidth: 0.5)
    #expect(middle == Bitmap(size: PixelSize(width: 3, height: 2), filledWith: RGB(0, 0, 255)))
  }

  @Test func `white stays white at every size`() {
    let white = Bitmap(size: PixelSize(width: 31, height: 17), filledWith: RGB(255, 255, 255))
    for width in 1...40 {
      let size = PixelSize(width: width, height: 41 - width)
      #expect(white.scaled(to: size) == Bitmap(size: size, filledWith: RGB(255, 255, 255)))
    }
  }

  @Test func `scaling to or from an empty size gives empty or blank pixels`() {
    let bitmap = Self.noise(width: 3, height: 3, seed: 6)
    #expect(bitmap.scaled(to: PixelSize(width: 0, height: 5)).bytes.isEmpty)
    #expect(bitmap.scaled(to: PixelSize(width: -2, height: 5)).size.width == 0)
    let empty = Bitmap(size: PixelSize(width: 0, height: 0))
    #expect(empty.scaled(to: PixelSize(width: 1, height: 1)).bytes == [0, 0, 0, 0])
  }

  static func noise(width: Int, height: Int, seed: UInt64) -> Bitmap {
    var generator = SplitMix64(seed: seed)
    let bytes = (0..<width * height).flatMap { _ in
      let alpha = UInt8.random(in: 0...255, using: &generator)
      return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &generator) } + [alpha]
    }
    return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  private static func mean(_ bitmap: Bitmap, _ channel: Int) -> Double {
    let values = stride(from: channel, to: bitmap.bytes.count, by: 4).map {
      Double(bitmap.bytes[$0])
    }
    return values.reduce(0, +) / Double(values.count)
  }

  private static func interval(
    _ index: Int, of count: Int, over length: Int, visible: Double
  ) -> ClosedRange<Double> {
    let start = Double(length) * (1 - visible) / 2
    let step = Double(length) * visible / Double(count)
    return start + step * Double(index)...start + step * Double(index + 1)
  }

  /// The mean of every channel over an area, from the share of each pixel that is inside.
  private static func slowMean(
    of bitmap: Bitmap, x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> [Double] {
    var sums = [0.0, 0, 0, 0]
    for row in 0..<bitmap.size.height {
      let high = min(y.upperBound, Double(row + 1)) - max(y.lowerBound, Double(row))
      for column in 0..<bitmap.size.width where high > 0 {
        let wide = min(x.upperBound, Double(column + 1)) - max(x.lowerBound, Double(column))
        for channel in 0..<4 where wide > 0 {
          let byte = bitmap.bytes[(row * bitmap.size.width + column) * 4 + channel]
          sums[channel] += wide * high * Double(byte)
        }
      }
    }
    let area = (x.upperBound - x.lowerBound) * (y.upperBound - y.lowerBound)
    return sums.map { $0 / area }
  }
}
