import Catalog
import Glibc
package import Values

/// A folder of a test's own, which is removed with all it holds.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without a slash at its end.
  package let path: String

  /// Makes an empty folder.
  package init() {
    var template = Array("/tmp/photocell-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "a test needs a folder in /tmp")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    // `rm` removes what is nested deeper than a path can say.
    var arguments = ["rm", "-rf", "--", path].map { (word: String) in strdup(word) } + [nil]
    var process = pid_t()
    if posix_spawnp(&process, "rm", nil, nil, &arguments, environ) == 0 {
      waitpid(process, nil, 0)
    }
    arguments.forEach { free($0) }
  }

  /// The absolute path that a name in the folder has.
  package func name(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its absolute path.
  package func write(_ bytes: [UInt8], as name: String) -> String {
    let path = self.name(name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(
      Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "a test needs its file")
    close(descriptor)
    return path
  }

  /// The folder as an argument of the command line.
  package var argument: ByteString { ByteString(path) }

  /// The path of an entry, as a catalog of the whole folder should give it.
  package func entry(_ name: String) -> ByteString { ByteString("\(path)/\(name)") }

  /// Makes an empty file.
  package func file(_ name: String) {
    file(named: Array(name.utf8))
  }

  /// Makes an empty file with a name of any bytes.
  package func file(named name: [UInt8]) {
    let bytes = Array("\(path)/".utf8) + name + [0]
    let descriptor = open(bytes.map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o644)
    precondition(descriptor >= 0, "a test needs its file")
    close(descriptor)
  }

  /// Makes a folder.
  package func folder(_ name: String) {
    precondition(mkdir("\(path)/\(name)", 0o755) == 0, "a test needs its folder")
  }

  /// Makes folders one in the other, all of one name, and an empty file in the last.
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

  /// Makes a symbolic link.
  package func link(_ name: String, to target: String) {
    precondition(symlink(target, "\(path)/\(name)") == 0, "a test needs its link")
  }

  /// Removes a file.
  package func remove(_ name: String) {
    precondition(unlink("\(path)/\(name)") == 0, "a test needs to remove its file")
  }

  /// Gives an entry another name.
  package func rename(_ name: String, to other: String) {
    precondition(
      Glibc.rename("\(path)/\(name)", "\(path)/\(other)") == 0, "a test needs to rename its file")
  }

  /// Makes a FIFO.
  package func fifo(_ name: String) {
    precondition(mkfifo("\(path)/\(name)", 0o644) == 0, "a test needs its FIFO")
  }

  /// Makes a socket.
  package func socket(_ name: String) {
    precondition(mknod("\(path)/\(name)", S_IFSOCK | 0o644, 0) == 0, "a test needs its socket")
  }

  /// Takes all permissions away from an entry.
  package func lock(_ name: String) {
    precondition(chmod("\(path)/\(name)", 0) == 0, "a test needs to lock its folder")
  }
}
