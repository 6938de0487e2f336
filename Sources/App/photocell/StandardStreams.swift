import ArgumentParser
import Catalog
import Glibc
import System
import Terminal
import Values

/// Where the program writes what was asked for.
enum StandardOutput {
  /// What is told where the output could not be written, as `sysexits.h` has it for faults of input
  /// and output.
  static let failure = ExitCode(74)

  /// Writes all bytes.
  /// - Returns: Whether anybody reads on: a reader who has gone is no error of ours.
  /// - Throws: `failure` after the reason has been written; some of the bytes may have been, too.
  @discardableResult
  static func write(_ bytes: [UInt8]) throws(ExitCode) -> Bool {
    guard let error = writeAll(bytes, to: STDOUT_FILENO) else { return true }
    guard error.number != EPIPE else { return false }
    StandardError.write("standard output: \(error)")
    throw failure
  }

  /// Writes text in UTF-8; otherwise as bytes are written.
  @discardableResult
  static func write(_ text: String) throws(ExitCode) -> Bool {
    try write(Array(text.utf8))
  }

}

/// Where the program says what went wrong, and what is no part of what was asked for.
enum StandardError {
  /// Writes lines of the program's own as they are.
  static func write(report: String) {
    _ = writeAll(Array(report.utf8), to: STDERR_FILENO)
  }

  /// Writes one line that begins with the program's name; what is foreign in it is made harmless, and addresses have
  /// no logins.
  static func write(_ message: String) {
    let line = Array("photocell: \(DisplayText(AddressText.withoutLogins(message)))\n".utf8)
    _ = writeAll(line, to: STDERR_FILENO)
  }
}

/// What the program is given to read.
enum StandardInput {
  /// The most input that is read, in bytes; longer input is taken for endless.
  private static let limit = 256_000_000

  /// The names that are ended by zero bytes, until the input ends; blocks.
  /// - Throws: An `ExitCode` after the reason has been written, where the input seems to have no end.
  static func names() throws(ExitCode) -> [ByteString] {
    let bytes = bytes()
    guard bytes.count <= limit else {
      StandardError.write("standard input: more than \(limit) bytes of names")
      throw ExitCode(EX_USAGE)
    }
    return bytes.split(separator: 0).map { ByteString(Array($0)) }
  }

  private static func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count > 0 { bytes += piece[..<count] }
      if bytes.count > limit || count == 0 || (count < 0 && errno != EINTR) { return bytes }
    }
  }
}
