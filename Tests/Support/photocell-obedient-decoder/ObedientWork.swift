import DecoderKit
import DecoderProtocol
import Glibc
import Imaging
import Synchronization

/// Executes the command after the signature of a JPEG.
struct ObedientWork: PictureWork {
  static let startByteCount = 1 << 20
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

  static func movingPicture(
    of file: ReceivedFile, in box: PixelSize, onSize: @escaping @Sendable (Int) -> Void
  ) throws(PictureError) -> any MovingPicture {
    let bytes = try file.wholeBytes()
    let word = String(decoding: bytes.dropFirst(Self.signatureLength), as: UTF8.self)
    guard let motion = Motion(rawValue: word) else { throw .unsupported("no motion") }
    return motion.picture(in: box)
  }

  func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let word = String(decoding: bytes.dropFirst(Self.signatureLength), as: UTF8.self)
    if word == "folder" { throw .unsupported(Self.folder.withLock { $0 }) }
    if let misbehaviour = Misbehaviour(rawValue: word) {
      return try misbehaviour.act(in: box).get()
    }
    if let demand = ResourceDemand(rawValue: word) {
      return try demand.answer(in: box, onSize: onSize).get()
    }
    if let answer = InvalidAnswer(rawValue: word) { answer.sendAndExit(in: box) }
    return try PictureAnswer.whole(box).get()
  }

  static func metadata(
    for scope: MetadataScope, byteCount: Int, read: @escaping MetadataFile.Read
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
