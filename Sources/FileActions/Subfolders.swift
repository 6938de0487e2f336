package import Base
import Glibc

package enum Subfolders {
  /// Those with a prefix, sorted by bytes, empty if the folder is unreadable; blocks. Links to
  /// folders count, hidden folders only if the prefix begins with a dot. An empty `folder` is the
  /// working folder.
  package static func names(in folder: ByteString, beginning: [UInt8]) -> [ByteString] {
    let path = folder.bytes.isEmpty ? [UInt8(ascii: ".")] : folder.bytes
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC
    guard let opened = LongPath.open(path, flags), var stream = try? DirectoryStream(taking: opened)
    else { return [] }
    let dot = UInt8(ascii: ".")
    var names: [ByteString] = []
    while let entry = try? stream.next() {
      guard entry.name.bytes.starts(with: beginning),
        entry.name.bytes.first != dot || beginning.first == dot, isFolder(entry, in: stream.number)
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
