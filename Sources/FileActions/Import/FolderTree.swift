package import Base
import Glibc

/// The regular files below a folder, without hidden ones, and what else was there. Links are not
/// followed.
package struct FolderTree: Sendable {
  package struct File: Hashable, Sendable {
    package let path: ByteString
    package let identity: FileIdentity

    package var byteCount: Int { identity.byteCount }

    /// Throws `changed` for another size or time, or `gone`; FAT has no lasting inode numbers.
    func check() throws(FileActionError) {
      let now = try FilePlace(path).identity()
      guard (now.byteCount, now.modified) == (identity.byteCount, identity.modified) else {
        throw .changed(FileName(lastOf: path))
      }
    }
  }

  package private(set) var files: [File] = []
  package private(set) var linkCount = 0
  package private(set) var specialCount = 0
  package private(set) var failures: [FileActionError] = []
  /// Temporary files of this program, in use or abandoned.
  private(set) var drafts: [ByteString] = []

  /// Blocks; throws if the folder itself cannot be opened. `onFile` receives each name.
  package init(
    below root: ByteString, onFile: (ByteString) -> Void = { _ in }
  ) throws(SystemError) {
    guard let opened = LongPath.open(root.bytes, Self.flags) else { throw .last }
    var folders: [ByteString] = []
    read(try DirectoryStream(taking: opened), at: root, &folders, onFile)
    while let folder = folders.popLast() {
      do throws(SystemError) {
        guard let opened = LongPath.open(folder.bytes, Self.flags | O_NOFOLLOW) else { throw .last }
        read(try DirectoryStream(taking: opened), at: folder, &folders, onFile)
      } catch {
        failures.append(.noFolder(FileName(lastOf: folder), error))
      }
    }
    files.sort { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }

  private static let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC

  private mutating func read(
    _ stream: consuming DirectoryStream, at folder: ByteString, _ folders: inout [ByteString],
    _ onFile: (ByteString) -> Void
  ) {
    do throws(SystemError) {
      while let entry = try stream.next() {
        let path = folder.appending(entry.name)
        guard entry.name.bytes.first != UInt8(ascii: ".") else {
          if DraftName.isOwn(entry.name.bytes.span) { drafts.append(path) }
          continue
        }
        var status = stat()
        guard
          unsafe fstatat(stream.number, entry.name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0
        else {
          failures.append(.failed(.copy, FileName(entry.name), .last))
          continue
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
          files.append(File(path: path, identity: FileIdentity(status)))
          onFile(entry.name)
        case S_IFDIR: folders.append(path)
        case S_IFLNK: linkCount += 1
        default: specialCount += 1
        }
      }
    } catch {
      failures.append(.noFolder(FileName(lastOf: folder), error))
    }
  }
}

/// Finds equal files whatever they are called: the size, and XXH64 of the first, middle and last
/// 16 KiB.
package struct ContentKey: Hashable, Sendable {
  private static let sample = 16 << 10

  package let byteCount: Int
  let sum: UInt64
}

extension ContentKey {
  /// Follows links and blocks; nil if the file cannot be read.
  package init?(of path: ByteString) {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = LongPath.open(path.bytes, flags), let status = file.status,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    var bytes: [UInt8] = []
    let size = status.st_size
    let starts = size <= 3 * Self.sample ? [0] : [0, size / 2, size - Self.sample]
    for start in starts {
      let count = starts.count == 1 ? size : Self.sample
      guard file.read(count, at: start, into: &bytes) == 0 else { return nil }
    }
    self.init(byteCount: size, sum: XXHash64.hash(bytes))
  }
}
