import DecoderProtocol
import Glibc
import Imaging

/// Invalid answers of a decoder, and valid ones before a fault.
enum InvalidAnswer: String {
  case wide, high, empty, negative, overflow, hugePicture
  case half, short, long, flood, nonsense, nothing, lateCrash, lateHang
  case repeated, cutField, wordy, hugeHeader
  case unaskedRegion, otherRegion, wideRegion, regionOfThumbnail

  private static let answer: Int32 = 3
  /// The region that tests request of an image of 10 by 10 pixels.
  private static let part = PixelRect(x: 1, y: 1, width: 4, height: 4)

  /// Sends the answer and ends the process.
  func sendAndExit(in box: PixelSize) -> Never {
    switch self {
    case .wide: send(header(box.width + 1, 1))
    case .high: send(header(1, box.height + 1))
    case .empty: send(header(0, 0))
    case .negative: send(header(-1, -1))
    case .overflow: send(header(1 << 31, 1 << 31))
    case .hugePicture: send(header(10, 10, picture: -1) + pixels(100))
    case .repeated: send(header(10, 10, adding: [18, 1, 0, 1]) + pixels(100))
    case .cutField: send(header(10, 10, adding: [99, 9, 0, 1]) + pixels(100))
    case .wordy:
      send(header(10, 10, adding: [20, 65, 0] + [UInt8](repeating: 0x61, count: 65)) + pixels(100))
    case .hugeHeader:
      send(header(10, 10, adding: [99, 0, 8] + [UInt8](repeating: 0, count: 2048)) + pixels(100))
    case .unaskedRegion: send(header(10, 10, region: Self.part) + pixels(100))
    case .otherRegion:
      send(header(10, 10, region: PixelRect(x: 2, y: 1, width: 4, height: 4)) + pixels(100))
    case .wideRegion: send(header(box.width + 1, 1, region: Self.part) + pixels(box.width + 1))
    case .regionOfThumbnail:
      send(header(10, 10, region: Self.part, isFromThumbnail: true) + pixels(100))
    case .half: send(Array(header(10, 10).prefix(20)))
    case .short: send(header(10, 10) + pixels(99))
    case .long: send(header(10, 10) + pixels(101))
    case .flood: while true { send(pixels(1 << 16)) }
    case .nonsense: send([UInt8](repeating: 0xA5, count: AnswerHeader.byteCounts.upperBound))
    case .nothing: break
    case .lateCrash: send(header(10, 10) + pixels(100), then: { abort() })
    case .lateHang: send(header(10, 10) + pixels(100), then: { while true {} })
    }
    _exit(0)
  }

  private func send(_ bytes: [UInt8], then end: () -> Void = {}) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(Self.answer, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(max(0, count))
    }
    end()
  }

  private func pixels(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 200, count: count * 4)
  }

  /// The header of an image with any numbers as its sizes, and any bytes at its end.
  private func header(
    _ width: Int, _ height: Int, picture: Int = 10, region: PixelRect? = nil,
    isFromThumbnail: Bool = false, adding end: [UInt8] = []
  ) -> [UInt8] {
    func size(_ width: Int, _ height: Int) -> PixelSize {
      PixelSize(
        width: Int(UInt32(truncatingIfNeeded: width)),
        height: Int(UInt32(truncatingIfNeeded: height)))
    }
    var bytes = AnswerHeader.picture(
      bitmapSize: size(width, height), isFromThumbnail: isFromThumbnail,
      PictureInfo(size: size(picture, picture)), region: region
    ).bytes
    let front = 8
    let length = UInt32(bytes.count - front + end.count).littleEndian
    bytes.replaceSubrange(4..<front, with: withUnsafeBytes(of: length, Array.init))
    return bytes + end
  }
}
