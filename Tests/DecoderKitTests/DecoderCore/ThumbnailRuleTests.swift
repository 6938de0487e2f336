import CTurboJPEG
import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@Suite struct ThumbnailRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let photo: PixelSize
    let thumbnail: PixelSize
    let box: PixelSize
    let suffices: Bool
    let size: PixelSize

    init(
      _ photo: (Int, Int), _ small: (Int, Int), _ box: (Int, Int), _ suffices: Bool,
      _ size: (Int, Int)
    ) {
      self.photo = PixelSize(width: photo.0, height: photo.1)
      thumbnail = PixelSize(width: small.0, height: small.1)
      self.box = PixelSize(width: box.0, height: box.1)
      self.suffices = suffices
      self.size = PixelSize(width: size.0, height: size.1)
    }

    var testDescription: String { "\(photo) with \(thumbnail) in \(box)" }
  }

  @Test(arguments: [
    Row((4032, 3024), (160, 120), (120, 80), true, (107, 80)),
    Row((4032, 3024), (160, 120), (160, 160), true, (160, 120)),
    Row((4032, 3024), (160, 120), (161, 200), false, (160, 120)),
    Row((4032, 3024), (160, 120), (400, 400), false, (160, 120)),
    Row((6000, 4000), (160, 120), (120, 80), false, (120, 80)),
    Row((6000, 4000), (160, 107), (120, 80), true, (120, 80)),
    Row((4000, 3064), (160, 120), (80, 80), false, (80, 61)),
    Row((4000, 3050), (160, 120), (80, 80), true, (80, 61)),
    Row((3024, 4032), (160, 120), (80, 80), false, (60, 80)),
    Row((100, 75), (160, 120), (400, 400), true, (100, 75)),
  ])
  func `a thumbnail suffices if it has the photo's shape and need not be enlarged`(row: Row) {
    let rule = ThumbnailRule(photo: row.photo, thumbnail: row.thumbnail)
    #expect(rule.suffices(for: row.box) == row.suffices)
    #expect(rule.size(in: row.box) == row.size)
  }

  private func photo(
    _ shown: PixelSize, thumbnail: PixelSize, _ orientation: Orientation = .topLeft
  ) -> [UInt8] {
    let large = SamplePictures.stored(SamplePictures.fields(shown), orientation)
    let small = SamplePictures.stored(SamplePictures.fields(thumbnail), orientation)
    let exif = SampleJPEG.exif(
      orientation: orientation.rawValue, thumbnail: SampleJPEG.encode(small))
    return SampleJPEG.insert(exif, into: SampleJPEG.encode(large))
  }

  @Test(arguments: Orientation.allCases)
  func `a thumbnail is oriented like its photo`(orientation: Orientation) throws {
    let photo = photo(
      PixelSize(width: 240, height: 160), thumbnail: PixelSize(width: 120, height: 80), orientation)
    let box = PixelSize(width: 120, height: 100)
    let picture = try PictureDecoder(box: box).decode(photo)
    #expect(picture.isFromThumbnail)
    #expect(picture.info.size == PixelSize(width: 240, height: 160))
    let expected = SamplePictures.fields(PixelSize(width: 120, height: 80))
    #expect(SamplePictures.difference(picture.bitmap, expected) <= 8)
  }

  @Test func `a box larger than the thumbnail gets the photo`() throws {
    let photo = photo(
      PixelSize(width: 240, height: 160), thumbnail: PixelSize(width: 120, height: 80))
    let picture = try PictureDecoder(box: PixelSize(width: 200, height: 200)).decode(photo)
    #expect(!picture.isFromThumbnail)
    #expect(picture.bitmap.size == PixelSize(width: 200, height: 133))
  }

  private static let photoSize = PixelSize(width: 640, height: 480)
  /// Dark at the top, below an image of many colours.
  private static let scene = {
    let fields = SamplePictures.fields(photoSize)
    return Bitmap(
      size: photoSize,
      bytes: fields.bytes.enumerated().map { index, byte in
        index / 4 / photoSize.width < 60 && index % 4 < 3 ? byte / 4 : byte
      })
  }()

  /// A photo whose thumbnail is that of the unchanged scene.
  private func stale(
    _ change: (Bitmap) -> Bitmap, subsampling: TJSAMP = TJSAMP_420, flags: Int32 = 0,
    claiming size: PixelSize? = nil
  ) -> [UInt8] {
    let small = SampleJPEG.encode(Self.scene.scaled(to: PixelSize(width: 160, height: 120)))
    let exif = SampleJPEG.exif(orientation: 1, thumbnail: small, pictureSize: size)
    let photo = SampleJPEG.encode(change(Self.scene), subsampling: subsampling, flags: flags)
    return SampleJPEG.insert(exif, into: photo)
  }

  private static let samplings = [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_GRAY, TJSAMP_440]

  @Test(arguments: samplings.map(\.rawValue), [0, TJFLAG_PROGRESSIVE])
  func `a matching thumbnail is used with every subsampling and coding of the photo`(
    sampling: UInt32, flags: Int32
  ) throws {
    let file = stale({ $0 }, subsampling: TJSAMP(rawValue: sampling), flags: flags)
    let decoder = PictureDecoder(box: PixelSize(width: 120, height: 90))
    #expect(try decoder.decode(file).isFromThumbnail)
    #expect(
      try decoder.decodeStart(Array(file.prefix(file.count - 9)), end: [])?.isFromThumbnail == true)
  }

  enum Edit: CaseIterable {
    case crop, negative, halfTurn

    func apply(to scene: Bitmap) -> Bitmap {
      switch self {
      case .crop: scene.scaled(to: scene.size, visibleWidth: 0.5, visibleHeight: 0.5)
      case .negative: Bitmap(size: scene.size, bytes: scene.bytes.map { 255 - $0 / 2 })
      case .halfTurn: SamplePictures.stored(scene, .bottomRight)
      }
    }
  }

  @Test(arguments: Edit.allCases)
  func `a thumbnail whose upper corner differs from the photo is not used`(edit: Edit) throws {
    let file = stale(edit.apply)
    let box = PixelSize(width: 120, height: 90)
    #expect(try !PictureDecoder(box: box).decode(file).isFromThumbnail)
    #expect(throws: PictureError.noThumbnail) {
      try PictureDecoder(box: box, thumbnail: .only).decode(file)
    }
  }

  @Test(arguments: [
    (PixelSize(width: 640, height: 480), true), (PixelSize(width: 480, height: 640), true),
    (PixelSize(width: 0, height: 0), true), (PixelSize(width: 1280, height: 960), false),
  ])
  func `a thumbnail is ignored if EXIF records another image size`(
    size: PixelSize, isUsed: Bool
  ) throws {
    let file = stale({ $0 }, claiming: size)
    let picture = try PictureDecoder(box: PixelSize(width: 120, height: 90)).decode(file)
    #expect(picture.isFromThumbnail == isUsed)
  }

  @Test func `a thumbnail with black bars is never used`() throws {
    let photo = photo(
      PixelSize(width: 240, height: 160), thumbnail: PixelSize(width: 120, height: 90))
    let box = PixelSize(width: 60, height: 60)
    #expect(try !PictureDecoder(box: box).decode(photo).isFromThumbnail)
    #expect(throws: PictureError.noThumbnail) {
      try PictureDecoder(box: box, thumbnail: .only).decode(photo)
    }
  }

  @Test func `a preview uses a small thumbnail as it is`() throws {
    let photo = photo(
      PixelSize(width: 240, height: 160), thumbnail: PixelSize(width: 60, height: 40))
    let decoder = PictureDecoder(box: PixelSize(width: 200, height: 200), thumbnail: .only)
    let picture = try decoder.decode(photo)
    #expect(picture.isFromThumbnail)
    #expect(picture.bitmap.size == PixelSize(width: 60, height: 40))
  }

  @Test func `a preview of a photo without a thumbnail fails`() {
    let bitmap = SamplePictures.fields(PixelSize(width: 16, height: 16))
    let decoder = PictureDecoder(box: PixelSize(width: 8, height: 8), thumbnail: .only)
    #expect(throws: PictureError.noThumbnail) { try decoder.decode(SampleJPEG.encode(bitmap)) }
    #expect(throws: PictureError.noThumbnail) { try decoder.decode(SamplePNG.encode(bitmap)) }
  }

  @Test func `a truncated thumbnail is replaced with the photo`() throws {
    let small = SampleJPEG.encode(SamplePictures.noise(PixelSize(width: 60, height: 40)))
    let exif = SampleJPEG.exif(orientation: 1, thumbnail: Array(small.prefix(small.count / 2)))
    // The fields end inside blocks of the codec, which costs a few steps of colour.
    let shown = SamplePictures.fields(PixelSize(width: 60, height: 40))
    let photo = SampleJPEG.insert(exif, into: SampleJPEG.encode(shown))
    let picture = try PictureDecoder(box: PixelSize(width: 60, height: 60)).decode(photo)
    #expect(!picture.isFromThumbnail)
    #expect(SamplePictures.difference(picture.bitmap, shown) <= 16)
  }
}
