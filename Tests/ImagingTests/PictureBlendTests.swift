import Imaging
import Testing

@Suite("Two images in one place")
struct PictureBlendTests {
  private static let size = PixelSize(width: 4, height: 2)
  private static let grey = Bitmap(size: size, filledWith: RGB(200, 200, 200))

  @Test func `what is equal is dim and grey, and what differs is brighter than that`() {
    var other = Self.grey
    other[1, 0] = RGB(201, 200, 200)
    other[2, 1] = RGB(0, 255, 200)
    let difference = Self.grey.difference(from: other)
    let dim = difference[0, 0]
    #expect(dim.red == dim.green && dim.green == dim.blue && (1..<60).contains(dim.red))
    #expect(difference[1, 0].red == 88 && difference[1, 0].green == 80)
    #expect(difference[2, 1] == RGB(255, 255, 80))
    #expect(difference == other.difference(from: Self.grey))
  }

  @Test func `equal images are dim, darker where they are darker`() {
    var picture = Self.grey
    picture[3, 1] = RGB(0, 0, 0)
    let difference = picture.difference(from: picture)
    #expect(difference[3, 1] == RGB(0, 0, 0))
    #expect(difference[0, 0].red < 60)
  }

  @Test func `a pixel that only one image has differs, even if it is black`() {
    let nothing = Bitmap(size: Self.size, bytes: [UInt8](repeating: 0, count: 32))
    let difference = Bitmap(size: Self.size).difference(from: nothing)
    #expect(difference[0, 0] == RGB(255, 255, 255))
  }

  @Test(arguments: [(-3, "bbbb"), (0, "bbbb"), (1, "a|bb"), (3, "aaa|"), (4, "aaaa"), (9, "aaaa")])
  func `a divider has the first image on its left and the other on its right`(
    column: Int, row: String
  ) {
    let black = Bitmap(size: Self.size)
    let divided = black.divided(from: Self.grey, at: column)
    for y in 0..<2 {
      let found = (0..<4).map { x in
        switch divided[x, y] {
        case RGB(0, 0, 0): "a"
        case RGB(255, 255, 255): "|"
        default: "b"
        }
      }
      #expect(found.joined() == row)
    }
  }
}
