internal import CLinux
internal import Glibc

/// A database file in a private folder, and SQLite's files beside it; thread-safe, but blocks.
package struct DatabaseFile: Sendable {
  package let folder: PrivateDirectory
  /// Without symbolic links.
  package let path: String
  /// The `errno` that prevents writing; nil if it is possible.
  package let writingFault: Int32?
  private let folderPath, name: String

  /// Opens the folder, and makes it and its missing parents private to the user.
  ///
  /// `folderPath` is absolute and may contain links. Throws `CacheError.unusable` if the folder
  /// cannot be made, is not a folder, belongs to another user or is writable by others.
  package init(_ name: String, in folderPath: String) throws(CacheError) {
    (self.name, self.folderPath) = (name, folderPath)
    folder = try PrivateDirectory(making: folderPath)
    path = "\(Self.withoutLinks(folderPath))/\(name)"
    writingFault = folder.writingFault
  }

  /// Makes an empty database if there is none, and makes existing files private to the user.
  package func make() {
    guard writingFault == nil else { return }
    // SQLite gives its other files the same permissions.
    folder.makeFile(name)
    for name in names { folder.protect(name) }
  }

  private var names: [String] { ["", "-wal", "-shm"].map { name + $0 } }

  private static func withoutLinks(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The inode number; nil if the file does not exist.
  package var identity: UInt64? {
    var status = stat()
    guard unsafe lstat("\(folderPath)/\(name)", &status) == 0 else { return nil }
    return UInt64(status.st_ino)
  }

  /// Whether the folder is remote, where WAL does not work (SQLite's "Write-Ahead Logging").
  package var isRemote: Bool {
    var status = statfs()
    guard unsafe statfs(folderPath, &status) == 0 else { return false }
    return Self.remoteKinds.contains(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// NFS, SMB (three types), 9P, AFS (two types), Coda and Ceph (linux/magic.h).
  private static let remoteKinds: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x5346_414F, 0x6B41_4653, 0x7375_7245,
    0x00C3_6400,
  ]

  package func remove() {
    guard writingFault == nil else { return }
    for name in names { folder.remove(name) }
  }

  /// The size of the database and SQLite's other files.
  package var byteCount: Int { names.reduce(0) { $0 + (folder.status(of: $1)?.st_size ?? 0) } }
}
