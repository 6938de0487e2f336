package import Base
package import FileActions
import Glibc
package import Imaging

package enum PhotoTurning {
  enum Means: Hashable, Sendable {
    /// In its file, which takes precedence.
    case file(OrientationField)
    case sidecar
    /// Nowhere: the file has, or may have, it in another form.
    case none
  }

  /// Adds a rotation, in the file if that has an orientation, else in the sidecar; blocks. Throws
  /// `refused` if neither is possible.
  package static func turn(
    _ photo: ByteString, by turn: Orientation, isCompanion: Bool = false, _ actions: FileActions
  ) throws(FileActionError) -> ActionStep.Change? {
    let name = FileName(lastOf: photo)
    try actions.check(photo)
    switch means(of: photo) {
    case nil: throw .gone(name)
    case .none?: throw .refused(name, "has no writable orientation")
    case .file(let field)?:
      return try actions.patch(photo, field.change(turning: turn), isCompanion: isCompanion)
    case .sidecar?:
      var writer = SidecarWriter(by: actions)
      return try writer.change(of: photo, isCompanion: isCompanion) { document in
        let turned = (document.turn ?? .topLeft).followed(by: turn)
        return [.orientation: .set("\(turned.rawValue)")]
      }
    }
  }

  /// Blocks; nil if the file cannot be opened.
  static func means(of photo: ByteString) -> Means? {
    guard let file = LongPath.open(photo.bytes, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) else {
      return nil
    }
    var start: [UInt8] = []
    _ = file.read(OrientationField.searchedByteCount, at: 0, into: &start)
    if let field = OrientationField(in: start) { return .file(field) }
    let format = PictureFormat(signatureOf: start)
    return format?.descriptor.rotatesInSidecar == true ? .sidecar : Means.none
  }
}
