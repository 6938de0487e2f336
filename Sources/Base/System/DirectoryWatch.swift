internal import Glibc

/// Watches directories (inotify(7)); all watches end on deinit.
///
/// Callable from any thread. Poll `number` to wait.
package struct DirectoryWatch: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Changes of the set of files, ends of writing, and changes of the directory itself.
  private static let kinds: DirectoryEvent.Kind = [
    .created, .written, .movedFrom, .movedTo, .deleted, .folderDeleted, .folderMoved,
  ]

  /// Throws at the limit of instances, 128 per user.
  package init() throws(SystemError) {
    let opened = Descriptor(opened: inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
    guard let opened else { throw .last }
    descriptor = opened
  }

  package var number: Int32 { descriptor.number }

  /// Watches a directory, following links; may block, throws `ENOSPC` at the user's limit.
  ///
  /// The number stays valid if the directory is renamed, and is the same if it is watched already.
  package borrowing func add(_ path: [UInt8]) throws(SystemError) -> Int32 {
    // The kernel would truncate the path at a NUL.
    guard !path.contains(0) else { throw SystemError(ENOENT) }
    let flags = UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)
    let kinds = Self.kinds.rawValue | flags
    let watch = unsafe inotify_add_watch(descriptor.number, path.cString, kinds)
    guard watch >= 0 else { throw .last }
    return watch
  }

  /// Earlier events may still be delivered.
  package borrowing func remove(_ watch: Int32) {
    _ = inotify_rm_watch(descriptor.number, watch)
  }

  package borrowing func events() -> [DirectoryEvent] {
    let capacity = 16_384
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = unsafe max(0, read(descriptor.number, buffer.baseAddress, capacity))
    }
    return DirectoryEvent.all(in: bytes)
  }
}

/// An event of a watched directory (inotify(7)).
package struct DirectoryEvent: Hashable, Sendable {
  package struct Kind: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// May still be written to.
    package static let created = Kind(rawValue: UInt32(IN_CREATE))
    package static let written = Kind(rawValue: UInt32(IN_CLOSE_WRITE))
    package static let movedFrom = Kind(rawValue: UInt32(IN_MOVED_FROM))
    /// Moved here; an entry with the same name was replaced.
    package static let movedTo = Kind(rawValue: UInt32(IN_MOVED_TO))
    package static let deleted = Kind(rawValue: UInt32(IN_DELETE))
    package static let folderDeleted = Kind(rawValue: UInt32(IN_DELETE_SELF))
    package static let folderMoved = Kind(rawValue: UInt32(IN_MOVE_SELF))
    package static let unmounted = Kind(rawValue: UInt32(IN_UNMOUNT))
    package static let watchEnded = Kind(rawValue: UInt32(IN_IGNORED))
    /// The kernel queue overflowed; has no watch.
    package static let overflow = Kind(rawValue: UInt32(IN_Q_OVERFLOW))
    package static let isFolder = Kind(rawValue: UInt32(IN_ISDIR))
  }

  /// -1 for an overflow.
  package let watch: Int32
  package let kind: Kind
  /// Connects the two events of a move; zero for others.
  package let cookie: UInt32
  /// Empty for events of the directory itself.
  package let name: ByteString

  package init(
    watch: Int32, _ kind: Kind, _ name: ByteString = ByteString([]), cookie: UInt32 = 0
  ) {
    (self.watch, self.kind, self.cookie, self.name) = (watch, kind, cookie, name)
  }

  private static let headLength = 16

  package static func all(in bytes: [UInt8]) -> [DirectoryEvent] {
    var events: [DirectoryEvent] = []
    var rest = bytes[...]
    while rest.count >= headLength {
      let length = Int(rest.word(3))
      guard rest.count - headLength >= length else { break }
      let name = rest.dropFirst(headLength).prefix(length).prefix { $0 != 0 }
      events.append(
        DirectoryEvent(
          watch: Int32(bitPattern: rest.word(0)), Kind(rawValue: rest.word(1)), ByteString(name),
          cookie: rest.word(2)))
      rest = rest.dropFirst(headLength + length)
    }
    return events
  }
}

extension ArraySlice<UInt8> {
  fileprivate func word(_ index: Int) -> UInt32 {
    let bytes = self[(startIndex + 4 * index)...].prefix(4)
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
  }
}
