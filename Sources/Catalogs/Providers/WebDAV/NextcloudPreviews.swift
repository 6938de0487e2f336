import Addresses
import Feeds

extension WebDAVListing.Properties {
  /// The sides of the boxes that Nextcloud makes pictures for, whatever size is asked for, in pixels.
  private static let sides = [256, 1_024]
  /// What stands before the user's name in the paths of files.
  private static let roots = ["/remote.php/dav/files/", "/remote.php/webdav/"]

  /// The smaller pictures that Nextcloud makes of a file, the smallest first; none of another server's file.
  ///
  /// The version is part of their addresses, which the server does not read: those of a file that has changed are
  /// others.
  func previews(of file: WebURL) -> [Rendition] {
    let path = file.path
    guard hasPreview, let fileID, fileID > 0,
      let start = Self.roots.lazy.compactMap({ path.firstRange(of: $0)?.lowerBound }).first
    else { return [] }
    let version = entityTag.map { "&c=\($0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })" }
    return Self.sides.compactMap { side in
      let preview = """
        \(path[..<start])/index.php/core/preview?fileId=\(fileID)&x=\(side)&y=\(side)&a=1\
        &forceIcon=0\(version ?? "")
        """
      // The longer side is that of the box.
      return (try? file.resolving(preview.utf8)).map { Rendition(address: $0, width: side) }
    }
  }
}
