import Glibc

/// A temporary folder for a run, removed with its content when this value is destroyed.
struct Workshop: ~Copyable {
  let path: String

  /// Makes the folder in `$TMPDIR` or `/tmp`.
  init() throws(BenchError) {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/photocell-bench-XXXXXX".utf8CString)
    let made: String? = unsafe template.withUnsafeMutableBufferPointer { name in
      guard let start = name.baseAddress, let made = unsafe mkdtemp(start) else { return nil }
      return unsafe String(cString: made)
    }
    guard let made else { throw .file(parent, errno: errno) }
    path = made
  }

  deinit {
    Self.remove(path)
  }

  static func makeFolder(_ path: String) throws(BenchError) {
    guard unsafe mkdir(path, 0o700) == 0 else { throw .file(path, errno: errno) }
  }

  /// Writes a file; on errors a part of it may exist.
  static func write(_ bytes: [UInt8], to path: String) throws(BenchError) {
    guard let stream = unsafe fopen(path, "wb") else { throw .file(path, errno: errno) }
    let count = unsafe fwrite(bytes, 1, bytes.count, stream)
    guard unsafe fclose(stream) == 0, count == bytes.count else {
      throw .file(path, errno: errno)
    }
  }

  static func read(_ path: String) throws(BenchError) -> [UInt8] {
    guard let stream = unsafe fopen(path, "rb") else { throw .file(path, errno: errno) }
    defer { unsafe fclose(stream) }
    unsafe fseek(stream, 0, SEEK_END)
    let size = unsafe ftell(stream)
    unsafe rewind(stream)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = unsafe fread(buffer.baseAddress, 1, size, stream)
    }
  }

  /// Sorted by bytes; empty if the folder cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = unsafe UnsafeRawPointer(entry) + offset
      let name = unsafe String(cString: start.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func remove(_ path: String) {
    guard unsafe unlink(path) != 0 else { return }
    for name in names(in: path) { remove("\(path)/\(name)") }
    unsafe rmdir(path)
  }
}
