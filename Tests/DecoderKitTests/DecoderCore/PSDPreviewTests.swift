import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@testable import DecoderKit

@Suite("Photoshop documents without a composite image") struct PSDPreviewTests {
  private let decoder = PictureDecoder(box: PixelSize(width: 500, height: 500))
  private static let shown = SamplePictures.fields(PixelSize(width: 60, height: 40))
  private static let white = Bitmap(
    size: PixelSize(width: 120, height: 80), filledWith: RGB(255, 255, 255))

  /// The resource that records whether there is a composite.
  private static func version(hasComposite: Bool) -> (Int, [UInt8]) {
    (1057, [0, 0, 0, 1, hasComposite ? 1 : 0] + Array(repeating: 0, count: 12))
  }

  private static func thumbnail(_ number: Int, _ bitmap: Bitmap) -> (Int, [UInt8]) {
    (number, [0, 0, 0, 1] + Array(repeating: 0, count: 24) + SampleJPEG.encode(bitmap))
  }

  private func decode(_ resources: [(Int, [UInt8])]) throws(PictureError) -> DecodedPicture {
    try decoder.decode(
      SampleRows.psd(Self.white, hasRuns: true, isLarge: false, resources: resources))
  }

  @Test func `a PSD without a composite gives its thumbnail`() throws {
    let picture = try decode([
      Self.version(hasComposite: false), Self.thumbnail(1036, Self.shown),
    ])
    #expect(SamplePictures.difference(picture.bitmap, Self.shown) <= 16)
    #expect(picture.info.size == Self.white.size)
  }

  @Test func `red and blue of an old PSD thumbnail are swapped`() throws {
    let picture = try decode([
      Self.thumbnail(1033, Self.shown.withRedAndBlueSwapped), Self.version(hasComposite: false),
    ])
    #expect(SamplePictures.difference(picture.bitmap, Self.shown) <= 16)
  }

  @Test func `a PSD without composite and thumbnail is unsupported`() {
    #expect(throws: PictureError.unsupported("PSD without a composite picture")) {
      try decode([Self.version(hasComposite: false)])
    }
  }

  @Test func `a PSD with a composite gives the composite`() throws {
    let picture = try decode([
      Self.version(hasComposite: true), Self.thumbnail(1036, Self.shown),
    ])
    #expect(picture.bitmap == Self.white)
  }
}
