internal import Base
internal import Glibc

/// For one thread at a time.
final class OpenFolder {
  private var entries: DirectoryStream
  private(set) var drafts: [ByteString] = []
  let identity: FolderIdentity
  /// Also differs for another file system mounted at the path later; nil if the kernel does not
  /// report it.
  let directory: DirectoryIdentity?

  /// Refuses a FIFO or file at the path without opening it.
  init(_ path: ByteString) throws(CatalogError) {
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC
    guard let folder = LongPath.open(path.bytes, flags) else { throw CatalogError(.last) }
    guard let status = folder.status else { throw CatalogError(.last) }
    identity = FolderIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    directory = DirectoryIdentity(of: folder)
    do throws(SystemError) {
      entries = try DirectoryStream(taking: folder)
    } catch {
      throw CatalogError(error)
    }
  }

  /// Without hidden entries; throws `unreadable` on a read error.
  func next() throws(CatalogError) -> FolderEntry? {
    try rethrowing(as: CatalogError.init) { () throws(SystemError) in
      while let entry = try entries.next() {
        guard entry.name.bytes.first != UInt8(ascii: ".") else {
          if DraftName.isOwn(entry.name.bytes.span) { drafts.append(entry.name) }
          continue
        }
        return FolderEntry(name: entry.name, kind: EntryKind(directoryType: entry.type))
      }
      return nil
    }
  }

  /// The kind of an entry after following links; uses `stat` only if the directory does not report
  /// it.
  func resolve(_ entry: FolderEntry) throws(CatalogError) -> EntryKind {
    switch entry.kind {
    case .link, .unknown: try PathLookup.target(of: entry.name, in: entries.number)
    case .file, .folder, .special: entry.kind
    }
  }
}

struct FolderEntry {
  let name: ByteString
  let kind: EntryKind
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

  init(directoryType: UInt8) {
    switch Int(directoryType) {
    case Int(DT_REG): self = .file
    case Int(DT_DIR): self = .folder
    case Int(DT_LNK): self = .link
    case Int(DT_UNKNOWN): self = .unknown
    default: self = .special
    }
  }
}

enum PathLookup {
  /// The kind after following links, never `link`; throws `brokenLink` or `linkLoop` for dead
  /// links.
  static func target(
    of path: ByteString, in folder: Int32 = AT_FDCWD
  ) throws(CatalogError) -> EntryKind {
    do throws(CatalogError) {
      return try kind(of: path, in: folder, flags: 0)
    } catch .notFound {
      // Either nothing, or a dead link.
      _ = try kind(of: path, in: folder, flags: AT_SYMLINK_NOFOLLOW)
      throw .brokenLink
    }
  }

  static func isLink(_ path: ByteString) -> Bool {
    var status = stat()
    let result = unsafe path.withCString {
      unsafe fstatat(AT_FDCWD, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    guard result == 0 else { return false }
    return EntryKind(mode: status.st_mode) == .link || status.st_nlink > 1
  }

  private static func kind(
    of path: ByteString, in folder: Int32, flags: Int32
  ) throws(CatalogError) -> EntryKind {
    var status = stat()
    let result = unsafe path.withCString { unsafe fstatat(folder, $0, &status, flags) }
    guard let result else { throw .notFound }
    guard result == 0 else { throw CatalogError(.last) }
    return EntryKind(mode: status.st_mode)
  }
}
