import CBareJPEG
import Glibc
import ImagePipeline
import Imaging

/// The cost of zooming: a screen of a large photo at 1:1.
enum Regions: Benchmarking {
  static let name = "regions"
  private static let repeats = 30
  private static let photo = PixelSize(width: 6000, height: 4000)
  private static let screen = PixelSize(width: 1920, height: 1080)

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("large-photos")
    try PhotoFolder(stage).write(1, of: photo, to: folder)
    let path = "\(folder)/IMG_1.jpg"
    let client = DecoderClient(programs: .installed())
    let places = [
      ("top", 0), ("middle", (photo.height - screen.height) / 2),
      ("bottom", photo.height - screen.height),
    ]
    var rows: [Row] = []
    for (name, y) in places {
      let region = PixelRect(
        x: (photo.width - screen.width) / 2, y: y, width: screen.width, height: screen.height)
      rows.append(try row("1:1 of 24 MP at 1920x1080, \(name)", path, region, client))
    }
    return rows
  }

  private static func row(
    _ what: String, _ path: String, _ region: PixelRect, _ client: DecoderClient
  ) throws(BenchError) -> Row {
    let request = DecodingRequest(box: screen, region: region)
    let source = ImageSource.file(Array(path.utf8))
    var (ours, bare) = (Samples(), Samples())
    for _ in 0..<repeats {
      try bare.measure { () throws(BenchError) in try readBare(path, region) }
      let image = ours.measure {
        Waiting { try? await client.decode(source, for: request) }.result
      }
      guard image?.region == region, image?.bitmap.size == screen else {
        throw .codec("another region was decoded")
      }
    }
    return Row(what, ours, beside: ("libjpeg's crop and skip", bare), limit: 1.3)
  }

  private static func readBare(_ path: String, _ region: PixelRect) throws(BenchError) {
    let file = try Workshop.read(path)
    let room = (region.size.width + 64) * region.size.height * 4
    var written = 0
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      written = unsafe bare_jpeg_part(
        file, file.count, UInt32(region.x), UInt32(region.y), UInt32(region.size.width),
        UInt32(region.size.height), buffer.baseAddress)
      count = written
    }
    guard pixels.count >= region.size.area * 4 else { throw .codec("libjpeg gave too little") }
  }
}
