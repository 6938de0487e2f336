internal import Glibc
package import Values

/// Something that has happened in a folder that is watched, or to it (inotify(7)).
package struct DirectoryEvent: Hashable, Sendable {
  /// What has happened: one of these, and perhaps `isFolder`.
  package struct Kind: OptionSet, Hashable, Sendable {
    /// The bits of the kernel.
    package let rawValue: UInt32

    /// Takes the bits of the kernel.
    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    private init(_ bits: Int) {
      rawValue = UInt32(truncatingIfNeeded: bits)
    }

    /// There is an entry, which may still be written to.
    package static let created = Kind(Int(IN_CREATE))
    /// A file that could be written to has been closed.
    package static let written = Kind(Int(IN_CLOSE_WRITE))
    /// An entry has got another name, or has gone to another folder.
    package static let movedFrom = Kind(Int(IN_MOVED_FROM))
    /// An entry has come by another name, or from another folder; what had the name before has gone.
    package static let movedTo = Kind(Int(IN_MOVED_TO))
    /// An entry has gone.
    package static let deleted = Kind(Int(IN_DELETE))
    /// The folder itself has gone.
    package static let folderDeleted = Kind(Int(IN_DELETE_SELF))
    /// The folder itself lies elsewhere, or is called otherwise.
    package static let folderMoved = Kind(Int(IN_MOVE_SELF))
    /// The file system of the folder is not mounted any more.
    package static let unmounted = Kind(Int(IN_UNMOUNT))
    /// The folder is not watched any more.
    package static let watchEnded = Kind(Int(IN_IGNORED))
    /// More has happened than the kernel keeps; it comes with no watch.
    package static let overflow = Kind(Int(IN_Q_OVERFLOW))
    /// The entry is a folder.
    package static let isFolder = Kind(Int(bitPattern: UInt(IN_ISDIR)))
  }

  /// The number of the watch; -1 for an overflow.
  package let watch: Int32
  /// What has happened.
  package let kind: Kind
  /// What tells that two events are the two sides of one move; zero for others.
  package let cookie: UInt32
  /// The name of the entry; empty where the event is about the folder itself.
  package let name: ByteString

  /// Tells of something.
  package init(
    watch: Int32, _ kind: Kind, _ name: ByteString = ByteString([]), cookie: UInt32 = 0
  ) {
    self.watch = watch
    self.kind = kind
    self.cookie = cookie
    self.name = name
  }
}

extension DirectoryEvent {
  /// The length of an event without its name, in bytes.
  private static let headLength = 16

  /// Reads events as the kernel writes them; what is not whole at the end is left out.
  static func all(in bytes: [UInt8]) -> [DirectoryEvent] {
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
  /// A number of 32 bits in the order of this machine, which must be there.
  fileprivate func word(_ index: Int) -> UInt32 {
    let bytes = self[(startIndex + 4 * index)...].prefix(4)
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
  }
}
