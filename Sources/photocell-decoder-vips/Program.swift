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

  func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    try decoder.decode(bytes)
  }

  static func unbrotli(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    Brotli.unpacked(packed, limit: limit)
  }

  static func movingPicture(
    of file: ReceivedFile, in box: PixelSize, onSize: @escaping @Sendable (Int) -> Void
  ) throws(PictureError) -> any MovingPicture {
    try VipsDecoder.movingPicture(file.wholeBytes(), in: box) { onSize($0.area) }
  }
}
