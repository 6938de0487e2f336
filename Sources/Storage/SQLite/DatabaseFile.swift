internal import CLinux
internal import Glibc

/// The file of a database in a folder that is this user's alone, and the files that SQLite keeps beside it.
///
/// Every call blocks; callable from any thread.
package struct DatabaseFile: Sendable {
  /// The folder.
  package let folder: OwnFolder
  /// The path of the database, without links.
  package let path: String
  /// Why nothing can be written, as `errno`; nil where it can.
  package let writingFault: Int32?
  private let folderPath: String
  private let name: String

  /// Opens the folder, and makes what is missing of it for the user alone.
  /// - Parameters:
  ///   - name: The name of the database.
  ///   - folderPath: The absolute path of the folder, which may lead through links; what lies in it may not.
  /// - Throws: `CacheError.unusable` where it cannot be made, is no folder, or is not this user's
  ///   alone.
  package init(_ name: String, in folderPath: String) throws(CacheError) {
    Self.makeFolders(above: folderPath)
    if unsafe mkdir(folderPath, 0o700) != 0, errno != EEXIST { throw .unusable(errno: errno) }
    (self.name, self.folderPath) = (name, folderPath)
    folder = try OwnFolder(path: folderPath)
    path = "\(Self.withoutLinks(folderPath))/\(name)"
    writingFault = folder.writingFault
  }

  /// Makes an empty database where there is none, and takes the rights to one that is there from all others.
  package func make() {
    guard writingFault == nil else { return }
    // SQLite gives the files beside it the same rights.
    folder.makeFile(name)
    for name in names { folder.protect(name) }
  }

  private var names: [String] { ["", "-wal", "-shm"].map { name + $0 } }

  private static func makeFolders(above path: String) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let parent = String(path[..<slash])
    guard unsafe access(parent, F_OK) != 0 else { return }
    makeFolders(above: parent)
    unsafe mkdir(parent, 0o700)
  }

  private static func withoutLinks(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// What distinguishes the file from another of the same name; nil where there is none.
  package var identity: UInt64? { Self.identity(of: name, in: folderPath) }

  /// The same for a database in the folder at a path, which is not opened.
  package static func identity(of name: String, in folderPath: String) -> UInt64? {
    var status = stat()
    guard unsafe lstat("\(folderPath)/\(name)", &status) == 0 else { return nil }
    return UInt64(status.st_ino)
  }

  /// Whether the folder lies on another machine, where several programs cannot share memory beside a
  /// database ("Write-Ahead Logging" in SQLite's documentation).
  package var isRemote: Bool {
    var status = statfs()
    guard unsafe statfs(folderPath, &status) == 0 else { return false }
    return Self.remoteKinds.contains(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// NFS, SMB and its two successors, 9P, AFS twice, Coda and Ceph (linux/magic.h).
  private static let remoteKinds: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x5346_414F, 0x6B41_4653, 0x7375_7245,
    0x00C3_6400,
  ]

  /// Removes the database, for one that cannot be read.
  package func remove() {
    guard writingFault == nil else { return }
    for name in names { folder.remove(name) }
  }

  /// How many bytes the database and what SQLite keeps beside it take.
  package var byteCount: Int {
    names.reduce(0) { $0 + (folder.status(of: $1)?.st_size ?? 0) }
  }
}
