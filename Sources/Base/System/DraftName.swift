internal import Glibc

/// Names of temporary files that are renamed when complete, and detection of abandoned ones.
///
/// The name contains a hash of the host name: `.photocell-MACHINE-NUMBER.part`. The process holds a
/// lock (flock(2)) on the file while it writes. Abandoned files contain nothing unique.
package enum DraftName {
  private static let start = Array(".photocell-".utf8)
  private static let end = Array(".part".utf8)

  package static func unused() -> ByteString {
    let number = Array(String(UInt64.random(in: 0 ... .max), radix: 36).utf8)
    return ByteString(start + machine + [UInt8(ascii: "-")] + number + end)
  }

  /// Whether it is a temporary file of this machine, in use or abandoned.
  package static func isOwn(_ name: Span<UInt8>) -> Bool {
    let prefix = start + machine + [UInt8(ascii: "-")]
    guard name.count > prefix.count + end.count else { return false }
    return prefix.indices.allSatisfy { name[$0] == prefix[$0] }
      && end.indices.allSatisfy { name[name.count - end.count + $0] == end[$0] }
  }

  /// Locks a temporary file, if its file system supports that.
  package static func lock(_ draft: borrowing Descriptor) {
    _ = flock(draft.number, LOCK_EX | LOCK_NB)
  }

  /// Minimum age in seconds before removal from a network file system, where locks may not work.
  private static let leastAgeOnServer = 3600

  /// Removes temporary files of ended processes and ignores other paths; returns how many, blocks.
  package static func removeAbandoned(_ paths: [ByteString]) -> Int {
    paths.count { path in
      let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      let (folder, name) = (path.bytes[..<slash], Array(path.bytes[slash...]))
      let place = folder.isEmpty ? [UInt8(ascii: ".")] : Array(folder)
      guard isOwn(name.span), let directory = LongPath.openFolder(place) else { return false }
      let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      guard let file = Descriptor.open(ByteString(name), in: directory, flags),
        let status = file.status, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
        !FileSystem.isShared(at: place)
          || FileTime(status.st_mtim).wholeSeconds(before: .now) > leastAgeOnServer,
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { return false }
      // Its process may have renamed it in the meantime.
      var now = stat()
      guard unsafe fstatat(directory.number, name.cString, &now, AT_SYMLINK_NOFOLLOW) == 0,
        now.st_ino == status.st_ino, now.st_dev == status.st_dev
      else { return false }
      return unsafe unlinkat(directory.number, name.cString, 0) == 0
    }
  }

  /// A hash of the host name in base 36, which protects files of other machines.
  private static let machine: [UInt8] = {
    var name = utsname()
    _ = unsafe uname(&name)
    let host = unsafe withUnsafeBytes(of: &name.nodename) { unsafe Array($0) }
    return Array(String(host.stableHash, radix: 36).utf8)
  }()
}
