import Imaging

/// Makes a folder of small, distinct images in many formats.
struct MixedFolder {
  private static let size = PixelSize(width: 200, height: 150)
  private static let count = 60
  private static let kinds = ["png", "gif", "webp", "tif", "jp2"]

  private let stage: Stage

  init(_ stage: Stage) {
    self.stage = stage
  }

  func write(to folder: String) throws(BenchError) -> [String] {
    let photos = try PhotoFolder(stage)
    try photos.write(Self.count, of: Self.size, to: folder)
    let jpegs = (1...Self.count).map { "\(folder)/IMG_\($0).jpg" }
    for kind in Self.kinds {
      try Launch(
        arguments: ["vipsthumbnail", "--size", "400x400", "-o", "\(folder)/%s.\(kind)"] + jpegs
      ).run()
    }
    for index in 0..<Self.count {
      let photo = CameraPhoto(
        source: photos.sources[index % photos.sources.count], size: Self.size, number: index)
      try Workshop.write(Self.bmp(photo.bitmap), to: "\(folder)/IMG_\(index + 1).bmp")
    }
    return Workshop.names(in: folder).map { "\(folder)/\($0)" }
  }

  /// A BMP with 32 bits per pixel, top row first ("Bitmap Storage").
  private static func bmp(_ bitmap: Bitmap) -> [UInt8] {
    let headers = 54
    var file = Array("BM".utf8)
    for number in [
      headers + bitmap.bytes.count, 0, headers, 40, bitmap.size.width, -bitmap.size.height,
    ] {
      file += little(number, 4)
    }
    file += little(1, 2) + little(32, 2)
    for number in [0, bitmap.bytes.count, 0, 0, 0, 0] { file += little(number, 4) }
    for start in stride(from: 0, to: bitmap.bytes.count, by: 4) {
      file += [bitmap.bytes[start + 2], bitmap.bytes[start + 1], bitmap.bytes[start], 0]
    }
    return file
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
