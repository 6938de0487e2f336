import DecoderCore
import DecoderMessages
import DecoderServer
import Imaging
import Metadata
import VipsCore

/// The decoder for all kinds of pictures that are not the most common; see `DecoderServer`.
@main
enum Program {
  static func main() {
    DecoderServer.run(VipsWork.self)
  }
}

/// Everything but JPEG, PNG and BMP by `VipsCore`.
struct VipsWork: PictureWork {
  static let systemCalls: [String] = []
  static let startByteCount = 64 * 1024
  static let endByteCount = 0
  /// libvips has one, and libheif, libde265, libwebp and librsvg have more.
  static let hasThreads = true

  private let decoder: VipsDecoder

  /// Where libvips has no memory to start with, each picture says so.
  static func prepare() {
    try? VipsDecoder.warmUp()
    if isForDrawings { DrawingFonts.restrict() }
  }

  static var samples: [[UInt8]] { isForDrawings ? [SampleDrawing.bytes] : [] }

  private static var isForDrawings: Bool { CommandLine.arguments.contains("--drawings") }

  init(_ request: RequestMessage, onSize: @escaping @Sendable (Int) -> Void) {
    decoder = VipsDecoder(
      box: request.box, wholeBox: request.wholeBox, region: request.region,
      thumbnail: request.thumbnail, onSize: { onSize($0.area) })
  }

  /// Nothing is known of these kinds by their first bytes but their name.
  func decodeStart(_ bytes: [UInt8], end: [UInt8]) -> PictureAnswer? { nil }

  /// Most of these kinds are read here and there more than once.
  func decode(_ file: UnsafeBufferPointer<UInt8>, start: [UInt8]) -> PictureAnswer? { nil }

  func decode(_ bytes: [UInt8]) -> PictureAnswer {
    PictureAnswer { () throws(PictureError) in try decoder.decode(bytes) }
  }

  static func metadata(
    for scope: MetadataScope, byteCount: Int, read: @escaping (Int, Int) -> [UInt8]
  ) -> MetadataResult {
    let reader = MetadataReader(for: scope, unbrotli: Brotli.unpacked)
    let file = MetadataFile(byteCount: byteCount, read: read)
    return reader.metadata(of: file).map { .success($0) } ?? .failure(.notAnImage)
  }

  static func movingPicture(
    _ bytes: [UInt8], in box: PixelSize, onSize: @escaping @Sendable (Int) -> Void
  ) throws(PictureError) -> any MovingPicture {
    try VipsDecoder.movingPicture(bytes, in: box) { onSize($0.area) }
  }
}
