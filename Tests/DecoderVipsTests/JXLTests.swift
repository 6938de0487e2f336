import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  @Suite("JPEG XL")
  struct JXLTests {
    private let size = PixelSize(width: 96, height: 64)

    @Test func `a still is the first frame of an animation`() throws {
      let colors = [RGB(200, 30, 40), RGB(20, 180, 60), RGB(10, 20, 210)]
      let frames = colors.map { Bitmap(size: size, filledWith: $0) }
      let file = SampleJXL(frames[0], frames[1], frames[2]).encoded()
      let picture = try VipsDecoder(box: size).decode(file)
      #expect(picture.bitmap == frames[0])
      #expect(picture.info.isComplete)
    }

    @Test(arguments: Orientation.allCases)
    func `every orientation gives the same image`(orientation: Orientation) throws {
      let shown = SamplePictures.fields(size)
      var sample = SampleJXL(SamplePictures.stored(shown, orientation))
      sample.orientation = orientation.rawValue
      let picture = try VipsDecoder(box: size).decode(sample.encoded())
      #expect(picture.bitmap == shown)
      #expect(picture.info.size == size)
    }

    @Test(
      arguments: [
        (16, RGB(148, 148, 148), RGB(229, 229, 229)), (16, RGB(97, 97, 97), RGB(100, 100, 100)),
        (18, RGB(191, 191, 191), RGB(229, 229, 229)), (18, RGB(97, 97, 97), RGB(101, 101, 101)),
      ], [true, false])
    func `HDR colours are toned down`(
      sample: (transfer: Int, stored: RGB, shown: RGB), isLossless: Bool
    ) throws {
      var file = SampleJXL(Bitmap(size: size, filledWith: sample.stored))
      file.transfer = sample.transfer
      file.isLossless = isLossless
      let picture = try VipsDecoder(box: size).decode(file.encoded())
      let wanted = Bitmap(size: size, filledWith: sample.shown)
      #expect(SamplePictures.difference(picture.bitmap, wanted) <= 6)
    }

    @Test(arguments: [true, false])
    func `half a file gives its first rows and is incomplete`(isLossless: Bool) throws {
      let large = PixelSize(width: 900, height: 700)
      var sample = SampleJXL(SamplePictures.noise(large))
      sample.isLossless = isLossless
      let file = sample.encoded()
      let picture = try VipsDecoder(box: size).decode(Array(file.prefix(file.count / 2)))
      #expect(!picture.info.isComplete)
      #expect(picture.info.size == large)
      let whole = try VipsDecoder(box: size).decode(file)
      #expect(whole.info.isComplete)
      #expect(SamplePictures.difference(row(0, of: picture), row(0, of: whole)) <= 4)
    }

    private func row(_ y: Int, of picture: DecodedPicture) -> Bitmap {
      let width = picture.bitmap.size.width
      return Bitmap(
        size: PixelSize(width: width / 4, height: 1),
        bytes: Array(picture.bitmap.bytes[y * width * 4..<(y * width + width / 4) * 4]))
    }

    @Test func `a file that ends before its pixels is truncated`() {
      let file = SampleJXL(SamplePictures.noise(size)).encoded()
      for count in [12, 14, 18] {
        #expect(throws: PictureError.truncated) {
          try VipsDecoder(box: size).decode(Array(file.prefix(count)))
        }
      }
    }
  }
}
