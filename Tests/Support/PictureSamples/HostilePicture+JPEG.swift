import CTurboJPEG
import Imaging

extension HostilePicture {
  private static let small = SamplePictures.fields(PixelSize(width: 64, height: 32))

  static let jpegs = [
    HostilePicture("jpeg-progressive-400mp.jpg", .tooLarge) {
      let size = PixelSize(width: 20_000, height: 20_000)
      return SampleJPEG.claim(size, in: SampleJPEG.encode(small, flags: TJFLAG_PROGRESSIVE))
    },
    HostilePicture("jpeg-scan-bomb.jpg", .partOfPicture) { scanBomb() },
    HostilePicture("jpeg-cmyk.jpg", .picture) { SampleJPEG.encode(small, format: TJPF_CMYK) },
    HostilePicture("jpeg-exif-escape.jpg", .picture) {
      let text = "\u{1B}]0;taken\u{7}A\nB\r\u{1B}[2J"
      var file = SampleTIFF()
      file.add(0x10E, text: text)
      file.add(0x10F, text: text)
      file.add(0x112, shorts: 6)
      let block = Array("Exif\0\0".utf8) + file.encoded()
      return SampleJPEG.insert(block, into: SampleJPEG.encode(small))
    },
    HostilePicture("jpeg-orientation-77.jpg", .picture) {
      SampleJPEG.insert(SampleJPEG.exif(orientation: 77), into: SampleJPEG.encode(small))
    },
    HostilePicture("jpeg-1000-app1-64MB.jpg", .picture) {
      let block = Array("Exif\0\0".utf8) + Array(repeating: 0xFF, count: 65_527)
      let segment = [0xFF, 0xE1, 0xFF, 0xFF] + block
      let file = SampleJPEG.encode(small)
      return file[..<2] + segment.repeated(1000) + file[2...]
    },
    HostilePicture("jpeg-trailing-zip.jpg", .picture) {
      SampleJPEG.encode(small) + Array("PK\u{3}\u{4}".utf8) + Array(repeating: 0, count: 1000)
    },
    HostilePicture("jpeg-truncated.jpg", .partOfPicture) {
      let file = SampleJPEG.encode(SamplePictures.noise(PixelSize(width: 64, height: 64)))
      return Array(file.prefix(file.count / 2))
    },
  ]

  /// Twelve megapixels whose last scan, a refinement, is repeated three thousand times.
  private static func scanBomb() -> [UInt8] {
    let size = PixelSize(width: 4000, height: 3000)
    let gray = Bitmap(size: size, bytes: Array(repeating: 90, count: size.area * 4))
    let file = SampleJPEG.encode(gray, flags: TJFLAG_PROGRESSIVE)
    let marks = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    guard let last = marks.last else { return [] }
    let scans = Array(file[last..<file.count - 2]).repeated(3000)
    return Array(file.dropLast(2)) + scans + [0xFF, 0xD9]
  }
}
