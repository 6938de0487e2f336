import DecoderProtocol
import Glibc
import Imaging

/// Invalid answers of a decoder to a request for metadata.
enum InvalidMetadataAnswer: String {
  case tellNothing, tellNonsense, tellTwice, tellHuge, tellWordy, tellUnnumbered, tellHalf,
    hangMetadata

  private static let channel: Int32 = 3

  /// Sends the answer and ends the process.
  func sendAndExit() -> Never {
    let whole = MetadataAnswer(.success(PhotoMetadata())).bytes
    switch self {
    case .tellNothing: break
    case .tellNonsense: send([UInt8](repeating: 0xA5, count: 64))
    case .tellTwice: for _ in 0..<40 { send(whole) }
    case .tellHuge: send(Array(whole.prefix(4)) + [0xFF, 0xFF, 0xFF, 0x7F] + whole)
    case .tellWordy:
      send(Self.answer([0, 0, 1, 1, 0, 0, 77, 1, 16] + [UInt8](repeating: 97, count: 4097)))
    case .tellUnnumbered:
      send(Self.answer([0, 0, 1, 1, 0, 0, 65, 8, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x7F]))
    case .tellHalf: send(Array(whole.prefix(10)))
    case .hangMetadata: while true { sched_yield() }
    }
    _exit(0)
  }

  /// An answer with any content: no keywords, a result, and a field.
  private static func answer(_ content: [UInt8]) -> [UInt8] {
    let front = MetadataAnswer(.success(PhotoMetadata())).bytes.prefix(4)
    return front + withUnsafeBytes(of: UInt32(content.count).littleEndian, Array.init) + content
  }

  private func send(_ bytes: [UInt8]) {
    _ = write(Self.channel, bytes, bytes.count)
  }
}
