import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  /// The properties of a HEIC or AVIF that turn it (ISO/IEC 23008-12, sections 6.5.10 and 6.5.12) turn it
  /// once; what its EXIF block says besides does not (section A.2.2).
  @Suite struct ISOBMFFTurningTests {
    /// Four fields as libvips saves them, with a property of the picture made into another one: that
    /// which turns it, as libvips 8.16 writes it beside an EXIF orientation, or else the last.
    private func file(_ suffix: String, _ kind: String, _ value: UInt8, exif: Orientation) throws
      -> [UInt8]
    {
      var sample = SampleVips(SamplePictures.fields(PixelSize(width: 96, height: 64)))
      sample.orientation = exif.rawValue
      var file = sample.encoded("\(suffix)[Q=95]")
      // What turns a picture comes after what describes it.
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

    /// Turns to the left by quarters; mirrors that swap the halves beside (1) or above (0) one another.
    @Test(
      arguments: [".avif", ".heic"],
      [
        ("irot", 0, .topLeft), ("irot", 1, .leftBottom), ("irot", 2, .bottomRight),
        ("irot", 3, .rightTop), ("imir", 0, .bottomLeft), ("imir", 1, .topRight),
      ] as [(String, UInt8, Orientation)])
    func `a picture is turned once`(
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
