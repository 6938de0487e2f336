package import FileActions
internal import Glibc
package import Imaging
internal import PictureFormats
internal import System
package import Values

/// Turns photos for good.
package enum PhotoTurning {
  /// By what a photo can be turned.
  enum Means: Hashable, Sendable {
    /// By two bytes of its file, which says how it is turned: then nothing else counts.
    case file(OrientationField)
    /// By its sidecar, since its file says nothing.
    case sidecar
    /// By neither: the file says it in another way, or may do so.
    case none
  }

  /// Changes how a photo is turned, in its own file where that says so, and else in its sidecar; blocks.
  /// - Parameters:
  ///   - photo: The path of the file.
  ///   - turn: How it is shown afterwards, beside how it was.
  ///   - isCompanion: Whether it is the raw file of another photo, which is turned likewise.
  ///   - actions: What writes.
  /// - Returns: What was done.
  /// - Throws: `refused` where the photo can be turned by neither, and why a file cannot be written.
  package static func turn(
    _ photo: ByteString, by turn: Orientation, isCompanion: Bool = false, _ actions: FileActions
  ) throws(FileActionError) -> ActionStep.Change? {
    let name = FileName(lastOf: photo)
    try actions.check(photo)
    switch means(of: photo) {
    case nil: throw .gone(name)
    case .none?: throw .refused(name, "does not say how it is turned")
    case .file(let field)?:
      return try actions.patch(photo, field.change(turning: turn), isCompanion: isCompanion)
    case .sidecar?:
      var writer = NoteWriter(by: actions)
      return try writer.change(of: photo, isCompanion: isCompanion) { document in
        let turned = (document.turn ?? .topLeft).followed(by: turn)
        return [.orientation: .set("\(turned.rawValue)")]
      }
    }
  }

  /// Looks by what a photo can be turned; blocks.
  /// - Parameter photo: The path of its file.
  /// - Returns: Nil where it cannot be opened.
  static func means(of photo: ByteString) -> Means? {
    guard let file = DeepPath.open(photo.bytes, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) else {
      return nil
    }
    var start: [UInt8] = []
    _ = file.read(OrientationField.searchedByteCount, at: 0, into: &start)
    if let field = OrientationField(in: start) { return .file(field) }
    switch PictureFormat(signatureOf: Array(start.prefix(PictureFormat.signatureLength))) {
    case .jpeg, .png, .gif, .bmp, .tiff, .psd, .qoi, .pnm: return .sidecar
    // Raw files, HEIC, AVIF, WebP and others may say it in ways of their own.
    default: return Means.none
    }
  }
}
