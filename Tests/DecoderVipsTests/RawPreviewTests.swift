import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  @Suite struct RawPreviewTests {
    private let decoder = VipsDecoder(box: PixelSize(width: 500, height: 500))
    private let shown = SamplePictures.fields(PixelSize(width: 96, height: 64))

    @Test(arguments: [("Nobody", true), ("NIKON CORPORATION", false), ("SONY", false)])
    func `the preview of a raw file is decoded`(make: String, isDNG: Bool) throws {
      let raw = SampleRaw(make: make, isDNG: isDNG, preview: shown)
      let picture = try decoder.decode(raw.encoded())
      #expect(SamplePictures.difference(picture.bitmap, shown) <= 8)
      #expect(picture.info.size == PixelSize(width: 240, height: 160))
      #expect(picture.info.isComplete)
    }

    @Test(arguments: [Orientation.topLeft, .bottomRight, .rightTop, .leftBottom])
    func `the preview is oriented like the raw file`(orientation: Orientation) throws {
      let raw = SampleRaw(
        size: orientation.shown(PixelSize(width: 240, height: 160)),
        orientation: orientation.rawValue, preview: SamplePictures.stored(shown, orientation))
      let picture = try decoder.decode(raw.encoded())
      #expect(SamplePictures.difference(picture.bitmap, shown) <= 8)
      #expect(picture.info.size == PixelSize(width: 240, height: 160))
    }

    @Test(arguments: [true, false], [Orientation.topLeft, .rightTop])
    func `a preview in plain pixels is decoded`(isKnown: Bool, orientation: Orientation) throws {
      let raw = SampleRaw(
        size: orientation.shown(PixelSize(width: 240, height: 160)), isKnown: isKnown,
        orientation: orientation.rawValue,
        plainPreview: SamplePictures.stored(shown, orientation))
      let picture = try decoder.decode(raw.encoded())
      #expect(picture.bitmap == shown)
      #expect(picture.info.isComplete)
      #expect(picture.info.size == (isKnown ? PixelSize(width: 240, height: 160) : shown.size))
    }

    @Test func `a preview of other proportions defines the photo's size`() throws {
      let raw = SampleRaw(size: PixelSize(width: 200, height: 200), preview: shown)
      #expect(try decoder.decode(raw.encoded()).info.size == shown.size)
    }

    /// LibRaw opens only files whose raw data it knows.
    @Test(arguments: [Orientation.topLeft, .bottomRight, .rightTop, .leftBottom])
    func `the preview of a camera unknown to LibRaw is decoded`(orientation: Orientation) throws {
      let raw = SampleRaw(
        isKnown: false, orientation: orientation.rawValue,
        preview: SamplePictures.stored(shown, orientation))
      let picture = try decoder.decode(raw.encoded())
      #expect(SamplePictures.difference(picture.bitmap, shown) <= 8)
      #expect(picture.info.size == shown.size && picture.info.orientation == orientation)
    }

    @Test func `the preview of a CR3 is oriented by its tags`() throws {
      let stored = SamplePictures.stored(shown, .rightTop)
      let picture = try decoder.decode(SampleRaw.canon(preview: stored, orientation: 6))
      #expect(SamplePictures.difference(picture.bitmap, shown) <= 8)
    }

    @Test func `a truncated preview is decoded and incomplete`() throws {
      let whole = SampleRaw(isKnown: false, preview: shown).encoded()
      let picture = try decoder.decode(Array(whole.dropLast(200)))
      #expect(!picture.info.isComplete && picture.bitmap.size == shown.size)
    }

    @Test func `a raw file without a preview is unsupported`() {
      #expect(throws: PictureError.unsupported("raw without a preview")) {
        try decoder.decode(SampleRaw().encoded())
      }
    }

    @Test func `a truncated or damaged raw file never ends the process`() {
      let file = SampleRaw(preview: shown).encoded()
      for share in [0.01, 0.3, 0.9] {
        let part = Array(file.prefix(Int(Double(file.count) * share)))
        #expect(throws: PictureError.self) { try decoder.decode(part) }
      }
      var state: UInt32 = 7
      for _ in 0..<300 {
        var hurt = file
        for _ in 0..<4 {
          state = state &* 1_664_525 &+ 1_013_904_223
          hurt[Int(state >> 8) % 600] ^= UInt8(truncatingIfNeeded: state >> 3) | 1
        }
        guard let picture = try? decoder.decode(hurt) else { continue }
        #expect(max(picture.bitmap.size.width, picture.bitmap.size.height) <= 500)
      }
    }
  }
}
