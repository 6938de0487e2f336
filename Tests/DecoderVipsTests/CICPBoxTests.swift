import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@testable import DecoderVips

/// Boxes as ISO/IEC 14496-12 and 23008-12 define them.
private func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
  let length = content.count + 8
  return [0, 0, UInt8(length >> 8), UInt8(length & 255)] + Array(kind.utf8) + content
}

private func colr(_ primaries: UInt8, _ transfer: UInt8) -> [UInt8] {
  box("colr", Array("nclx".utf8) + [0, primaries, 0, transfer, 0, 9, 0x80])
}

@Suite("Colours in the boxes of HEIF files")
struct CICPBoxTests {
  /// A file of three properties, the second and third of which are colours; item 2 is the image.
  private func file(
    associations: [UInt8], pitm: [UInt8] = [0, 0, 0, 0, 0, 2], iref: [UInt8] = []
  ) -> [UInt8] {
    let properties = box("ispe", [0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4]) + colr(1, 13) + colr(9, 16)
    let iprp = box("iprp", box("ipco", properties) + box("ipma", associations))
    let entries: [UInt8] =
      box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("av01\0".utf8))
      + box("infe", [2, 0, 0, 0, 0, 2, 0, 0] + Array("grid\0".utf8))
    return box("ftyp", Array("avif".utf8))
      + box(
        "meta",
        [0, 0, 0, 0] + box("hdlr", [1, 2, 3]) + box("pitm", pitm)
          + box("iinf", [0, 0, 0, 0, 0, 2] + entries) + iprp + iref)
  }

  private func colors(in file: [UInt8]) throws -> CICP? { HEIFPicture(try HEIFItems(file)).colors }

  private let bright = CICP(primaries: 9, transfer: 16)
  private let plain = CICP(primaries: 1, transfer: 13)

  @Test func `the colours of an image are those of its own property`() throws {
    let short: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 2, 1, 0x82, 0, 2, 2, 0x81, 3]
    #expect(try colors(in: file(associations: short)) == bright)
    let other: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 2, 0x81, 2]
    #expect(try colors(in: file(associations: other)) == plain)
    let long: [UInt8] = [1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 2, 0x80, 1, 0, 3]
    #expect(
      try colors(in: file(associations: long, pitm: [1, 0, 0, 0, 0, 0, 0, 2])) == bright)
  }

  @Test func `an image without colours has those of its tiles, and of no other item`()
    throws
  {
    let none: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 1, 3, 0, 2, 1, 1]
    let tiles = box("iref", [0, 0, 0, 0] + box("dimg", [0, 2, 0, 1, 0, 1]))
    #expect(try colors(in: file(associations: none, iref: tiles)) == bright)
    #expect(try colors(in: file(associations: none)) == nil)
  }

  @Test func `no damaged box ends the process`() throws {
    let tiles = box("iref", [0, 0, 0, 0] + box("dimg", [0, 2, 0, 1, 0, 1]))
    let whole = file(associations: [0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 2, 0x81, 3], iref: tiles)
    func read(_ file: [UInt8]) {
      guard let items = try? HEIFItems(file) else { return }
      let picture = HEIFPicture(items)
      _ = (picture.colors, picture.codedSize, picture.missingAreas, picture.rewrittenFile)
    }
    for count in whole.indices { read(Array(whole.prefix(count))) }
    for index in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var hurt = whole
        hurt[index] = value
        read(hurt)
      }
    }
    let large = [0, 0, 0, 1] + Array("meta".utf8) + [UInt8](repeating: 0xFF, count: 20)
    #expect(throws: PictureError.truncated) { try HEIFItems(large) }
    #expect(throws: PictureError.truncated) { try HEIFItems([]) }
  }
}

extension VipsTests {
  @Suite struct CodedColorTests {
    /// An AVIF of one colour with code points, as libvips writes and reads it: since 8.16 it writes
    /// the code points only for lossless images.
    private func shown(_ color: RGB, _ primaries: UInt8, _ transfer: UInt8) throws -> RGB {
      let size = PixelSize(width: 32, height: 24)
      var file = SampleVips(Bitmap(size: size, filledWith: color))
        .encoded(".avif[lossless,subsample-mode=off]")
      let mark = Array("colrnclx".utf8)
      let place = try #require(
        file.indices.first { file[$0...].starts(with: mark) }, "libvips writes such a box")
      file[place + 9] = primaries
      file[place + 11] = transfer
      return try VipsDecoder(box: size).decode(file).bitmap[16, 12]
    }

    @Test(
      arguments: [
        (1, 13, RGB(128, 128, 128), RGB(128, 128, 128)),
        (9, 16, RGB(148, 148, 148), RGB(229, 229, 229)),
        (9, 16, RGB(97, 97, 97), RGB(100, 100, 100)),
        (9, 18, RGB(191, 191, 191), RGB(229, 229, 229)),
        (9, 18, RGB(97, 97, 97), RGB(101, 101, 101)),
        (12, 13, RGB(200, 100, 50), RGB(215, 93, 31)),
      ] as [(UInt8, UInt8, RGB, RGB)])
    func `an image without a profile is converted by its code points`(
      primaries: UInt8, transfer: UInt8, stored: RGB, wanted: RGB
    ) throws {
      let found = try shown(stored, primaries, transfer)
      for (one, other) in zip(
        [found.red, found.green, found.blue], [wanted.red, wanted.green, wanted.blue])
      {
        #expect(abs(Int(one) - Int(other)) <= 6, "\(found) is not \(wanted)")
      }
    }
  }
}
