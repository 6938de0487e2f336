import DecoderKit
import DecoderProtocol
import Glibc
import Imaging
import Synchronization

/// Executes the command after the signature of a JPEG.
struct ObedientWork: PictureWork {
  static let startByteCount = 1 << 20
  static let endByteCount = 0
  static let hasThreads = !CommandLine.arguments.contains("--threadless")
  private static let signatureLength = 3

  private let box: PixelSize
  private let onSize: @Sendable (Int) -> Void
  private static let folder = Mutex("")

  static func prepare() {
    guard let path = getcwd(nil, 0) else { return }
    folder.withLock { $0 = String(cString: path) }
  }

  static var samples: [[UInt8]] { [] }

  init(_ request: RequestMessage, onSize: @escaping @Sendable (Int) -> Void) {
    box = request.box
    self.onSize = onSize
  }

  func decodeStart(_ bytes: [UInt8], end: [UInt8]) -> PictureAnswer? { nil }

  func decode(_ file: UnsafeBufferPointer<UInt8>, start: [UInt8]) -> PictureAnswer? { nil }

  static func movingPicture(
    _ bytes: [UInt8], in box: PixelSize, onSize: @escaping @Sendable (Int) -> Void
  ) throws(PictureError) -> any MovingPicture {
    let word = String(decoding: bytes.dropFirst(Self.signatureLength), as: UTF8.self)
    guard let motion = Motion(rawValue: word) else { throw .unsupported("no motion") }
    return motion.picture(in: box)
  }

  func decode(_ bytes: [UInt8]) -> PictureAnswer {
    let word = String(decoding: bytes.dropFirst(Self.signatureLength), as: UTF8.self)
    if word == "folder" { return .failure(.unsupported(Self.folder.withLock { $0 })) }
    if let misbehaviour = Misbehaviour(rawValue: word) { return misbehaviour.act(in: box) }
    if let demand = ResourceDemand(rawValue: word) { return demand.answer(in: box, onSize: onSize) }
    if let answer = InvalidAnswer(rawValue: word) { answer.sendAndExit(in: box) }
    return .whole(box)
  }

  static func metadata(
    for scope: MetadataScope, byteCount: Int, read: @escaping (Int, Int) -> [UInt8]
  ) -> MetadataResult {
    let word = String(decoding: read(byteCount, 0).dropFirst(signatureLength), as: UTF8.self)
    let box = PixelSize(width: 1, height: 1)
    if let misbehaviour = Misbehaviour(rawValue: word) { _ = misbehaviour.act(in: box) }
    if let answer = InvalidMetadataAnswer(rawValue: word) { answer.sendAndExit() }
    var metadata = PhotoMetadata()
    metadata.title = PhotoMetadata.text(word)
    return .success(metadata)
  }
}

extension PictureAnswer {
  /// A valid image.
  static func whole(_ box: PixelSize) -> PictureAnswer {
    .success(
      DecodedPicture(
        bitmap: Bitmap(size: box, filledWith: RGB(1, 2, 3)), info: PictureInfo(size: box)))
  }
}
