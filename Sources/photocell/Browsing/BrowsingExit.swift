import ArgumentParser
import Base
import Glibc

enum BrowsingExit {
  static let noTerminal = ExitCode(1)
  static let nothingPicked = ExitCode(1)
  static let noSource = ExitCode(2)
  /// As a shell reports a program ended by SIGINT: 128 plus the signal number.
  static let interrupted = ExitCode(128 + SIGINT)

  static let explanation = """
    Exit codes: 0 when the user quits, 1 without a terminal or if no photo was picked, 2 if no \
    source could be read, 64 for wrong usage, 130 after Ctrl-C.
    """
}

/// Writes the last visited folder to a file, so that the calling shell can change to it.
struct FolderNote {
  let file: ByteString

  /// Terminated by a zero byte. Writes nothing for nil (photos from the web) or an empty path (the
  /// working folder). Returns the error, or nil.
  func write(_ folder: ByteString?) -> SystemError? {
    guard let folder, !folder.bytes.isEmpty else { return nil }
    guard let descriptor = LongPath.open(file.bytes, O_WRONLY | O_TRUNC | O_CLOEXEC) else {
      return .last
    }
    return writeAll(folder.bytes + [0], to: descriptor.number)
  }
}
