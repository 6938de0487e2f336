import DecoderMessages
import Imaging
import System

/// Decodes the samples of a decoder in the process that makes its children.
///
/// What a process does for the first time takes longer: it finds the functions of its libraries, and
/// makes tables and types. Children inherit what their parent has done, and none does it again. That is
/// an eighth of the time that one of a small picture needs.
enum Rehearsal<Work: PictureWork> {
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
