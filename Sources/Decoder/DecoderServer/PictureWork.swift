package import DecoderMessages
package import Imaging
import System

/// What a decoder process can do with one picture: everything that parses, and nothing else.
///
/// It runs in a child of its own, inside the sandbox: it may crash or hang, and no other picture
/// notices.
package protocol PictureWork {
  /// The system calls that its codecs need beyond the common ones (`CSandbox/filter.c`).
  static var systemCalls: [String] { get }

  /// How much of a file is read before it is tried with `decodeStart`, in bytes.
  static var startByteCount: Int { get }

  /// How much of a file's end `decodeStart` is given, in bytes; zero where it needs none.
  static var endByteCount: Int { get }

  /// Gets the codecs ready in the process that makes the children, so that none of them has to.
  static func prepare()

  /// Small pictures that this program brings along, which that process decodes once after `prepare`.
  static var samples: [[UInt8]] { get }

  /// The same for a file whose metadata are read before the first child reads any.
  static var metadataSamples: [[UInt8]] { get }

  /// Whether its codecs make threads; without, a child that makes one is killed.
  static var hasThreads: Bool { get }

  /// Takes on a picture.
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - onSize: To be called with the number of pixels once a header has told it, from any thread: a
  ///     large picture gets more memory and time. Only the first call counts.
  init(_ request: RequestMessage, onSize: @escaping @Sendable (_ pixelCount: Int) -> Void)

  /// Answers what the first bytes of a larger file are enough for.
  /// - Parameters:
  ///   - bytes: Its first bytes.
  ///   - end: Its last bytes; fewer than asked for where they cannot be read.
  /// - Returns: The answer; nil where all of the file is needed for one.
  func decodeStart(_ bytes: [UInt8], end: [UInt8]) -> PictureAnswer?

  /// Decodes a larger file in place, of which the first bytes were not enough.
  /// - Parameters:
  ///   - file: The whole file, which may change meanwhile; where it becomes shorter, the process dies.
  ///   - start: Its first bytes, which `decodeStart` was called with.
  /// - Returns: The answer; nil where all of the file must be read for one.
  func decode(_ file: UnsafeBufferPointer<UInt8>, start: [UInt8]) -> PictureAnswer?

  /// Decodes a whole file, scaled and turned.
  func decode(_ bytes: [UInt8]) -> PictureAnswer

  /// Tells what a file says of its photo, without decoding it.
  /// - Parameters:
  ///   - scope: What is wanted.
  ///   - byteCount: The size of the file in bytes.
  ///   - read: Reads so many bytes from an offset; fewer where there are no more.
  /// - Returns: What it says, or why nothing can be read.
  static func metadata(
    for scope: MetadataScope, byteCount: Int,
    read: @escaping (_ count: Int, _ offset: Int) -> [UInt8]
  ) -> MetadataResult

  /// Begins to play a picture.
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - box: What each frame is scaled down to fit, in pixels.
  ///   - onSize: As in `init`.
  /// - Returns: The picture before its first frame.
  /// - Throws: Why it cannot be played; `PictureError.unsupported` where it stands still.
  static func movingPicture(
    _ bytes: [UInt8], in box: PixelSize, onSize: @escaping @Sendable (_ pixelCount: Int) -> Void
  ) throws(PictureError) -> any MovingPicture
}

extension PictureWork {
  /// Whoever reads few metadata need not be quick at it.
  package static var metadataSamples: [[UInt8]] { [] }
}

/// Decodes built-in samples before the first fork, so that every child inherits resolved symbols, and
/// tables and types that are made already.
///
/// That is an eighth of the time that a child needs for a small picture.
enum WarmUp<Work: PictureWork> {
  private static var box: PixelSize { PixelSize(width: 4, height: 4) }

  /// Does all that a child does, but for its sandbox; what fails will fail again there.
  static func run() {
    for sample in Work.samples {
      guard let file = Descriptor.ofSealedFile(sample) else { return }
      let request = RequestMessage(box: box, fileByteCount: sample.count)
      var picture = PassedFile(file, byteCount: request.fileByteCount)
      _ = picture.decode(with: Work(request) { _ in }).header.bytes
    }
  }

  /// The same for metadata, which most decoders are never asked for.
  static func readMetadata() {
    for sample in Work.metadataSamples {
      let result = Work.metadata(for: .all, byteCount: sample.count) { count, offset in
        Array(sample.dropFirst(offset).prefix(count))
      }
      _ = MetadataAnswer(result).bytes
    }
  }
}
