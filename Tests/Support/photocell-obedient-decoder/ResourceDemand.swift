import CLacking
import DecoderProtocol
import Glibc
import Imaging

/// Resources that a decoder may demand and gets in part, and announcements of a size.
enum ResourceDemand: String {
  case threads, processors, announced, unannounced, tooMuch
  case misnamed, misdrawn, absurd, announcedTwice, announcedHang

  private static let large = 1500 << 20

  func answer(in box: PixelSize, onSize: (Int) -> Void) -> PictureAnswer {
    switch self {
    case .threads: return .failure(.unsupported("\(threadCount) threads"))
    case .processors: return .failure(.unsupported("\(cla_processor_count()) processors"))
    case .announced:
      onSize(100_000_000)
      return malloc(Self.large) == nil ? .failure(.damaged) : .whole(box)
    case .unannounced: return malloc(Self.large) == nil ? .failure(.damaged) : .whole(box)
    case .tooMuch:
      onSize(.max)
      return malloc(3 << 30) == nil ? .failure(.damaged) : .whole(box)
    case .misnamed: return malloc(2 << 30) == nil ? .failure(.truncated) : .whole(box)
    case .misdrawn: return malloc(2 << 30) == nil ? part(of: box) : .whole(box)
    case .absurd: return malloc(1 << 40) == nil ? .failure(.damaged) : .whole(box)
    case .announcedTwice:
      let message = SizeMessage(pixelCount: 1).bytes
      for _ in 0..<2 { _ = write(3, message, message.count) }
      return .whole(box)
    case .announcedHang:
      onSize(.max)
      var byte: UInt8 = 0
      while true { _ = read(3, &byte, 1) }
    }
  }

  private func part(of box: PixelSize) -> PictureAnswer {
    .success(
      DecodedPicture(
        bitmap: Bitmap(size: box, filledWith: RGB(1, 2, 3)),
        info: PictureInfo(size: box, isComplete: false)))
  }

  /// The number of threads, including the first, when no more can be started.
  private var threadCount: Int {
    var count = 1
    var thread = pthread_t()
    while count < 1000,
      pthread_create(&thread, nil, { _ in cla_wait() }, nil) == 0
    {
      count += 1
    }
    return count
  }
}
