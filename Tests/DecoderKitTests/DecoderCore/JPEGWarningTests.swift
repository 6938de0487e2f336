import CTurboJPEG
import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

/// libjpeg warns of much that no pixel needs: a file with the data of all rows and scans is
/// complete.
@Suite("JPEGs with warnings of libjpeg") struct JPEGWarningTests {
  private static let shown = SamplePictures.fields(PixelSize(width: 96, height: 64))
  private let decoder = PictureDecoder(box: PixelSize(width: 4000, height: 4000))

  private static let end: [UInt8] = [0xFF, 0xD9]

  private static func jpeg(_ flags: Int32) -> [UInt8] { SampleJPEG.encode(shown, flags: flags) }

  /// The offsets of the markers with a code.
  private static func places(of code: UInt8, in jpeg: [UInt8]) -> [Int] {
    jpeg.indices.dropLast().filter { jpeg[$0] == 0xFF && jpeg[$0 + 1] == code }
  }

  enum Oddity: CaseIterable {
    case scanParameters, strayBytesBeforeEnd, noEnd, halfAnEnd, strayBytesBetweenHeaders
    case unknownRevision, strayBytesBehindEnd

    func apply(to jpeg: [UInt8]) -> [UInt8] {
      var file = jpeg
      let stray: [UInt8] = [0x12, 0, 0x34, 0x56]
      switch self {
      case .scanParameters:
        let scan = JPEGWarningTests.places(of: 0xDA, in: file)[0]
        let start = scan + 5 + 2 * Int(file[scan + 4])
        file.replaceSubrange(start..<start + 3, with: [0, 0, 0])
      case .strayBytesBeforeEnd: file = file.dropLast(2) + stray + JPEGWarningTests.end
      case .noEnd: file.removeLast(2)
      case .halfAnEnd: file.removeLast()
      case .strayBytesBetweenHeaders:
        file.insert(contentsOf: stray, at: JPEGWarningTests.places(of: 0xDB, in: file)[0])
      case .unknownRevision: file[11] = 9
      case .strayBytesBehindEnd: file += stray
      }
      return file
    }
  }

  @Test(arguments: Oddity.allCases, [0, TJFLAG_PROGRESSIVE])
  func `a JPEG with all data is complete despite warnings`(oddity: Oddity, flags: Int32) throws {
    // In a progressive file these parameters mean something.
    guard oddity != .scanParameters || flags == 0 else { return }
    let picture = try decoder.decode(oddity.apply(to: Self.jpeg(flags)))
    #expect(picture.info.isComplete)
    #expect(SamplePictures.difference(picture.bitmap, Self.shown) <= 8)
  }

  @Test(arguments: Oddity.allCases)
  func `a region of a JPEG with warnings is complete`(oddity: Oddity) throws {
    let region = PixelRect(x: 48, y: 0, width: 48, height: 32)
    let decoder = PictureDecoder(box: PixelSize(width: 500, height: 500), region: region)
    #expect(try decoder.decode(oddity.apply(to: Self.jpeg(0))).info.isComplete)
  }

  @Test(arguments: [0, TJFLAG_PROGRESSIVE], [true, false])
  func `a JPEG with missing data is incomplete, with or without an end marker`(
    flags: Int32, hasEnd: Bool
  ) throws {
    let noise = SamplePictures.noise(PixelSize(width: 96, height: 64))
    let jpeg = SampleJPEG.encode(noise, flags: flags)
    for share in [0.5, 0.9] {
      let part = Array(jpeg.prefix(Int(Double(jpeg.count) * share))) + (hasEnd ? Self.end : [])
      #expect(try !decoder.decode(part).info.isComplete)
    }
  }

  @Test(arguments: [true, false])
  func `a JPEG with a missing scan is incomplete`(hasEnd: Bool) throws {
    let jpeg = Self.jpeg(TJFLAG_PROGRESSIVE)
    let scans = Self.places(of: 0xDA, in: jpeg)
    #expect(scans.count > 3)
    // The tables of a scan precede it.
    for scan in scans.dropFirst() {
      let tables = Self.places(of: 0xC4, in: jpeg).last { $0 < scan && $0 > scan - 200 } ?? scan
      let part = Array(jpeg[..<tables]) + (hasEnd ? Self.end : [])
      #expect(try !decoder.decode(part).info.isComplete)
    }
  }
}
