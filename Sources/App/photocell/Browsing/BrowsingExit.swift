import ArgumentParser
import Glibc

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
