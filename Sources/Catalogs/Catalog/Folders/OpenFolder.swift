internal import Base
internal import Glibc

/// For one thread at a time.
final class OpenFolder {
  typealias Entry = (name: ByteString, kind: EntryKind)

  private var entries: DirectoryStream
  private(set) var drafts: [ByteString] = []
  let identity: FolderIdentity
  /// Differs for another file system mounted there later; nil if the kernel does not report it.
  let directory: DirectoryIdentity?

  /// Refuses a FIFO or file at the path without opening it.
  init(_ path: ByteString) throws(CatalogError) {
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC
    guard let folder = LongPath.open(path.bytes, flags), let status = folder.status else {
      throw CatalogError(.last)
    }
    identity = FolderIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    directory = DirectoryIdentity(of: folder)
    do throws(SystemError) {
      entries = try DirectoryStream(taking: folder)
    } catch {
      throw CatalogError(error)
    }
  }

  /// Without hidden entries; throws `unreadable` on a read error.
  func next() throws(CatalogError) -> Entry? {
    try rethrowing(as: CatalogError.init) { () throws(SystemError) in
      while let entry = try entries.next() {
        guard entry.name.bytes.first != UInt8(ascii: ".") else {
          if DraftName.isOwn(entry.name.bytes.span) { drafts.append(entry.name) }
          continue
        }
        return (entry.name, EntryKind(directoryType: entry.type))
      }
      return nil
    }
  }

  /// The kind after following links; uses `stat` only if the directory does not report it.
  func resolve(_ entry: Entry) throws(CatalogError) -> EntryKind {
    switch entry.kind {
    case .link, .unknown: try PathLookup.target(of: entry.name, in: entries.number)
    case .file, .folder, .special: entry.kind
    }
  }
}

enum EntryKind {
  case file, folder, link, special, unknown

  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .special
    }
  }

  /// The types are those of modes, shifted (`DTTOIF` of dirent.h).
  init(directoryType: UInt8) {
    self =
      directoryType == UInt8(DT_UNKNOWN)
      ? .unknown : directoryType < 16 ? Self(mode: mode_t(directoryType) << 12) : .special
  }
}

enum PathLookup {
  /// The kind after following links, never `link`; throws `brokenLink` or `linkLoop`.
  static func target(
    of path: ByteString, in folder: Int32 = AT_FDCWD
  ) throws(CatalogError) -> EntryKind {
    do throws(CatalogError) {
      return EntryKind(mode: try status(of: path, in: folder, flags: 0).st_mode)
    } catch .notFound {
      // Either nothing, or a dead link.
      _ = try status(of: path, in: folder, flags: AT_SYMLINK_NOFOLLOW)
      throw .brokenLink
    }
  }

  static func isLink(_ path: ByteString) -> Bool {
    guard let status = try? status(of: path, in: AT_FDCWD, flags: AT_SYMLINK_NOFOLLOW) else {
      return false
    }
    return EntryKind(mode: status.st_mode) == .link || status.st_nlink > 1
  }

  private static func status(
    of path: ByteString, in folder: Int32, flags: Int32
  ) throws(CatalogError) -> stat {
    // The kernel would truncate the path at a NUL.
    guard !path.bytes.contains(0) else { throw .notFound }
    var status = stat()
    guard unsafe fstatat(folder, path.cString, &status, flags) == 0 else {
      throw CatalogError(.last)
    }
    return status
  }
}
