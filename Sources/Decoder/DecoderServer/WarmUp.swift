import DecoderMessages
import Imaging
import System

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
}
