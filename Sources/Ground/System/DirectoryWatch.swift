internal import Glibc
package import Values

/// Tells what happens in folders (inotify(7)); all watches end when it goes.
///
/// Callable from any thread; waiting is for those who poll its number.
///
/// ```swift
/// let watch = try DirectoryWatch()
/// let number = try watch.add(Array("/photos/".utf8))
/// Polling.wait(for: [watch.number])
/// for event in watch.events() where event.watch == number { print(event.name) }
/// ```
package struct DirectoryWatch: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Whatever changes which files there are, or ends the writing of one, and what becomes of the folder.
  private static let kinds: DirectoryEvent.Kind = [
    .created, .written, .movedFrom, .movedTo, .deleted, .folderDeleted, .folderMoved,
  ]

  /// Watches nothing yet.
  /// - Throws: Why there can be no more of these: a user has 128.
  package init() throws(SystemError) {
    let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard number >= 0 else { throw .last }
    descriptor = Descriptor(taking: number)
  }

  /// What can be polled for reading while there are events.
  package var number: Int32 { descriptor.number }

  /// Watches a folder too, through links; one that is watched already has its number.
  ///
  /// It may block.
  /// - Parameter path: The path as bytes, without a terminating zero.
  /// - Returns: The number of the watch, which stays with the folder however it is called later.
  /// - Throws: `ENOSPC` where a user may not have more watches, and why a path names no folder.
  package borrowing func add(_ path: [UInt8]) throws(SystemError) -> Int32 {
    // The kernel would read a path with a zero byte as another, shorter one.
    guard !path.contains(0) else { throw SystemError(ENOENT) }
    let flags = UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)
    let text = path.map(CChar.init(bitPattern:)) + [0]
    let watch = unsafe inotify_add_watch(descriptor.number, text, Self.kinds.rawValue | flags)
    guard watch >= 0 else { throw .last }
    return watch
  }

  /// Ends a watch; of what had happened before events may still come.
  package borrowing func remove(_ watch: Int32) {
    _ = inotify_rm_watch(descriptor.number, watch)
  }

  /// The next events, in their order; none where nothing has happened, since it never waits.
  package borrowing func events() -> [DirectoryEvent] {
    let capacity = 16_384
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = unsafe max(0, read(descriptor.number, buffer.baseAddress, capacity))
    }
    return DirectoryEvent.all(in: bytes)
  }
}
