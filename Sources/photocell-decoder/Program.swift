import DecoderKit
import DecoderProtocol
import Imaging

/// The decoder for the most common formats; see `DecoderServer`.
@main
enum Program {
  static func main() {
    if CommandLine.arguments.contains("--videos") { DecoderServer.run(VideoWork.self) }
    DecoderServer.run(FastWork.self)
  }
}

struct FastWork: PictureWork {
  static let startByteCount = PictureDecoder.startByteCount
  static let endByteCount = PictureDecoder.endByteCount
  static let hasThreads = false

  private let decoder: PictureDecoder

  static func prepare() {
    if CommandLine.arguments.contains("--archives") { ArchiveAnswer.loadLibrary() }
  }

  static var samples: [[UInt8]] { SamplePictures.all }

  init(_ request: RequestMessage, onSize: @escaping @Sendable (Int) -> Void) {
    decoder = PictureDecoder(
      box: request.box, wholeBox: request.wholeBox, region: request.region,
      thumbnail: request.thumbnail, onSize: { onSize($0.area) })
  }

  func decodeStart(_ bytes: [UInt8], end: [UInt8]) throws(PictureError) -> DecodedPicture? {
    try decoder.decodeStart(bytes, end: end)
  }

  func decode(
    _ file: UnsafeBufferPointer<UInt8>, start: [UInt8]
  ) throws(PictureError) -> DecodedPicture? {
    try unsafe decoder.decode(file, start: start)
  }

  func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    try decoder.decode(bytes)
  }

  static func movingPicture(
    of file: ReceivedFile, in box: PixelSize, onSize: @escaping @Sendable (Int) -> Void
  ) throws(PictureError) -> any MovingPicture {
    try PNGFrames(file.wholeBytes(), in: box) { onSize($0.area) }
  }
}
