import Base

extension WebDAVListing.Properties {
  /// The box sizes to which Nextcloud rounds preview requests, in pixels.
  private static let sides = [256, 1_024]
  /// Path prefixes of files before the user's name.
  private static let roots = ["/remote.php/dav/files/", "/remote.php/webdav/"]

  /// Nextcloud's previews of a file, ascending by size; empty for other servers.
  ///
  /// The version is part of the address only for caching, and is ignored by the server.
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
      // The longer side fits the box.
      return (try? file.resolving(preview.utf8)).map { Rendition(address: $0, width: side) }
    }
  }
}
