/// Why a demo photo could not be made; each case is one sentence for the user.
enum DemoPhotosError: Error, Hashable {
  /// The folder to write to was not named.
  case noFolder
  /// The encoder refused a picture; carries its reason.
  case encoderFailed(String)
  /// A file could not be written; carries its path and `errno`.
  case unwritable(path: String, errno: Int32)
}

extension DemoPhotosError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noFolder: "usage: DemoPhotos FOLDER"
    case .encoderFailed(let reason): "a picture could not be encoded: \(reason)"
    case .unwritable(let path, let errno): "\(path) could not be written (error \(errno))"
    }
  }
}
