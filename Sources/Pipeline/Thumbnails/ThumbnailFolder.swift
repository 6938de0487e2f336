internal import Glibc
internal import System

/// A folder that is looked through for thumbnails.
enum ThumbnailFolder {
  /// The names of all entries but `.` and `..`, in no order; blocks.
  ///
  /// Empty where it cannot be read.
  static func names(in folder: borrowing Descriptor) -> [[UInt8]] {
    // The descriptor of the stream is its own, with a position of its own.
    let copy = unsafe openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let stream = unsafe fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe name(of: entry)
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = unsafe UnsafeRawPointer(entry) + offset
    let count = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
