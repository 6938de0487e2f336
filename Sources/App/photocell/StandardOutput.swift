import ArgumentParser
import Glibc
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
    guard let fault = fault(of: bytes, to: STDOUT_FILENO) else { return true }
    guard fault != EPIPE else { return false }
    StandardError.write("standard output: \(SystemError(fault))")
    throw failure
  }

  /// Writes text in UTF-8; otherwise as bytes are written.
  @discardableResult
  static func write(_ text: String) throws(ExitCode) -> Bool {
    try write(Array(text.utf8))
  }

  /// Writes all bytes to a descriptor, and tells why that failed; nil where it did not.
  static func fault(of bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
