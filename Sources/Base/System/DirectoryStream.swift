internal import Glibc

/// The entries of an open directory; single-threaded, reads may block.
@safe
package struct DirectoryStream: ~Copyable {
  package struct Entry {
    /// Never `.` or `..`.
    package let name: ByteString
    /// A `DT_` constant of dirent.h; `DT_UNKNOWN` if the file system does not provide it.
    package let type: UInt8
  }

  private let stream: OpaquePointer

  /// Lists from the first entry without changing the descriptor's position.
  package init(reading folder: borrowing Descriptor) throws(SystemError) {
    // A separate descriptor has its own position.
    try self.init(
      number: unsafe openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC))
  }

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

  package var number: Int32 { unsafe dirfd(stream) }

  /// Nil after the last entry; copies only names accepted by `isWanted`.
  ///
  /// Throws if the rest cannot be read.
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

  /// All names but `.` and `..`, unordered; on an error those before it.
  package static func names(
    in folder: borrowing Descriptor, where isWanted: (Span<UInt8>) -> Bool = { _ in true }
  ) -> [ByteString] {
    guard var stream = try? DirectoryStream(reading: folder) else { return [] }
    var names: [ByteString] = []
    while let entry = try? stream.next(where: isWanted) { names.append(entry.name) }
    return names
  }

  /// Empty if the folder cannot be opened.
  package static func names(
    at path: ByteString, where isWanted: (Span<UInt8>) -> Bool = { _ in true }
  ) -> [ByteString] {
    guard let folder = LongPath.openFolder(path.bytes) else { return [] }
    return names(in: folder, where: isWanted)
  }

  private static func isSelfOrParent(_ name: Span<UInt8>) -> Bool {
    name.count <= 2 && name.indices.allSatisfy { name[$0] == UInt8(ascii: ".") }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafeBufferPointer<UInt8> {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = unsafe (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
    let count = unsafe start.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe strlen($0) }
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }
}
