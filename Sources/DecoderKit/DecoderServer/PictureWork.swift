import Base
package import DecoderProtocol
package import Imaging

/// Everything that parses images, in a sandboxed child: crashes and hangs affect no other image.
package protocol PictureWork {
  /// System calls that the codecs need beyond the common ones (`CSandbox/filter.c`).
  static var systemCalls: [String] { get }

  /// Number of bytes to read before calling `decodeStart`.
  static var startByteCount: Int { get }

  /// Number of bytes from the end of the file for `decodeStart`; zero if not needed.
  static var endByteCount: Int { get }

  /// Warms up the codecs in the parent process.
  static func prepare()

  /// Small built-in images that the parent decodes once after `prepare`, and whose metadata it reads
  /// before the first child reads any.
  static var samples: [[UInt8]] { get }

  /// Whether the codecs create threads; otherwise a child that creates one is killed.
  static var hasThreads: Bool { get }

  /// `onSize` takes the number of pixels in the header, from any thread; it raises the limits once.
  init(_ request: RequestMessage, onSize: @escaping @Sendable (_ pixelCount: Int) -> Void)

  /// Decodes what the first bytes of a larger file suffice for; nil if all of the file is needed.
  ///
  /// `end` has fewer bytes than requested if they cannot be read.
  func decodeStart(_ bytes: [UInt8], end: [UInt8]) -> PictureAnswer?

  /// Decodes a mapped file after `decodeStart` returned nil; nil if the file must be read instead.
  ///
  /// The file may change meanwhile; the process dies if it is truncated.
  func decode(_ file: UnsafeBufferPointer<UInt8>, start: [UInt8]) -> PictureAnswer?

  func decode(_ bytes: [UInt8]) -> PictureAnswer

  /// Reads metadata without decoding; `read` returns fewer bytes at the end of the file.
  static func metadata(
    for scope: MetadataScope, byteCount: Int,
    read: @escaping (_ count: Int, _ offset: Int) -> [UInt8]
  ) -> MetadataResult

  /// Decompresses Brotli (RFC 7932) in JPEG XL; nil if that is not supported.
  static func unbrotli(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]?

  /// Opens an animation; throws `.unsupported` for an image without one.
  static func movingPicture(
    _ bytes: [UInt8], in box: PixelSize, onSize: @escaping @Sendable (_ pixelCount: Int) -> Void
  ) throws(PictureError) -> any MovingPicture
}

extension PictureWork {
  package static func metadata(
    for scope: MetadataScope, byteCount: Int, read: @escaping (Int, Int) -> [UInt8]
  ) -> MetadataResult {
    let file = MetadataFile(byteCount: byteCount, read: read)
    let reader = MetadataReader(for: scope, unbrotli: unbrotli)
    return reader.metadata(of: file).map { .success($0) } ?? .failure(.notAnImage)
  }

  package static func unbrotli(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? { nil }
}

/// Decodes samples before the first fork: children inherit resolved symbols, tables and types.
///
/// That is an eighth of the time for a small image.
enum WarmUp<Work: PictureWork> {
  /// Does everything that a child does except for the sandbox; errors are ignored.
  static func run() {
    for sample in Work.samples {
      guard let file = Descriptor.ofSealedFile(sample) else { return }
      let request = RequestMessage(
        box: PixelSize(width: 4, height: 4), fileByteCount: sample.count)
      var picture = ReceivedDescriptor(file: file, byteCount: sample.count)
      _ = picture.decode(with: Work(request) { _ in }).header.bytes
    }
  }

  static func readMetadata() {
    for sample in Work.samples {
      let result = Work.metadata(for: .all, byteCount: sample.count) { count, offset in
        Array(sample.dropFirst(offset).prefix(count))
      }
      _ = MetadataAnswer(result).bytes
    }
  }
}
