import Glibc

extension TemporaryFolder {
  package func names(in folder: String) -> [String] {
    guard let stream = opendir(name(folder)) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  package func bytes(of file: String) -> [UInt8] {
    guard let bytes = bytes(ifThere: file) else { preconditionFailure("no \(file)") }
    return bytes
  }

  /// The content of a file; nil if it is gone, as a database's temporary files may be.
  package func bytes(ifThere file: String) -> [UInt8]? {
    let descriptor = open(name(file), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
    precondition(pread(descriptor, &bytes, bytes.count, 0) == bytes.count)
    return bytes
  }
}
