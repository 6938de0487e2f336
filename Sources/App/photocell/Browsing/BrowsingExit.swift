import ArgumentParser
import Glibc
import System
import Values

/// What commands that take the screen end with.
enum BrowsingExit {
  /// There is no terminal, or it cannot be used.
  static let noTerminal = ExitCode(1)
  /// Photos were to be picked, and none was.
  static let nothingPicked = ExitCode(1)
  /// None of the sources can be read.
  static let noSource = ExitCode(2)
  /// What a shell reports of a program that Ctrl-C has ended: 128 and the number of the signal.
  static let interrupted = ExitCode(128 + SIGINT)

  /// All codes in one sentence, for the help.
  static let explanation = """
    Exit code 0 when the user quits, 1 where there is no terminal or no photo was picked, 2 where no source could be read, \
    64 for wrong usage, 130 after Ctrl-C.
    """
}

/// Where somebody has left, for the shell to go there.
struct FolderNote {
  /// The file that is written.
  let file: ByteString

  /// Writes a folder, ended by a zero byte; of what is on the web, or beside the program, nothing.
  /// - Parameter folder: The beginning of the paths in it; nil or empty where nothing is written.
  /// - Returns: Why it could not be written; nil where it is.
  func write(_ folder: ByteString?) -> SystemError? {
    guard let folder, !folder.bytes.isEmpty else { return nil }
    guard let descriptor = DeepPath.open(file.bytes, O_WRONLY | O_TRUNC | O_CLOEXEC) else {
      return .last
    }
    return writeAll(folder.bytes + [0], to: descriptor.number)
  }
}
