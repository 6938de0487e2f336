import Glibc
import System
import Values

/// Reads the file in which a user keeps settings.
package enum ConfigFile {
  /// A file that is larger, in bytes, is none that somebody has written.
  package static let largestSize = 1_000_000

  /// The path of a file.
  /// - Parameters:
  ///   - name: The file's name.
  ///   - variable: What the environment says.
  /// - Returns: Its path; nil where neither XDG_CONFIG_HOME nor HOME names a folder.
  package static func path(
    of name: String = "config.toml", environment variable: (String) -> String?
  ) -> String? {
    let folders = [variable("XDG_CONFIG_HOME"), variable("HOME").map { "\($0)/.config" }]
    // XDG demands that a relative path is ignored.
    let folder = folders.compactMap(\.self).first { $0.hasPrefix("/") }
    return folder.map { "\($0)/photocell/\(name)" }
  }

  /// Reads a file whole.
  /// - Parameter path: Its path.
  /// - Returns: Its bytes; nil where there is no such file.
  /// - Throws: Why it cannot be read.
  package static func bytes(at path: String) throws(ConfigProblem) -> [UInt8]? {
    // A pipe without a writer must not hold up the start.
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
