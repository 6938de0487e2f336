import Glibc
import System

/// The bytes of a file where the kernel keeps them, for as long as this is there: nothing is copied.
///
/// The file may change meanwhile. Whoever reads behind its new end dies of SIGBUS, which only a child
/// may that decodes one picture.
@safe
struct MappedFile: ~Copyable {
  /// The whole file.
  let bytes: UnsafeBufferPointer<UInt8>

  /// Maps a file, and reads it from the disk; nil where it has become shorter, or there is no room.
  /// - Parameters:
  ///   - file: The file, open for reading.
  ///   - byteCount: Its size in bytes, above zero.
  init?(_ file: borrowing Descriptor, byteCount: Int) {
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0, status.st_size >= byteCount,
      let start = unsafe mmap(
        nil, byteCount, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.number, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    unsafe bytes = UnsafeBufferPointer(
      start: start.bindMemory(to: UInt8.self, capacity: byteCount), count: byteCount)
  }

  deinit {
    unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}
