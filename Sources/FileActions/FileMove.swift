package import Base
import Glibc

enum FileMove {
  /// Moves a file, or a link itself, to an unused name within its file system; on errors it is
  /// where it was. Throws `taken` if the name is in use, `failed` with `EXDEV` for another file
  /// system.
  static func rename(
    _ source: borrowing FilePlace, to target: borrowing FilePlace,
    as operation: FileActionError.Operation
  ) throws(FileActionError) -> FileIdentity {
    let identity = try source.identity()
    do throws(SystemError) {
      try source.rename(to: target)
      guard target.holds(identity) else {
        try target.rename(to: source)
        throw SystemError(ESTALE)
      }
      return identity
    } catch {
      let name = FileName(source.name)
      switch error.number {
      case EEXIST: throw .taken(FileName(target.name))
      case ESTALE: throw .changedMeanwhile(name)
      case ENOENT: throw .gone(name)
      default: throw .failed(operation, name, error)
      }
    }
  }

  /// Copies a file, or a link itself.
  static func copy(
    _ source: borrowing FilePlace, to target: borrowing FilePlace,
    as operation: FileActionError.Operation, onProgress: (Int) -> Bool = { _ in true }
  ) throws(FileActionError) -> FileIdentity {
    if let status = source.status, status.st_mode & S_IFMT == S_IFLNK {
      return try copyLink(source, to: target, as: operation)
    }
    return try FileCopy(of: source, for: operation).make(at: target, onProgress: onProgress)
  }

  static func remove(
    _ place: borrowing FilePlace, as operation: FileActionError.Operation
  ) throws(FileActionError) {
    do throws(SystemError) {
      try place.remove()
    } catch {
      throw .failed(operation, FileName(place.name), error)
    }
  }

  private static func copyLink(
    _ source: borrowing FilePlace, to target: borrowing FilePlace,
    as operation: FileActionError.Operation
  ) throws(FileActionError) -> FileIdentity {
    var goal = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = unsafe readlinkat(
      source.folder.number, source.name.cString, &goal, Int(PATH_MAX))
    guard length >= 0, unsafe symlinkat(goal, target.folder.number, target.name.cString) == 0 else {
      throw errno == EEXIST
        ? .taken(FileName(target.name)) : .failed(operation, FileName(source.name), .last)
    }
    return try target.identity()
  }
}

package enum Subfolders {
  /// Those with a prefix, sorted by bytes, empty if the folder is unreadable; blocks. Links to
  /// folders count, hidden folders only if the prefix begins with a dot. An empty `folder` is the
  /// working folder.
  package static func names(in folder: ByteString, beginning: [UInt8]) -> [ByteString] {
    let path = folder.bytes.isEmpty ? [UInt8(ascii: ".")] : folder.bytes
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC
    guard let opened = LongPath.open(path, flags),
      var stream = try? DirectoryStream(taking: opened)
    else { return [] }
    let dot = UInt8(ascii: ".")
    var names: [ByteString] = []
    while let entry = try? stream.next() {
      guard entry.name.bytes.starts(with: beginning),
        entry.name.bytes.first != dot || beginning.first == dot,
        isFolder(entry, in: stream.number)
      else { continue }
      names.append(entry.name)
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  private static func isFolder(_ entry: DirectoryStream.Entry, in folder: Int32) -> Bool {
    switch Int(entry.type) {
    case DT_DIR: return true
    case DT_LNK, DT_UNKNOWN:
      var status = stat()
      return unsafe fstatat(folder, entry.name.cString, &status, 0) == 0
        && status.st_mode & S_IFMT == S_IFDIR
    default: return false
    }
  }
}
