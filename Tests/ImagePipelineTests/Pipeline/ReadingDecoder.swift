import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import Synchronization

/// A decoder for which every text is an image of the size of its box; it records what it read.
final class ReadingDecoder: ImageDecoding {
  struct Read: Hashable {
    let isFile: Bool
    let text: String
  }

  private let list = Mutex<[Read]>([])

  /// The sources it was given, in order.
  var read: [Read] { list.withLock { $0 } }

  func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> LoadedBitmap {
    let (isFile, bytes) =
      switch source {
      case .file(let path): (true, Self.contents(of: path))
      case .bytes(let bytes): (false, bytes)
      case .open(let picture):
        (true, Self.contents(of: Array("/proc/self/fd/\(picture.number)".utf8)))
      }
    list.withLock {
      $0.append(Read(isFile: isFile, text: String(decoding: bytes, as: UTF8.self)))
    }
    return LoadedBitmap(
      bitmap: Bitmap(size: request.box, filledWith: RGB(1, 2, 3)),
      info: PictureInfo(size: request.box, byteCount: bytes.count))
  }

  func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream {
    throw .refused(.unsupported("no motion"))
  }

  func retryFailures() {}

  private static func contents(of path: [UInt8]) -> [UInt8] {
    let descriptor = open((path + [0]).map(CChar.init(bitPattern:)), O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 2_000_000)
    return Array(bytes[..<max(0, Glibc.read(descriptor, &bytes, bytes.count))])
  }
}
