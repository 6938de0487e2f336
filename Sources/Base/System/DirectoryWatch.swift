internal import Glibc

/// Watches directories (inotify(7)); all watches end on deinit.
///
/// Callable from any thread. Poll `number` to wait.
///
/// ```swift
/// let watch = try DirectoryWatch()
/// let number = try watch.add(Array("/photos/".utf8))
/// Polling.wait(for: [watch.number])
/// for event in watch.events() where event.watch == number { print(event.name) }
/// ```
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

  /// Readable while there are events.
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

  /// The next events; never blocks.
  package borrowing func events() -> [DirectoryEvent] {
    let capacity = 16_384
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = unsafe max(0, read(descriptor.number, buffer.baseAddress, capacity))
    }
    return DirectoryEvent.all(in: bytes)
  }
}
