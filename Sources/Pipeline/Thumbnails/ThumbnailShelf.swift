/// A folder of thumbnails below the one that holds all.
enum ThumbnailShelf: Hashable {
  /// The thumbnails of a size class.
  case size(ThumbnailSize)
  /// What one version of photocell could not decode.
  case failures(version: String)

  /// The names of the folders on the way.
  var folderNames: [String] {
    switch self {
    case .size(let size): [size.folderName]
    case .failures(let version): [Self.failureFolder, Self.failurePrefix + version]
    }
  }

  static let failureFolder = "fail"
  static let failurePrefix = "photocell-"

  /// The path below another folder.
  func path(in root: [UInt8]) -> [UInt8] {
    folderNames.reduce(root) { $0 + [UInt8(ascii: "/")] + Array($1.utf8) }
  }
}
