import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  /// The properties that turn a HEIC or AVIF (ISO/IEC 23008-12, sections 6.5.10 and 6.5.12) are
  /// applied once; the orientation in EXIF is not (section A.2.2).
  @Suite struct ISOBMFFTurningTests {
    /// Four fields as libvips saves them, with a property of the image replaced: the one that turns
    /// it, which libvips 8.16 writes beside an EXIF orientation, or else the last.
    private func file(_ suffix: String, _ kind: String, _ value: UInt8, exif: Orientation) throws
      -> [UInt8]
    {
      var sample = SampleVips(SamplePictures.fields(PixelSize(width: 96, height: 64)))
      sample.orientation = exif.rawValue
      var file = sample.encoded("\(suffix)[Q=95]")
      // Properties that turn an image follow those that describe it.
      let place = try #require(place(of: "irot", in: file) ?? place(of: "pixi", in: file))
      let length = Int(file[place - 1])
      let property = Array(kind.utf8) + [value]
      let rest = [UInt8](repeating: 0, count: length - 4 - property.count)
      file.replaceSubrange(place..<place + length - 4, with: property + rest)
      return file
    }

    private func place(of kind: String, in file: [UInt8]) -> Int? {
      file.indices.first { file[$0...].starts(with: kind.utf8) }
    }

    /// Quarter turns to the left; mirrors that swap left and right (1) or top and bottom (0).
    @Test(
      arguments: [".avif", ".heic"],
      [
        ("irot", 0, .topLeft), ("irot", 1, .leftBottom), ("irot", 2, .bottomRight),
        ("irot", 3, .rightTop), ("imir", 0, .bottomLeft), ("imir", 1, .topRight),
      ] as [(String, UInt8, Orientation)])
    func `an image is oriented once, by its properties only`(
      suffix: String, property: (kind: String, value: UInt8, orientation: Orientation)
    ) throws {
      let stored = SamplePictures.fields(PixelSize(width: 96, height: 64))
      let shown = stored.turned(by: property.orientation)
      for exif in [Orientation.topLeft, .rightTop] {
        let file = try file(suffix, property.kind, property.value, exif: exif)
        let picture = try VipsDecoder(box: PixelSize(width: 96, height: 96)).decode(file)
        try #require(picture.info.size == shown.size)
        for (x, y) in [(0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)] {
          let place = (Int(x * Double(shown.size.width)), Int(y * Double(shown.size.height)))
          let found = picture.bitmap[place.0, place.1]
          #expect(found.squaredDistance(to: shown[place.0, place.1]) < 3 * 12 * 12)
        }
      }
    }
  }
}
