import Imaging
import TestSupport
import Testing

@Suite("Parts of images")
struct PicturePartTests {
  private static let picture = BitmapScalingTests.noise(width: 30, height: 20, seed: 11)

  /// A part of the image at its own size.
  private func part(_ turn: Orientation, _ rect: PixelRect) -> PicturePart {
    PicturePart(
      of: Self.picture.size, turnedBy: turn, scaledTo: turn.shown(Self.picture.size), rect)
  }

  @Test(arguments: Orientation.allCases)
  func `a part at its own size equals the crop of the turned image`(turn: Orientation) {
    let rect = PixelRect(x: 3, y: 5, width: 9, height: 7)
    let drawn = Self.picture.drawn(part(turn, rect), from: nil, in: rect.size)
    #expect(drawn == Self.picture.turned(by: turn).cropped(to: rect))
  }

  @Test(arguments: Orientation.allCases)
  func `a part drawn from the region around it equals that drawn from the whole`(turn: Orientation)
  {
    let part = part(turn, PixelRect(x: 2, y: 4, width: 10, height: 8))
    let all = Self.picture.drawn(part, from: nil, in: part.part.size)
    #expect(part.region == part.upright)
    let region = PixelRect(
      x: part.region.x - 1, y: part.region.y - 2, width: part.region.size.width + 3,
      height: part.region.size.height + 2
    ).clamped(into: Self.picture.size)
    let around = Self.picture.cropped(to: region)
    #expect(around.drawn(part, from: region, in: part.part.size) == all)
  }

  @Test(arguments: [1, 2, 5])
  func `an enlarged part repeats pixels`(factor: Int) {
    let whole = PixelSize(width: 30 * factor, height: 20 * factor)
    let part = PicturePart(
      of: Self.picture.size, scaledTo: whole,
      PixelRect(x: 3 * factor, y: 2 * factor, width: 4 * factor, height: 6 * factor))
    let drawn = Self.picture.drawn(part, from: nil, in: part.part.size)
    for y in 0..<6 * factor {
      for x in 0..<4 * factor {
        #expect(drawn[x, y] == Self.picture[3 + x / factor, 2 + y / factor])
      }
    }
  }

  @Test func `a reduced part requires the smallest region that covers it`() {
    let part = PicturePart(
      of: PixelSize(width: 4000, height: 3000), scaledTo: PixelSize(width: 1000, height: 750),
      PixelRect(x: 90, y: 75, width: 100, height: 50))
    #expect(part.region == PixelRect(x: 360, y: 300, width: 400, height: 200))
    let thirds = PicturePart(
      of: PixelSize(width: 4000, height: 3000), scaledTo: PixelSize(width: 1333, height: 1000),
      PixelRect(x: 1, y: 1, width: 1, height: 1))
    #expect(thirds.region == PixelRect(x: 3, y: 3, width: 4, height: 3))
  }
}
