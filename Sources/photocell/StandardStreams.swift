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
  /// Trusted text, as it is.
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

/// Works on `width` indices at a time; `handle` gets results in order until it returns false.
@MainActor
func runInOrder<Result: Sendable>(
  _ count: Int, width: Int, _ work: @escaping @Sendable (Int) async -> Result,
  handle: (Result) throws -> Bool
) async throws {
  var (handled, ready): (Int, [Int: Result]) = (0, [:])
  var failure: (any Error)?
  await forEachConcurrently(count, width: width, work) { number, result in
    ready[number] = result
    do {
      while let result = ready.removeValue(forKey: handled) {
        handled += 1
        guard try handle(result) else { return false }
      }
      return true
    } catch {
      failure = error
      return false
    }
  }
  if let failure { throw failure }
}

struct CommandLineMessage {
  /// Sanitized for terminals, as the parser repeats arguments, which may contain file names.
  let text: String
  let code: Int32

  init(_ error: any Error) {
    let message = Photocell.fullMessage(for: error)
    code = Photocell.exitCode(for: error).rawValue
    text = Self.harmless(code == EXIT_SUCCESS ? message : Self.withoutLogins(message))
  }

  /// Removes logins from addresses, including a rejected value that is not a well-formed address.
  private static func withoutLogins(_ message: String) -> String {
    let marks = ("The value '", "' is invalid for '")
    guard let start = message.firstRange(of: marks.0)?.upperBound,
      let end = message[start...].firstRange(of: marks.1)?.lowerBound
    else { return AddressText.withoutLogins(message) }
    let value = AddressText.withoutLogin(inAddress: String(message[start..<end]))
    return AddressText.withoutLogins(String(message[..<start])) + value
      + AddressText.withoutLogins(String(message[end...]))
  }

  /// Ends the process, with `StandardOutput.failure` if writing fails.
  func exit() -> Never {
    guard !text.isEmpty else { Glibc.exit(code) }
    guard code == EXIT_SUCCESS else {
      StandardError.write(report: "\(text)\n")
      Glibc.exit(code)
    }
    do {
      try StandardOutput.write("\(text)\n")
      Glibc.exit(EXIT_SUCCESS)
    } catch {
      Glibc.exit(error.rawValue)
    }
  }

  /// Tabs are kept, as completion scripts contain them.
  static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false)
        .map { DisplayText(String($0)).description }.joined(separator: "\t")
    }.joined(separator: "\n")
  }
}
