internal import Glibc
import Values

/// Questions to the kernel about a path, none of which opens a file.
enum PathLookup {
  /// Finds what a path from an open folder names, through any links: never a link.
  /// - Throws: `brokenLink` or `linkLoop` where the path is a link that leads nowhere.
  static func target(
    of path: ByteString, in folder: Int32 = AT_FDCWD
  ) throws(CatalogError) -> EntryKind {
    do throws(CatalogError) {
      return try kind(of: path, in: folder, flags: 0)
    } catch .notFound {
      // Nothing at all, or a link to nothing.
      _ = try kind(of: path, in: folder, flags: AT_SYMLINK_NOFOLLOW)
      throw .brokenLink
    }
  }

  private static func kind(
    of path: ByteString, in folder: Int32, flags: Int32
  ) throws(CatalogError) -> EntryKind {
    var status = stat()
    let result = unsafe path.withCString { unsafe fstatat(folder, $0, &status, flags) }
    guard let result else { throw .notFound }
    guard result == 0 else { throw CatalogError(errno: errno) }
    return EntryKind(mode: status.st_mode)
  }
}
