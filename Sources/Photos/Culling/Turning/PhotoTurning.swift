package import FileActions
internal import Glibc
package import Imaging
internal import System
package import Values

/// Turns photos for good.
package enum PhotoTurning {
  /// Changes how a photo's file says that it is turned; blocks.
  /// - Parameters:
  ///   - photo: The path of the file.
  ///   - turn: How it is shown afterwards, beside how it was.
  ///   - isCompanion: Whether it is the raw file of another photo, which is turned likewise.
  ///   - actions: What writes.
  /// - Returns: What was done.
  /// - Throws: `refused` where the file does not say how it is turned, and why it cannot be written.
  package static func turn(
    _ photo: ByteString, by turn: Orientation, isCompanion: Bool = false, _ actions: FileActions
  ) throws(FileActionError) -> ActionStep.Change? {
    let name = FileName(lastOf: photo)
    guard let file = DeepPath.open(photo.bytes, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) else {
      throw .gone(name)
    }
    var start: [UInt8] = []
    _ = file.read(OrientationField.searchedByteCount, at: 0, into: &start)
    guard let field = OrientationField(in: start) else {
      throw .refused(name, "does not say how it is turned")
    }
    return try actions.patch(photo, field.change(turning: turn), isCompanion: isCompanion)
  }
}
