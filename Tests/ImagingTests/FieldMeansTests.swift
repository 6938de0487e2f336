import Imaging
import Testing

/// Images with few contours need more than 64 bits to be distinguished.
@Suite("Blank screens, slides and pages") struct FieldMeansTests {
  private static let size = PixelSize(width: 320, height: 200)

  private static func blank(_ color: RGB) -> Bitmap { Bitmap(size: size, filledWith: color) }

  /// A page with lines of words, which differ from one number to the next; a bar at the top makes a slide of it.
  private static func page(_ number: Int, hasBar: Bool = false) -> Bitmap {
    var page = blank(RGB(250, 250, 250))
    var state = UInt32(number + 1) &* 2_654_435_761
    for line in 0..<8 {
      state = state &* 1_664_525 &+ 1_013_904_223
      let end = 60 + Int(state >> 16) % 220
      for y in 50 + line * 18..<56 + line * 18 {
        for x in 30..<end where (x / 3 + line) % 5 > 0 { page[x, y] = RGB(20, 20, 20) }
      }
    }
    if hasBar {
      for y in 0..<30 { for x in 0..<size.width { page[x, y] = RGB(20, 40, 120) } }
    }
    return page
  }

  private static func changed(_ bitmap: Bitmap, _ change: (Int) -> Int) -> Bitmap {
    Bitmap(
      size: bitmap.size,
      bytes: bitmap.bytes.enumerated().map { index, byte in
        index % 4 == 3 ? byte : UInt8(clamping: change(Int(byte)))
      })
  }

  private static func areAlike(_ one: Bitmap, _ other: Bitmap, within reach: Int = 5) -> Bool {
    DifferenceHash(of: one).isLike(DifferenceHash(of: other), within: reach)
  }

  @Test(arguments: [0, 5, 15])
  func `blank images of different colours are not similar`(reach: Int) {
    let colors = [
      RGB(30, 30, 46), RGB(250, 250, 250), RGB(220, 20, 20), RGB(20, 20, 220), RGB(74, 74, 74),
    ]
    let pictures = colors.map(Self.blank) + [Self.page(1), Self.page(2, hasBar: true)]
    for (place, one) in pictures.enumerated() {
      for other in pictures[(place + 1)...] {
        #expect(!Self.areAlike(one, other, within: reach))
      }
    }
  }

  @Test(arguments: [true, false])
  func `pages with different words are not similar`(hasBar: Bool) {
    let pages = (0..<8).map { Self.page($0, hasBar: hasBar) }
    for (place, one) in pages.enumerated() {
      for other in pages[(place + 1)...] { #expect(!Self.areAlike(one, other)) }
    }
  }

  @Test func `a smaller, lighter or noisier copy of an image is similar to it`() {
    let pictures = [
      Self.blank(RGB(30, 30, 46)), Self.blank(RGB(220, 20, 20)), Self.page(3),
      Self.page(4, hasBar: true),
    ]
    for picture in pictures {
      let small = picture.scaled(to: PixelSize(width: 160, height: 100))
      #expect(Self.areAlike(picture, small))
      var state: UInt32 = 5
      let noisy = Self.changed(picture) { level in
        state = state &* 1_664_525 &+ 1_013_904_223
        return level + Int(state >> 24) % 5 - 2
      }
      #expect(Self.areAlike(picture, noisy))
    }
    for picture in [Self.page(3), Self.page(4, hasBar: true)] {
      #expect(Self.areAlike(picture, Self.changed(picture) { $0 / 2 + 80 }))
    }
  }

  @Test(
    arguments: [
      (RGB(220, 20, 20), 300), (RGB(220, 220, 20), 900), (RGB(20, 220, 20), 1_500),
      (RGB(20, 220, 220), 2_100), (RGB(20, 20, 220), 2_700), (RGB(220, 20, 220), 3_300),
      (RGB(200, 60, 110), 30), (RGB(200, 60, 160), 3_500),
    ])
  func `the hue of an image goes from red to magenta`(color: RGB, hue: Int) throws {
    let found = try #require(FieldMeans(of: Self.blank(color))?.hue)
    #expect(abs(found - hue) < 60)
  }

  @Test(arguments: [RGB(0, 0, 0), RGB(128, 128, 128), RGB(255, 255, 255), RGB(130, 126, 128)])
  func `a grey image has no hue`(color: RGB) throws {
    #expect(try #require(FieldMeans(of: Self.blank(color))).hue == nil)
  }

  @Test func `a copy differs less than another image, whichever is compared with the other`() {
    let hashes = [
      Self.page(1), Self.changed(Self.page(1)) { $0 * 9 / 10 }, Self.page(5, hasBar: true),
    ]
    .map { DifferenceHash(of: $0) }
    #expect(hashes[0].difference(to: hashes[0]) == 0)
    #expect(hashes[0].difference(to: hashes[1]) < hashes[0].difference(to: hashes[2]))
    #expect(hashes[1].difference(to: hashes[0]) == hashes[0].difference(to: hashes[1]))
  }

  @Test func `field means restored from their bytes are equal`() {
    let fields = FieldMeans(of: Self.page(1))
    #expect(fields.flatMap { FieldMeans(bytes: $0.bytes) } == fields)
    #expect(FieldMeans(bytes: [1, 2, 3]) == nil)
    #expect(FieldMeans(of: Bitmap(size: PixelSize(width: 0, height: 0))) == nil)
  }
}
