internal import Glibc
import Values

/// Opens paths of any length: the kernel takes no more than `PATH_MAX` bytes in one call.
enum DeepPath {
  /// `O_PATH`, which the Glibc module leaves out: a folder on the way need not be readable.
  private static let passOnly: Int32 = 0o10_000_000

  /// Opens a path, in as many steps as its length needs; callable from any thread that may block.
  /// - Throws: The reason why it cannot be opened; nothing is left open.
  static func open(_ path: ByteString, _ flags: Int32) throws(CatalogError) -> Int32 {
    var folder = AT_FDCWD
    defer { if folder != AT_FDCWD { close(folder) } }
    var rest = path.bytes[...]
    while rest.count >= Int(PATH_MAX) {
      guard let slash = rest.prefix(Int(PATH_MAX) - 1).lastIndex(of: UInt8(ascii: "/")) else {
        throw .unreadable(errno: ENAMETOOLONG)
      }
      let next = try openStep(
        ByteString(rest[...slash]), passOnly | O_DIRECTORY | O_CLOEXEC, folder)
      if folder != AT_FDCWD { close(folder) }
      folder = next
      // A slash at the start would make the rest an absolute path.
      rest = rest[slash...].drop { $0 == UInt8(ascii: "/") }
    }
    let isWhole = rest.isEmpty && folder != AT_FDCWD
    return try openStep(isWhole ? ByteString(".") : ByteString(rest), flags, folder)
  }

  private static func openStep(
    _ path: ByteString, _ flags: Int32, _ folder: Int32
  ) throws(CatalogError) -> Int32 {
    let descriptor = unsafe path.withCString { unsafe openat(folder, $0, flags) }
    guard let descriptor else { throw .notFound }
    guard descriptor >= 0 else { throw CatalogError(errno: errno) }
    return descriptor
  }
}
