import Base
import Glibc

package enum ConfigFile {
  /// In bytes; a larger file was not written by hand.
  package static let largestSize = 1_000_000

  /// Nil if neither `XDG_CONFIG_HOME` nor `HOME` is absolute.
  package static func path(
    of name: String = "config.toml", environment variable: (String) -> String?
  ) -> String? {
    BaseDirectory.config.path(environment: variable).map { "\($0)/photocell/\(name)" }
  }

  package static func bytes(at path: String) throws(ConfigProblem) -> [UInt8]? {
    // Opening a FIFO without a writer must not block the start.
    let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard number >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw ConfigProblem("\(SystemError(errno))")
    }
    let descriptor = Descriptor(taking: number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw ConfigProblem("\(SystemError(errno))") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw ConfigProblem("expected a file, found \(isFolder ? "a folder" : "something else")")
    }
    var bytes: [UInt8] = []
    let failure = descriptor.read(largestSize + 1, at: 0, into: &bytes)
    guard failure == 0 else { throw ConfigProblem("\(SystemError(failure))") }
    guard bytes.count <= largestSize else {
      throw ConfigProblem("expected at most 1 MB, found a larger file")
    }
    return bytes
  }
}
