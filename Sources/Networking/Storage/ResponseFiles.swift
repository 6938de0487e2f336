internal import Glibc

/// The folder of the cache: the database, the bodies that are too large for it, and bodies that are
/// still coming.
struct ResponseFiles {
  /// The folder itself, an absolute path.
  let folder: String

  var database: String { "\(folder)/responses.sqlite" }
  /// Where files lie while they are written.
  var incoming: String { "\(folder)/incoming" }
  private var bodies: String { "\(folder)/bodies" }

  /// Makes what is missing of the folders, for the user alone.
  /// - Throws: `CacheFault.unusable` where it cannot be made, is no folder, or is another user's.
  func make() throws(CacheFault) {
    makeFolders(above: folder)
    for path in [folder, incoming, bodies] { try makeOwn(path) }
  }

  private func makeFolders(above path: String) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let parent = String(path[..<slash])
    guard unsafe access(parent, F_OK) != 0 else { return }
    makeFolders(above: parent)
    unsafe mkdir(parent, 0o700)
  }

  private func makeOwn(_ path: String) throws(CacheFault) {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw .unusable(errno: errno) }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .unusable(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .unusable(errno: ENOTDIR) }
    guard status.st_uid == geteuid() else { throw .unusable(errno: EACCES) }
    if status.st_mode & 0o077 != 0 { unsafe chmod(path, 0o700) }
  }

  /// What tells the database's file from another one by the same name; nil where there is none.
  var databaseIdentity: UInt64? {
    var status = stat()
    guard unsafe stat(database, &status) == 0 else { return nil }
    return UInt64(status.st_ino)
  }

  /// The path of a body.
  func path(of name: String) -> String { "\(bodies)/\(name)" }

  /// Opens a body; nil where the name leads to anything but a file of that size.
  func open(_ name: String, byteCount: Int) -> BodyFile? {
    guard isOwnName(name) else { return nil }
    let descriptor = unsafe Glibc.open(
      path(of: name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = BodyFile(descriptor: descriptor, byteCount: byteCount)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == byteCount
    else { return nil }
    return file
  }

  /// Removes bodies.
  func remove(_ names: some Sequence<String>) {
    for name in names where isOwnName(name) {
      if unsafe unlink(path(of: name)) != 0, errno == EISDIR { unsafe rmdir(path(of: name)) }
    }
  }

  private func isOwnName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 || $0 == 0x2D }
  }

  /// Removes the database, for one that cannot be read.
  func removeDatabase() {
    for suffix in ["", "-wal", "-shm"] {
      if unsafe unlink(database + suffix) != 0, errno == EISDIR { unsafe rmdir(database + suffix) }
    }
  }

  /// Removes what killed programs left behind; files that another program is writing stay.
  /// - Parameter named: Tells the bodies that belong to rows, once those that there are have been
  ///   listed: what comes between the two is named, or still locked.
  /// - Returns: How many files have gone.
  /// - Throws: What `named` throws; no body has gone.
  func sweep(named: () throws(CacheFault) -> Set<String>) throws(CacheFault) -> Int {
    let swept = Self.names(in: incoming).count { removeIfAbandoned("\(incoming)/\($0)") }
    let found = Self.names(in: bodies)
    let kept = try named()
    return swept + found.count { !kept.contains($0) && removeIfAbandoned(path(of: $0)) }
  }

  /// Removes a file that nobody is writing: who does holds its lock.
  private func removeIfAbandoned(_ path: String) -> Bool {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return unsafe unlink(path) == 0 }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    return unsafe unlink(path) == 0
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = unsafe UnsafeRawPointer(entry) + offset
      let name = unsafe String(cString: start.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
