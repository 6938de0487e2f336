import Glibc
import Terminal

/// Where the program says what went wrong.
enum StandardError {
  /// Writes one line that begins with the program's name; what is foreign in it is made harmless.
  static func write(_ message: String) {
    let line = Array("photocell: \(DisplayText(message))\n".utf8)
    _ = StandardOutput.fault(of: line, to: STDERR_FILENO)
  }
}
