/// EXIF as cameras write it, with a maker note (CIPA DC-008; TIFF 6.0, section 2).
struct CameraSegment {
  /// Distinguishes photos; each was taken a minute and a second after the previous one.
  let number: Int

  private static let makerLength = 8_000
  private static let mainCount = 4
  private static let photoCount = 7
  private static let photoStart = 8 + directoryLength(mainCount)
  private static let textStart = photoStart + directoryLength(photoCount)

  private static func directoryLength(_ count: Int) -> Int { 2 + count * 12 + 4 }

  /// The APP1 segment, to be inserted after the first two bytes of a JPEG.
  var bytes: [UInt8] {
    let camera = Array("CAMERA 7\0".utf8)
    let lens = Array("CAMERA 24-70mm f/2.8\0".utf8)
    let date = Array(date.utf8)
    let cameraStart = Self.textStart
    let lensStart = cameraStart + camera.count
    let dateStart = lensStart + lens.count
    let fractionStart = dateStart + date.count
    let makerStart = fractionStart + 8
    let main: [UInt8] =
      [UInt8(Self.mainCount), 0] + entry(0x010F, 2, camera.count, cameraStart)
      + entry(0x0110, 2, camera.count, cameraStart) + entry(0x0112, 3, 1, 1)
      + entry(0x8769, 4, 1, Self.photoStart) + little(0, 4)
    let photo: [UInt8] =
      [UInt8(Self.photoCount), 0] + entry(0x829D, 5, 1, fractionStart) + entry(0x8827, 3, 1, 200)
      + entry(0x9003, 2, date.count, dateStart) + entry(0x9004, 2, date.count, dateStart)
      + entry(0x920A, 5, 1, fractionStart) + entry(0x927C, 7, Self.makerLength, makerStart)
      + entry(0xA434, 2, lens.count, lensStart) + little(0, 4)
    let content =
      Array("Exif\0\0II*\0".utf8) + little(8, 4) + main + photo + camera + lens + date
      + little(28, 4) + little(10, 4) + [UInt8](repeating: 0x55, count: Self.makerLength)
    return [0xFF, 0xE1] + little(content.count + 2, 2).reversed() + content
  }

  private var date: String {
    let parts = [1 + number / 24 % 28, number % 24, number % 60, number * 7 % 60].map {
      $0 < 10 ? "0\($0)" : "\($0)"
    }
    return "2024:05:\(parts[0]) \(parts[1]):\(parts[2]):\(parts[3])\0"
  }

  private func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
    little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
  }

  private func little(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
