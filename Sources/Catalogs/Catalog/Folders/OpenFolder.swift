internal import Glibc
internal import System
import Values

/// A folder whose entries are being read; closed when it is let go.
///
/// For one thread at a time.
final class OpenFolder {
  private var entries: DirectoryStream
  /// The names of drafts that were passed over.
  private(set) var drafts: [ByteString] = []
  /// What tells the folder from every other one.
  let identity: FolderIdentity
  /// What tells it from one that is mounted at the same path later; nil where the kernel does not tell.
  let directory: DirectoryIdentity?

  /// Opens a folder, and nothing but a folder: a FIFO or a file in its place is refused unopened.
  /// - Throws: The reason why it cannot be read; nothing is left open.
  init(_ path: ByteString) throws(CatalogError) {
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC
    guard let folder = DeepPath.open(path.bytes, flags) else { throw CatalogError(.last) }
    guard let status = folder.status else { throw CatalogError(.last) }
    identity = FolderIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    directory = DirectoryIdentity(of: folder)
    do throws(SystemError) {
      entries = try DirectoryStream(taking: folder)
    } catch {
      throw CatalogError(error)
    }
  }

  /// Returns the next entry in the file system's order, hidden ones left out; `nil` after the last.
  /// - Throws: `unreadable` where the disk fails half way; the entries before it are good.
  func next() throws(CatalogError) -> FolderEntry? {
    do throws(SystemError) {
      while let entry = try entries.next() {
        guard entry.name.bytes.first != UInt8(ascii: ".") else {
          if DraftName.isOwn(entry.name.bytes.span) { drafts.append(entry.name) }
          continue
        }
        return FolderEntry(name: entry.name, kind: EntryKind(directoryType: entry.type))
      }
    } catch {
      throw CatalogError(error)
    }
    return nil
  }

  /// Finds what an entry is, through any links, where the directory does not tell.
  /// - Throws: The reason why it cannot be told.
  func resolve(_ entry: FolderEntry) throws(CatalogError) -> EntryKind {
    switch entry.kind {
    case .link, .unknown: try PathLookup.target(of: entry.name, in: entries.number)
    case .file, .folder, .special: entry.kind
    }
  }
}

/// An entry of a folder, as its directory lists it.
struct FolderEntry {
  let name: ByteString
  let kind: EntryKind
}

/// What a directory entry is.
enum EntryKind {
  case file
  case folder
  case link
  case special
  /// The file system does not tell, and somebody must look.
  case unknown

  /// Takes the kind from the mode of a file.
  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .special
    }
  }

  /// Takes the kind from the type in a directory entry.
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

  /// Whether a path names a link, or a file that has other names as well.
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
