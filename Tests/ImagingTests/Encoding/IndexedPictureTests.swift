import PictureSamples
import Testing

@testable import Imaging

@Suite("Images of indexed colours")
struct IndexedPictureTests {
  private static func packed(_ bitmap: Bitmap) -> [UInt32] {
    (0..<bitmap.size.area).map {
      bitmap[$0 % bitmap.size.width, $0 / bitmap.size.width].packed
    }
  }

  private static func shown(_ picture: IndexedPicture) -> Bitmap {
    var bitmap = Bitmap(size: picture.size)
    for (place, index) in picture.indices.enumerated() where index != IndexedPicture.unset {
      bitmap[place % picture.size.width, place / picture.size.width] = picture.palette[Int(index)]
    }
    return bitmap
  }

  /// Changes by at most one step of a channel from pixel to pixel.
  private static var gradient: Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: 256, height: 128))
    for y in 0..<128 {
      for x in 0..<256 {
        bitmap[x, y] = RGB(UInt8(40 + x / 2), UInt8(60 + y), UInt8(180 - x / 4))
      }
    }
    return bitmap
  }

  @Test func `diffusing preserves the means of areas, flattening does not`() {
    let gradient = Self.gradient
    let areas = PixelSize(width: 64, height: 32)
    let pixels = Self.packed(gradient)
    let errors = [
      IndexedPicture(diffusing: pixels, of: gradient.size),
      IndexedPicture(flattening: pixels, of: gradient.size),
    ].map { picture in
      SamplePictures.error(
        of: Self.shown(picture).scaled(to: areas), against: gradient.scaled(to: areas))
    }
    #expect(errors[0] < 2)
    #expect(errors[1] > 4 * errors[0])
  }

  @Test func `flattening gives longer runs than diffusing`() {
    let landscape = SamplePictures.landscape(PixelSize(width: 160, height: 100))
    let pixels = Self.packed(landscape)
    let runs = [
      IndexedPicture(diffusing: pixels, of: landscape.size),
      IndexedPicture(flattening: pixels, of: landscape.size),
    ].map { picture in zip(picture.indices, picture.indices.dropFirst()).count { $0 != $1 } }
    #expect(runs[1] < runs[0] * 2 / 3)
  }

  @Test(arguments: [1, 2, 3, 64, 255])
  func `diffusing adds no dots to areas of palette colours`(count: Int) {
    let size = PixelSize(width: count * 3, height: 5)
    let pixels = (0..<size.area).map { place in
      let number = UInt32(place % size.width / 3)
      return number << 16 | (255 - number) << 8 | number * 7 % 256
    }
    let picture = IndexedPicture(diffusing: pixels, of: size)
    // Colours of one cell share a colour.
    let cells = Set(pixels.map { ColorCells.cell(of: $0) })
    #expect(picture.palette.count == cells.count)
    let worst = zip(pixels, picture.indices).map { pixel, index in
      RGB(packed: pixel).squaredDistance(to: picture.palette[Int(index)])
    }.max()
    #expect(worst ?? .max <= (count == 255 ? 100 : 27))
  }

  @Test func `exactly the transparent pixels are unset`() {
    let size = PixelSize(width: 7, height: 9)
    let pixels = (0..<size.area).map { place in
      place % 3 == 0 ? 0x01FF_FFFF : UInt32(place) * 0x010203
    }
    let picture = IndexedPicture(diffusing: pixels, of: size)
    for (place, index) in picture.indices.enumerated() {
      #expect((index == IndexedPicture.unset) == (place % 3 == 0))
    }
    let empty = IndexedPicture(
      diffusing: Array(repeating: 0x0100_0000, count: 6), of: PixelSize(width: 3, height: 2))
    #expect(empty.palette.isEmpty)
    #expect(empty.indices == Array(repeating: IndexedPicture.unset, count: 6))
  }

  @Test func `the only opaque pixel of a large image is in the palette`() {
    let size = PixelSize(width: 3000, height: 1000)
    var pixels = Array(repeating: UInt32(0x0100_0000), count: size.area)
    pixels[1] = 0x123456
    let picture = IndexedPicture(diffusing: pixels, of: size)
    #expect(picture.palette == [RGB(packed: 0x123456)])
    #expect(picture.indices[1] == 0)
    #expect(picture.indices.count { $0 != IndexedPicture.unset } == 1)
  }

  @Test(arguments: [(0, 0), (0, 5), (5, 0)])
  func `an empty image has no indices`(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    #expect(IndexedPicture(diffusing: [], of: size).indices.isEmpty)
    #expect(IndexedPicture(flattening: [], of: size).indices.isEmpty)
  }
}
