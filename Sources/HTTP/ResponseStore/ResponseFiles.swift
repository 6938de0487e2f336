internal import Base
internal import Glibc
internal import Storage

/// The folder of the cache: the database, the bodies that are too large for it, and those that are
/// still being written.
///
/// Nothing is ever removed but the database and files whose names are of the program's own form.
struct ResponseFiles {
  /// The database.
  let database: DatabaseFile
  /// Where files lie while they are written; nil where nothing can be written.
  let incoming: OwnFolder?
  private let bodies: OwnFolder?

  /// Opens the folder, and makes what is missing of it for the user alone.
  /// - Parameter path: Its absolute path, which may lead through links; what lies in it may not.
  /// - Throws: `CacheError.unusable` where it cannot be made, is no folder, or is not this user's
  ///   alone.
  init(folder path: String) throws(CacheError) {
    database = try DatabaseFile(Self.databaseName, in: path)
    guard database.writingFault == nil else {
      incoming = nil
      bodies = try? OwnFolder("bodies", in: database.folder, isMade: false)
      return
    }
    incoming = try OwnFolder("incoming", in: database.folder, isMade: true)
    bodies = try OwnFolder("bodies", in: database.folder, isMade: true)
    database.make()
  }

  /// The name of the database.
  static let databaseName = "responses.sqlite"
}

/// The bodies.
extension ResponseFiles {
  /// Opens a body; nil where the name leads to anything but a file of that size.
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

  /// Gives a body that has come a name that stays.
  /// - Throws: `CacheError.unusable`; the body keeps what it had.
  func keep(_ file: BodyFile, as name: String) throws(CacheError) {
    guard let bodies, Self.isBody(name) else { throw .unusable(errno: EROFS) }
    do throws(SystemError) {
      try file.keep(as: name, in: bodies)
    } catch {
      throw .unusable(errno: error.number)
    }
  }

  /// Removes bodies.
  func remove(_ names: some Sequence<String>) {
    for name in names where Self.isBody(name) { bodies?.remove(name) }
  }

  /// Removes what killed programs left behind; files that another program is writing stay, and so
  /// does whatever has a name of another form.
  /// - Parameter named: Returns the bodies that rows name. It is called after the files have been
  ///   listed: a file that comes in between is named by then, or still locked.
  /// - Returns: How many files have gone.
  /// - Throws: What `named` throws; no body has gone.
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

  /// Removes a file that is not being written: a writer holds its lock.
  private static func removeIfAbandoned(_ name: String, from folder: OwnFolder) -> Bool {
    let descriptor = folder.open(name)
    guard descriptor >= 0 else { return errno == ELOOP && folder.remove(name) }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && folder.remove(name)
  }

  /// The name for a new body: the digest of its key, and a number that no other has.
  static func bodyName(digest: String) -> String {
    "\(digest)-\(String(UInt64.random(in: .min ... .max), radix: 16))"
  }

  private static func isBody(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 64 && (1...16).contains(parts[1].utf8.count)
      && parts.allSatisfy { $0.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 } }
  }
}
