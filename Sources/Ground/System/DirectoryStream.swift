internal import Glibc
package import Values

/// The entries of an open folder, one after another; the folder is closed when it goes.
///
/// For one thread at a time; reading may block.
///
/// ```swift
/// var stream = try DirectoryStream(reading: folder)
/// while let entry = try stream.next() { print(entry.name) }
/// ```
@safe
package struct DirectoryStream: ~Copyable {
  /// What a directory lists.
  package struct Entry {
    /// The name, never `.` and `..`.
    package let name: ByteString
    /// What the file system says it is, a `DT_` number of dirent.h; `DT_UNKNOWN` where it does not say.
    package let type: UInt8
  }

  private let stream: OpaquePointer

  /// Reads a folder from its first entry, and leaves the position of the descriptor as it is.
  /// - Throws: Why it cannot be read; nothing is left open.
  package init(reading folder: borrowing Descriptor) throws(SystemError) {
    // A descriptor of its own has a position of its own.
    try self.init(
      number: unsafe openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC))
  }

  /// Takes over a folder that has just been opened.
  /// - Throws: Why it cannot be read; nothing is left open.
  package init(taking folder: consuming Descriptor) throws(SystemError) {
    try self.init(number: folder.release())
  }

  private init(number: Int32) throws(SystemError) {
    guard number >= 0 else { throw .last }
    guard let stream = unsafe fdopendir(number) else {
      let error = SystemError.last
      close(number)
      throw error
    }
    unsafe self.stream = stream
  }

  deinit {
    unsafe closedir(stream)
  }

  /// The number of the open folder, which is good as long as this is there.
  package var number: Int32 { unsafe dirfd(stream) }

  /// Goes on to the next entry in the file system's order.
  /// - Parameter isWanted: Whether an entry of that name is; no other name is copied.
  /// - Returns: The entry; nil after the last.
  /// - Throws: Why the rest cannot be read; the entries before it are good.
  package mutating func next(
    where isWanted: (Span<UInt8>) -> Bool = { _ in true }
  ) throws(SystemError) -> Entry? {
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw .last }
        return nil
      }
      let name = unsafe Self.name(of: entry)
      let bytes = unsafe name.span
      guard !Self.isSelfOrParent(bytes), isWanted(bytes) else { continue }
      return unsafe Entry(name: ByteString(name), type: entry.pointee.d_type)
    }
  }

  private static func isSelfOrParent(_ name: Span<UInt8>) -> Bool {
    name.count <= 2 && name.indices.allSatisfy { name[$0] == UInt8(ascii: ".") }
  }

  /// A name, which is there until the next entry is read.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafeBufferPointer<UInt8> {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = unsafe (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
    let count = unsafe start.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe strlen($0) }
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }
}
