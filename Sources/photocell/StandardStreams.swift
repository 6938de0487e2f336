import ArgumentParser
import Base
import Glibc
import Terminal

enum StandardOutput {
  /// The exit code if the output cannot be written: `EX_IOERR` of `sysexits.h`.
  static let failure = ExitCode(74)

  /// Writes all bytes; returns false if the reader has closed the pipe, which is not an error.
  ///
  /// Throws `failure` after the reason has been written; part of the output may have been written.
  @discardableResult
  static func write(_ bytes: [UInt8]) throws(ExitCode) -> Bool {
    guard let error = writeAll(bytes, to: STDOUT_FILENO) else { return true }
    guard error.number != EPIPE else { return false }
    StandardError.write("standard output: \(error)")
    throw failure
  }

  @discardableResult
  static func write(_ text: String) throws(ExitCode) -> Bool { try write(Array(text.utf8)) }
}

enum StandardError {
  static func write(report: String) {
    _ = writeAll(Array(report.utf8), to: STDERR_FILENO)
  }

  /// Writes one line prefixed with the program's name, sanitized and without logins in addresses.
  static func write(_ message: String) {
    let line = Array("photocell: \(DisplayText(AddressText.withoutLogins(message)))\n".utf8)
    _ = writeAll(line, to: STDERR_FILENO)
  }
}

enum StandardInput {
  /// In bytes; more input is assumed to be endless.
  private static let limit = 256_000_000

  /// Reads zero-terminated names until the end of input; blocks.
  ///
  /// Throws an `ExitCode` after the reason has been written, if the input exceeds the limit.
  static func names() throws(ExitCode) -> [ByteString] {
    let bytes = bytes()
    guard bytes.count <= limit else {
      StandardError.write("standard input: more than \(limit) bytes of names")
      throw ExitCode(EX_USAGE)
    }
    return bytes.split(separator: 0).map { ByteString(Array($0)) }
  }

  /// The path of a file in memory with the input, which exists as long as the process; blocks.
  ///
  /// Throws an `ExitCode` after the reason has been written: no input, too much, or no memory.
  static func file() throws(ExitCode) -> ByteString {
    let bytes = bytes()
    guard (1...limit).contains(bytes.count), let file = Descriptor.ofSealedFile(bytes) else {
      let reason = bytes.isEmpty ? "empty" : bytes.count > limit ? "too large" : "no memory"
      StandardError.write("standard input: \(reason)")
      throw .failure
    }
    return ByteString("/proc/self/fd/\(file.release())")
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
