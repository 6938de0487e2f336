import Glibc
import Synchronization

/// A folder of its own for one test; what was made in it goes when it goes.
final class TemporaryFolder: Sendable {
  let path: String
  private let made = Mutex<[String]>([])

  init() {
    var template = Array("/tmp/photocell-decoding-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? ""
  }

  deinit {
    for file in made.withLock({ $0.reversed() }) {
      if unlink(file) != 0 { rmdir(file) }
    }
    rmdir(path)
  }

  /// The path of a name in the folder, which the test is about to make.
  func name(_ name: String) -> String {
    made.withLock { $0.append("\(path)/\(name)") }
    return "\(path)/\(name)"
  }

  /// Writes a file.
  func write(_ bytes: [UInt8], as name: String) -> String {
    let path = self.name(name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    _ = Glibc.write(descriptor, bytes, bytes.count)
    close(descriptor)
    return path
  }
}
