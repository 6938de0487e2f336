package import Base
import Glibc

/// A temporary folder, which is removed with its content.
package final class TemporaryFolder: Sendable {
  /// Absolute, without a trailing slash.
  package let path: String

  package init() {
    var template = Array("/tmp/photocell-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "a test needs a folder in /tmp")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    // `rm` also removes paths longer than PATH_MAX.
    var arguments = ["rm", "-rf", "--", path].map { (word: String) in strdup(word) } + [nil]
    var process = pid_t()
    if posix_spawnp(&process, "rm", nil, nil, &arguments, environ) == 0 {
      waitpid(process, nil, 0)
    }
    arguments.forEach { free($0) }
  }

  package func name(_ name: String) -> String { "\(path)/\(name)" }

  package func write(_ bytes: [UInt8], as name: String) -> String {
    let path = self.name(name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(
      Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "a test needs its file")
    close(descriptor)
    return path
  }

  package var argument: ByteString { ByteString(path) }

  /// The path of an entry, as a catalog of the folder reports it.
  package func entry(_ name: String) -> ByteString { ByteString("\(path)/\(name)") }

  package func file(_ name: String) {
    file(named: Array(name.utf8))
  }

  package func file(named name: [UInt8]) {
    let bytes = Array("\(path)/".utf8) + name + [0]
    let descriptor = open(bytes.map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o644)
    precondition(descriptor >= 0, "a test needs its file")
    close(descriptor)
  }

  package func folder(_ name: String) {
    precondition(mkdir("\(path)/\(name)", 0o755) == 0, "a test needs its folder")
  }

  /// Makes nested folders with the same name, and an empty file in the innermost.
  package func nest(_ name: String, depth: Int, file: String) {
    var folder = open(path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<depth {
      precondition(mkdirat(folder, name, 0o755) == 0, "a test needs its folder")
      let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = next
    }
    close(openat(folder, file, O_CREAT | O_WRONLY, 0o644))
    close(folder)
  }

  package func link(_ name: String, to target: String) {
    precondition(symlink(target, "\(path)/\(name)") == 0, "a test needs its link")
  }

  package func remove(_ name: String) {
    precondition(unlink("\(path)/\(name)") == 0, "a test needs to remove its file")
  }

  package func rename(_ name: String, to other: String) {
    precondition(
      Glibc.rename("\(path)/\(name)", "\(path)/\(other)") == 0, "a test needs to rename its file")
  }

  package func fifo(_ name: String) {
    precondition(mkfifo("\(path)/\(name)", 0o644) == 0, "a test needs its FIFO")
  }

  package func socket(_ name: String) {
    precondition(mknod("\(path)/\(name)", S_IFSOCK | 0o644, 0) == 0, "a test needs its socket")
  }

  package func lock(_ name: String) {
    precondition(chmod("\(path)/\(name)", 0) == 0, "a test needs to lock its folder")
  }
}
