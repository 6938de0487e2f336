import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@Suite struct PictureDecoderTests {
  @Test(arguments: [[], [0], Array("<html>404</html>\n".utf8), Array(repeating: 0, count: 5000)])
  func `bytes that are not an image are refused`(bytes: [UInt8]) {
    let decoder = PictureDecoder(box: PixelSize(width: 10, height: 10))
    #expect(throws: PictureError.notAnImage) { try decoder.decode(bytes) }
    #expect(throws: PictureError.notAnImage) { try decoder.decodeStart(bytes, end: []) }
  }

  @Test(arguments: SamplePictures.all)
  func `the warm-up samples are complete colour images`(sample: [UInt8]) throws {
    let picture = try PictureDecoder(box: PixelSize(width: 4, height: 4)).decode(sample)
    #expect(picture.info.isComplete)
    #expect(picture.bitmap.size == PixelSize(width: 4, height: 4))
    // Redder to the right, greener downwards.
    #expect(picture.bitmap[3, 0].red > picture.bitmap[0, 0].red + 90)
    #expect(picture.bitmap[0, 3].green > picture.bitmap[0, 0].green + 90)
  }

  @Test(arguments: [("GIF89a", "GIF"), ("icns", "ICNS"), ("FUJIFILMCCD-RAW 0201", "RAF")])
  func `an unsupported format is refused with its name`(start: String, name: String) {
    let decoder = PictureDecoder(box: PixelSize(width: 10, height: 10))
    #expect(throws: PictureError.unsupported(name)) { try decoder.decode(Array(start.utf8)) }
  }

  struct Fit: Sendable {
    let picture: PixelSize
    let box: PixelSize
    let shown: PixelSize

    init(_ picture: (Int, Int), _ box: (Int, Int), _ shown: (Int, Int)) {
      self.picture = PixelSize(width: picture.0, height: picture.1)
      self.box = PixelSize(width: box.0, height: box.1)
      self.shown = PixelSize(width: shown.0, height: shown.1)
    }
  }

  @Test(arguments: [
    Fit((300, 200), (120, 80), (120, 80)), Fit((300, 200), (120, 79), (119, 79)),
    Fit((300, 200), (400, 400), (300, 200)), Fit((300, 200), (300, 100), (150, 100)),
    Fit((300, 200), (1, 1), (1, 1)), Fit((1000, 1), (10, 10), (10, 1)),
    Fit((1, 1000), (10, 10), (1, 10)), Fit((301, 199), (37, 90), (37, 24)),
    Fit((300, 200), (0, -5), (1, 1)), Fit((5, 5), (5, 5), (5, 5)),
  ])
  func `an image is fitted into its box and never enlarged`(fit: Fit) throws {
    let fields = SamplePictures.fields(fit.picture)
    let decoder = PictureDecoder(box: fit.box)
    for file in [
      SampleJPEG.encode(fields), SamplePNG.encode(fields),
      SamplePNG.encode(fields, isInterlaced: true),
    ] {
      let picture = try decoder.decode(file)
      #expect(picture.bitmap.size == fit.shown)
      #expect(picture.info.size == fit.picture)
    }
  }

  @Test func `the start of a photo suffices for its thumbnail`() throws {
    let noise = SamplePictures.noise(PixelSize(width: 300, height: 200))
    let small = SampleJPEG.encode(noise.scaled(to: PixelSize(width: 60, height: 40)))
    let exif = SampleJPEG.exif(orientation: 1, thumbnail: small)
    let photo = SampleJPEG.insert(exif, into: SampleJPEG.encode(noise))
    let start = Array(photo.prefix(photo.count / 4))
    let fitting = PictureDecoder(box: PixelSize(width: 60, height: 40))
    #expect(try fitting.decodeStart(start, end: [])?.isFromThumbnail == true)
    #expect(
      try PictureDecoder(box: PixelSize(width: 90, height: 90)).decodeStart(start, end: []) == nil)
    #expect(try fitting.decodeStart(Array(photo.prefix(100)), end: []) == nil)
  }

  @Test func `damage anywhere in a file never ends the process`() {
    let fields = SamplePictures.noise(PixelSize(width: 48, height: 32))
    let small = SampleJPEG.encode(SamplePictures.fields(PixelSize(width: 12, height: 8)))
    let jpeg = SampleJPEG.insert(
      SampleJPEG.exif(orientation: 6, thumbnail: small), into: SampleJPEG.encode(fields))
    let decoder = PictureDecoder(box: PixelSize(width: 20, height: 20))
    var state: UInt32 = 7
    var pictures = 0
    for file in [jpeg, SamplePNG.encode(fields), SamplePNG.encode(fields, isInterlaced: true)] {
      for _ in 0..<500 {
        var hurt = file
        for _ in 0..<4 {
          state = state &* 1_664_525 &+ 1_013_904_223
          hurt[Int(state >> 8) % hurt.count] ^= UInt8(truncatingIfNeeded: state >> 3) | 1
        }
        guard let picture = try? decoder.decode(hurt) else { continue }
        pictures += 1
        #expect(max(picture.bitmap.size.width, picture.bitmap.size.height) <= 20)
      }
    }
    #expect(pictures > 100)
  }
}
