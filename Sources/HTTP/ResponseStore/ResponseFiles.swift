internal import Base
internal import Glibc
internal import Storage

/// The folder of the cache: the database, bodies that are too large for it, and unfinished bodies.
///
/// Only the database and files with names of the program's own form are ever removed.
struct ResponseFiles {
  let database: DatabaseFile
  /// For unfinished bodies; nil if nothing can be written.
  let incoming: PrivateDirectory?
  private let bodies: PrivateDirectory?

  /// Opens the folder, and makes missing ones private to the user.
  ///
  /// The absolute path may contain links, the folder itself must not. Throws `CacheError.unusable` if
  /// it cannot be made, is not a folder, or is not the user's alone.
  init(folder path: String) throws(CacheError) {
    database = try DatabaseFile(ResponseCache.databaseName, in: path)
    guard database.writingFault == nil else {
      incoming = nil
      bodies = try? PrivateDirectory("bodies", in: database.folder, isMade: false)
      return
    }
    incoming = try PrivateDirectory("incoming", in: database.folder, isMade: true)
    bodies = try PrivateDirectory("bodies", in: database.folder, isMade: true)
    database.make()
  }

  /// Nil if the name is not that of a file of that size.
  func open(_ name: String, byteCount: Int) -> BodyFile? {
    guard Self.isBody(name), let descriptor = bodies?.open(name), descriptor >= 0 else {
      return nil
    }
    let file = BodyFile(descriptor: descriptor, byteCount: byteCount)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == byteCount
    else { return nil }
    return file
  }

  /// Gives a complete body a permanent name; on error it keeps its temporary one.
  func keep(_ file: BodyFile, as name: String) throws(CacheError) {
    guard let bodies, Self.isBody(name) else { throw .unusable(errno: EROFS) }
    try rethrowing(as: { CacheError.unusable(errno: $0.number) }) { () throws(SystemError) in
      try file.keep(as: name, in: bodies)
    }
  }

  func remove(_ names: some Sequence<String>) {
    for name in names where Self.isBody(name) { bodies?.remove(name) }
  }

  /// Removes what killed programs left, and returns the number of files.
  ///
  /// `named` returns the bodies that rows refer to. It is called after the files have been listed: a
  /// file that is added in between is named by then, or still locked.
  func sweep(named: () throws(CacheError) -> Set<String>) throws(CacheError) -> Int {
    guard let incoming, let bodies else { return 0 }
    let swept = incoming.names().count {
      SpoolFile.isName($0) && Self.removeIfAbandoned($0, from: incoming)
    }
    let found = bodies.names().filter(Self.isBody)
    let kept = try named()
    return swept
      + found.count { !kept.contains($0) && Self.removeIfAbandoned($0, from: bodies) }
  }

  /// Removes a file unless a writer has locked it.
  private static func removeIfAbandoned(_ name: String, from folder: PrivateDirectory) -> Bool {
    let descriptor = folder.open(name)
    guard descriptor >= 0 else { return errno == ELOOP && folder.remove(name) }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && folder.remove(name)
  }

  static func bodyName(digest: String) -> String {
    "\(digest)-\(String(UInt64.random(in: .min ... .max), radix: 16))"
  }

  private static func isBody(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 64 && (1...16).contains(parts[1].utf8.count)
      && parts.allSatisfy { $0.utf8.allSatisfy { $0.isDigit || $0 &- 0x61 < 6 } }
  }
}
