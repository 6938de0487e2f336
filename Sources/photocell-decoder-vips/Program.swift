import DecoderKit
import DecoderProtocol
import DecoderVips
import Imaging

/// The decoder for all other formats; see `DecoderServer`.
@main
enum Program {
  static func main() {
    DecoderServer.run(VipsWork.self)
  }
}

struct VipsWork: PictureWork {
  static let startByteCount = 64 * 1024
  static let endByteCount = 0
  /// libvips, libheif, libde265, libwebp and librsvg create threads.
  static let hasThreads = true

  private let decoder: VipsDecoder

  /// If libvips cannot start for lack of memory, each image reports that.
  static func prepare() {
    try? VipsDecoder.warmUp()
    if isForDrawings { DrawingFonts.restrict() } else { AVIFFrames.loadLibrary() }
  }

  static var samples: [[UInt8]] { isForDrawings ? [SampleDrawing.bytes] : [] }

  private static var isForDrawings: Bool { CommandLine.arguments.contains("--drawings") }

  init(_ request: RequestMessage, onSize: @escaping @Sendable (Int) -> Void) {
    decoder = VipsDecoder(
      box: request.box, wholeBox: request.wholeBox, region: request.region,
      thumbnail: request.thumbnail, onSize: { onSize($0.area) })
  }

  /// The first bytes of these formats suffice only for detection.
  func decodeStart(_ bytes: [UInt8], end: [UInt8]) -> PictureAnswer? { nil }

  /// Most of these formats are read several times at random offsets.
  func decode(_ file: UnsafeBufferPointer<UInt8>, start: [UInt8]) -> PictureAnswer? { nil }

  func decode(_ bytes: [UInt8]) -> PictureAnswer {
    PictureAnswer { () throws(PictureError) in try decoder.decode(bytes) }
  }

  static func unbrotli(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    Brotli.unpacked(packed, limit: limit)
  }

  static func movingPicture(
    _ bytes: [UInt8], in box: PixelSize, onSize: @escaping @Sendable (Int) -> Void
  ) throws(PictureError) -> any MovingPicture {
    try VipsDecoder.movingPicture(bytes, in: box) { onSize($0.area) }
  }
}
