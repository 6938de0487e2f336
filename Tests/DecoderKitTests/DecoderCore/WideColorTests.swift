import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@Suite("Decoding into Display P3")
struct WideColorTests {
  private static let size = PixelSize(width: 16, height: 16)
  private static let colors = [
    [200, 100, 50], [60, 160, 220], [255, 0, 0], [0, 255, 0], [90, 90, 90], [255, 255, 255],
  ]

  private static func png(_ color: [Int], _ chunks: [UInt8] = []) -> [UInt8] {
    let rgb = RGB(UInt8(color[0]), UInt8(color[1]), UInt8(color[2]))
    let file = SamplePNG.encode(Bitmap(size: size, filledWith: rgb))
    return Array(file.prefix(33)) + chunks + Array(file.dropFirst(33))
  }

  private static func profileChunk(_ profile: [UInt8]) -> [UInt8] {
    SamplePNG.chunk("iCCP", Array("name\0\0".utf8) + SamplePNG.deflated(profile))
  }

  private static func color(of file: [UInt8], isWide: Bool) throws -> [Int] {
    let decode = {
      PictureAnswer { () throws(PictureError) in try PictureDecoder(box: size).decode(file) }
    }
    let pixel = try (isWide ? WideColors.decode(decode) : decode()).get().bitmap[5, 5]
    return [Int(pixel.red), Int(pixel.green), Int(pixel.blue)]
  }

  private static func isNear(_ one: [Int], _ other: [Int], within tolerance: Int = 2) -> Bool {
    zip(one, other).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test(arguments: colors)
  func `colours of a photo in Display P3 stay`(color: [Int]) throws {
    let file = Self.png(color, Self.profileChunk(SampleProfile.displayP3()))
    #expect(Self.isNear(try Self.color(of: file, isWide: true), color, within: 1))
    let coded = Self.png(color, SamplePNG.chunk("cICP", [12, 13, 0, 1]))
    #expect(Self.isNear(try Self.color(of: coded, isWide: true), color, within: 1))
  }

  @Test(arguments: colors, [true, false])
  func `sRGB becomes the same colours in Display P3`(color: [Int], hasProfile: Bool) throws {
    let chunk = hasProfile ? Self.profileChunk(SampleProfile.standard()) : []
    let wide = try Self.color(of: Self.png(color, chunk), isWide: true)
    // Near zero the curve of sRGB is steep: half a unit of Display P3 is up to 7 units there.
    let tolerance = color.contains(0) ? 7 : 2
    let back = SampleProfile.standardColor(ofP3: wide)
    #expect(Self.isNear(back, color, within: tolerance), "\(wide)")
    // Gray is the same in both.
    #expect(Set(color).count == 1 || wide != color)
  }

  @Test(arguments: colors)
  func `the written profile is that of Display P3`(color: [Int]) throws {
    let file = Self.png(color, Self.profileChunk(DisplayP3.profile))
    let expected = SampleProfile.standardColor(ofP3: color)
    #expect(Self.isNear(try Self.color(of: file, isWide: false), expected))
    #expect(Self.isNear(try Self.color(of: file, isWide: true), color, within: 1))
  }

  @Test(arguments: colors)
  func `files that are marked as wide are read as Display P3`(color: [Int]) throws {
    var metadata = EmbeddedMetadata(exif: [1, 2, 3])
    metadata.isWide = true
    // The old profile is replaced.
    let old = Self.png(color, Self.profileChunk(SampleProfile.linear()))
    let png = try metadata.replacing(in: old)
    let expected = SampleProfile.standardColor(ofP3: color)
    #expect(Self.isNear(try Self.color(of: png, isWide: false), expected))
    let rgb = RGB(UInt8(color[0]), UInt8(color[1]), UInt8(color[2]))
    let jpeg = SampleJPEG.encode(Bitmap(size: Self.size, filledWith: rgb))
    let marked = try metadata.replacing(in: metadata.replacing(in: jpeg))
    #expect(Self.isNear(try Self.color(of: marked, isWide: false), expected, within: 4))
    #expect(marked.count == (try metadata.replacing(in: jpeg)).count)
  }
}
