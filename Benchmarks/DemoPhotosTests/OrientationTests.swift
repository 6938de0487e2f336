import Imaging
import Testing

@testable import DemoPhotos

@Suite("Storing a picture turned")
struct OrientationTests {
  /// Three by two pixels, shown as "abc" over "def", and what is stored for each orientation.
  @Test(arguments: [
    (Orientation.topLeft, "abc/def"), (.topRight, "cba/fed"), (.bottomRight, "fed/cba"),
    (.bottomLeft, "def/abc"), (.leftTop, "ad/be/cf"), (.rightTop, "cf/be/ad"),
    (.rightBottom, "fc/eb/da"), (.leftBottom, "da/eb/fc"),
  ])
  func `the stored rows begin where the orientation says`(
    orientation: Orientation, expected: String
  ) {
    var shown = Bitmap(size: PixelSize(width: 3, height: 2))
    for (index, letter) in "abcdef".utf8.enumerated() {
      shown[index % 3, index / 3] = RGB(letter, letter, letter)
    }
    let stored = shown.stored(for: orientation)
    let rows = (0..<stored.size.height).map { y in
      String(decoding: (0..<stored.size.width).map { stored[$0, y].red }, as: UTF8.self)
    }
    #expect(rows.joined(separator: "/") == expected)
  }
}
