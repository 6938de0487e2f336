import CTurboJPEG
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@testable import DecoderKit

/// A truncated photo is incomplete, even if the thumbnail at its start suffices for the cell.
@Suite struct CutPhotoTests {
  private static let size = PixelSize(width: 240, height: 160)
  private let decoder = PictureDecoder(box: PixelSize(width: 60, height: 60))

  private static func photo(_ flags: Int32 = 0) -> [UInt8] {
    let noise = SamplePictures.noise(size)
    let small = noise.scaled(to: PixelSize(width: 60, height: 40))
    let exif = SampleJPEG.exif(orientation: 1, thumbnail: SampleJPEG.encode(small))
    return SampleJPEG.insert(exif, into: SampleJPEG.encode(noise, flags: flags))
  }

  /// Decodes as a file that is too large to be read before its start has been tried.
  private func decodeByParts(_ photo: [UInt8]) throws -> DecodedPicture {
    let start = Array(photo.prefix(20_000))
    let end = Array(photo.suffix(PictureDecoder.endByteCount))
    if let picture = try decoder.decodeStart(start, end: end) { return picture }
    let picture = try photo.withUnsafeBufferPointer { try decoder.decode($0, start: start) }
    return try picture ?? decoder.decode(photo)
  }

  @Test(arguments: [0, TJFLAG_PROGRESSIVE], [30, 52, 99])
  func `a truncated photo gives its thumbnail and is incomplete`(flags: Int32, percent: Int) throws
  {
    let photo = Self.photo(flags)
    let cut = Array(photo.prefix(photo.count * percent / 100))
    for picture in [try decoder.decode(cut), try decodeByParts(cut)] {
      #expect(picture.isFromThumbnail)
      #expect(!picture.info.isComplete)
      #expect(picture.info.size == Self.size)
    }
  }

  @Test func `a photo cut off at the first byte of its pixels is incomplete`() throws {
    let photo = Self.photo()
    let start = try #require(try JPEGHeader(photo)).scanStart
    #expect(try !decoder.decode(Array(photo.prefix(start))).info.isComplete)
  }

  /// Trailers that cameras and phones write: a second image, a video, notes, padding.
  private static let trailers: [String: [UInt8]] = [
    "nothing": [],
    "zeros": Array(repeating: 0, count: 9000),
    "ones": Array(repeating: 0xFF, count: 9000),
    "second picture": photo() + Array(repeating: 0, count: 700),
    "cut second picture": Array(photo().prefix(40_000)),
    "video": SamplePictures.noise(PixelSize(width: 100, height: 100)).bytes,
    "notes": Array("SEFHe\0\0\0Image_UTC_Data1637530000000SEFT".utf8),
  ]

  @Test(arguments: trailers.keys.sorted(), [0, TJFLAG_PROGRESSIVE])
  func `a complete photo is complete with any trailer`(
    trailer: String, flags: Int32
  ) throws {
    let photo = Self.photo(flags) + (Self.trailers[trailer] ?? [])
    for picture in [try decoder.decode(photo), try decodeByParts(photo)] {
      #expect(picture.isFromThumbnail)
      #expect(picture.info.isComplete)
    }
  }

  @Test(arguments: ["nothing", "zeros", "ones", "second picture", "video", "notes"])
  func `a complete photo is recognised by its start and end alone`(
    trailer: String
  ) throws {
    let photo = Self.photo() + (Self.trailers[trailer] ?? [])
    let end = Array(photo.suffix(PictureDecoder.endByteCount))
    #expect(try decoder.decodeStart(Array(photo.prefix(20_000)), end: end) != nil)
  }
}
