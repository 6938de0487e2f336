import CSpng
import CTurboJPEG
import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@Suite struct ColorTests {
  private static let size = PixelSize(width: 16, height: 16)
  private let decoder = PictureDecoder(box: PixelSize(width: 100, height: 100))

  private func jpeg(_ bitmap: Bitmap, profile: [UInt8], pieceLength: Int = 60_000) -> [UInt8] {
    let starts = stride(from: 0, to: profile.count, by: pieceLength)
    let count = UInt8(Array(starts).count)
    // Each is inserted at the front, so that the last one comes first in the file.
    return starts.enumerated().reduce(SampleJPEG.encode(bitmap)) { file, piece in
      let head = Array("ICC_PROFILE\0".utf8) + [UInt8(piece.offset + 1), count]
      let data = profile[piece.element...].prefix(pieceLength)
      return SampleJPEG.insert(head + data, marker: 0xE2, into: file)
    }
  }

  private func png(_ bitmap: Bitmap, _ chunks: [UInt8]) -> [UInt8] {
    let file = SamplePNG.encode(bitmap)
    return Array(file.prefix(33)) + chunks + Array(file.dropFirst(33))
  }

  private func profileChunk(_ profile: [UInt8]) -> [UInt8] {
    SamplePNG.chunk("iCCP", Array("name\0\0".utf8) + SamplePNG.deflated(profile))
  }

  private func numbers(_ values: [Int]) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(value >> (24 - $0 * 8) & 255) } }
  }

  private func expect(
    _ bitmap: Bitmap, isNear color: [Int], within tolerance: Int,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let pixel = bitmap[5, 5]
    let found = [Int(pixel.red), Int(pixel.green), Int(pixel.blue)]
    let isNear = zip(found, color).allSatisfy { abs($0 - $1) <= tolerance }
    #expect(isNear, "\(found) is not \(color)", sourceLocation: location)
  }

  @Test(arguments: [[0, 0], [1, 0], [0, 1], [2, 1], [255, 254]])
  func `pieces of a profile with invalid numbers are ignored`(numbers: [UInt8]) throws {
    let bitmap = Bitmap(size: Self.size, filledWith: RGB(200, 100, 50))
    let piece = Array("ICC_PROFILE\0".utf8) + numbers + SampleProfile.displayP3()
    let file = SampleJPEG.insert(piece, marker: 0xE2, into: SampleJPEG.encode(bitmap))
    expect(try decoder.decode(file).bitmap, isNear: [200, 100, 50], within: 4)
  }

  @Test(arguments: [[200, 100, 50], [60, 160, 220], [255, 0, 0], [0, 255, 0], [90, 90, 90]])
  func `Display P3 colours are converted to sRGB`(color: [Int]) throws {
    let bitmap = Bitmap(
      size: Self.size, filledWith: RGB(UInt8(color[0]), UInt8(color[1]), UInt8(color[2])))
    let profile = SampleProfile.displayP3()
    let expected = SampleProfile.standardColor(ofP3: color)
    let chunk = profileChunk(profile)
    expect(try decoder.decode(png(bitmap, chunk)).bitmap, isNear: expected, within: 2)
    for length in [100, 60_000] {
      let file = jpeg(bitmap, profile: profile, pieceLength: length)
      expect(try decoder.decode(file).bitmap, isNear: expected, within: 4)
    }
  }

  @Test func `an sRGB profile leaves the pixels unchanged`() throws {
    let noise = SamplePictures.noise(Self.size)
    let profile = SampleProfile.standard()
    #expect(try decoder.decode(png(noise, profileChunk(profile))).bitmap == noise)
    let plain = try decoder.decode(SampleJPEG.encode(noise)).bitmap
    #expect(try decoder.decode(jpeg(noise, profile: profile)).bitmap == plain)
  }

  private static let brokenProfiles: [[UInt8]] = [
    [], [1], Array(repeating: 255, count: 4096), Array(SampleProfile.displayP3().prefix(200)),
    Array(repeating: 0, count: PictureColors.profileByteLimit + 1), SampleProfile.grayInk(),
  ]

  @Test(arguments: brokenProfiles.indices)
  func `a damaged or oversized profile counts as sRGB`(index: Int) throws {
    let noise = SamplePictures.noise(Self.size)
    let broken = Self.brokenProfiles[index]
    #expect(try decoder.decode(png(noise, profileChunk(broken))).bitmap == noise)
    let plain = try decoder.decode(SampleJPEG.encode(noise)).bitmap
    #expect(try decoder.decode(jpeg(noise, profile: broken)).bitmap == plain)
  }

  @Test func `an incomplete profile counts as sRGB`() throws {
    let noise = SamplePictures.noise(Self.size)
    let plain = try decoder.decode(SampleJPEG.encode(noise)).bitmap
    let profile = SampleProfile.displayP3()
    let missing = SampleJPEG.insert(
      Array("ICC_PROFILE\0".utf8) + [1, 2] + profile, marker: 0xE2, into: SampleJPEG.encode(noise))
    #expect(try decoder.decode(missing).bitmap == plain)
    let cut = SamplePNG.chunk(
      "iCCP", Array("name\0\0".utf8) + SamplePNG.deflated(profile).dropLast(9))
    #expect(try decoder.decode(png(noise, cut)).bitmap == noise)
  }

  @Test func `converting half transparent colours preserves alpha`() throws {
    let stored = SamplePNG(
      size: PixelSize(width: 2, height: 1), kind: SPNG_COLOR_TYPE_TRUECOLOR_ALPHA,
      bytes: [200, 100, 50, 128, 1, 2, 3, 0])
    let file = stored.encoded()
    let chunk = profileChunk(SampleProfile.displayP3())
    let bytes = try decoder.decode(
      Array(file.prefix(33)) + chunk + Array(file.dropFirst(33))
    ).bitmap.bytes
    let expected = SampleProfile.standardColor(ofP3: [200, 100, 50]).map { $0 * 128 / 255 }
    #expect(zip(bytes, expected).allSatisfy { abs(Int($0) - $1) <= 2 })
    #expect(Array(bytes[3...]) == [128, 0, 0, 0, 0])
  }

  @Test func `grey profiles are applied to grey images only`() throws {
    let gray = SamplePNG(
      size: PixelSize(width: 3, height: 1), kind: SPNG_COLOR_TYPE_GRAYSCALE, bytes: [0, 55, 255]
    ).encoded()
    let chunk = profileChunk(SampleProfile.linearGray())
    let bitmap = try decoder.decode(
      Array(gray.prefix(33)) + chunk + Array(gray.dropFirst(33))
    ).bitmap
    let shown = (0..<3).map { Int(bitmap[$0, 0].green) }
    #expect(zip(shown, [0, 128, 255]).allSatisfy { abs($0 - $1) <= 2 })
    #expect((0..<3).allSatisfy { bitmap[$0, 0].red == bitmap[$0, 0].blue })
    let colored = SamplePictures.noise(Self.size)
    #expect(try decoder.decode(png(colored, chunk)).bitmap == colored)
  }

  @Test func `gAMA of a PNG applies only without a profile or sRGB chunk`() throws {
    let bitmap = Bitmap(size: Self.size, filledWith: RGB(55, 55, 55))
    let linear = SamplePNG.chunk("gAMA", numbers([100_000]))
    expect(try decoder.decode(png(bitmap, linear)).bitmap, isNear: [128, 128, 128], within: 2)
    let standard = SamplePNG.chunk("sRGB", [0])
    #expect(try decoder.decode(png(bitmap, linear + standard)).bitmap == bitmap)
    #expect(try decoder.decode(png(bitmap, standard + linear)).bitmap == bitmap)
    let profile = profileChunk(SampleProfile.standard())
    #expect(try decoder.decode(png(bitmap, linear + profile)).bitmap == bitmap)
    let noise = SamplePictures.noise(Self.size)
    let usual = SamplePNG.chunk("gAMA", numbers([45455]))
    #expect(try decoder.decode(png(noise, usual)).bitmap == noise)
  }

  @Test func `cHRM primaries of a PNG are converted to sRGB`() throws {
    let bitmap = Bitmap(size: Self.size, filledWith: RGB(200, 100, 50))
    let p3 = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]
    let chunk = SamplePNG.chunk("cHRM", numbers(p3))
    let expected = SampleProfile.standardColor(ofP3: [200, 100, 50])
    expect(try decoder.decode(png(bitmap, chunk)).bitmap, isNear: expected, within: 2)
  }

  @Test(arguments: [[Int](repeating: 0, count: 8), Array(repeating: 99_999, count: 8), [1]])
  func `invalid primaries do not prevent decoding`(nonsense: [Int]) throws {
    let bitmap = Bitmap(size: Self.size, filledWith: RGB(200, 100, 50))
    let chunk = SamplePNG.chunk("cHRM", numbers(nonsense))
    #expect(try decoder.decode(png(bitmap, chunk)).bitmap.size == Self.size)
  }

  @Test func `cICP of a PNG overrides sRGB and profile`() throws {
    let bitmap = Bitmap(size: Self.size, filledWith: RGB(200, 100, 50))
    let expected = SampleProfile.standardColor(ofP3: [200, 100, 50])
    let others = SamplePNG.chunk("sRGB", [0]) + profileChunk(SampleProfile.standard())
    let codes = SamplePNG.chunk("cICP", [12, 13, 0, 1])
    for chunks in [codes, codes + others, others + codes] {
      expect(try decoder.decode(png(bitmap, chunks)).bitmap, isNear: expected, within: 2)
    }
  }

  @Test(
    arguments: [[2, 13, 0, 1], [12, 2, 0, 1], [12, 13, 1, 1], [12, 13, 0, 0], [12]] as [[UInt8]])
  func `invalid or unspecified cICP of a PNG is ignored`(nothing: [UInt8]) throws {
    let bitmap = Bitmap(size: Self.size, filledWith: RGB(200, 100, 50))
    let chunk = SamplePNG.chunk("cICP", nothing)
    #expect(try decoder.decode(png(bitmap, chunk)).bitmap == bitmap)
  }

  @Test func `cICP of an HDR PNG tones its colours down`() throws {
    let bitmap = Bitmap(size: Self.size, filledWith: RGB(148, 148, 148))
    let shown = try decoder.decode(png(bitmap, SamplePNG.chunk("cICP", [9, 16, 0, 1]))).bitmap
    let toned = bitmap.inStandardColors(
      CICP(primaries: 9, transfer: 16).colors, isGray: false)
    #expect(shown == toned)
    #expect(shown != bitmap)
  }

  @Test func `a thumbnail is converted with the profile of its photo`() throws {
    let color = [200, 100, 50]
    let small = Bitmap(size: PixelSize(width: 40, height: 40), filledWith: RGB(200, 100, 50))
    let photo = Bitmap(size: PixelSize(width: 400, height: 400), filledWith: RGB(200, 100, 50))
    let profile = SampleProfile.displayP3()
    let exif = SampleJPEG.exif(orientation: 1, thumbnail: SampleJPEG.encode(small))
    let file = SampleJPEG.insert(exif, into: jpeg(photo, profile: profile))
    let picture = try PictureDecoder(box: PixelSize(width: 40, height: 40)).decode(file)
    #expect(picture.isFromThumbnail)
    expect(picture.bitmap, isNear: SampleProfile.standardColor(ofP3: color), within: 4)
  }

  @Test func `CMYK profiles are applied`() throws {
    let inks = Bitmap(
      size: Self.size, bytes: (0..<Self.size.area).flatMap { _ in [100, 50, 200, 127] as [UInt8] })
    let encoded = SampleJPEG.encode(inks, format: TJPF_CMYK)
    let head = Array("ICC_PROFILE\0".utf8) + [1, 1]
    let file = SampleJPEG.insert(head + SampleProfile.grayInk(), marker: 0xE2, into: encoded)
    expect(try decoder.decode(file).bitmap, isNear: [119, 119, 119], within: 4)
  }
}
