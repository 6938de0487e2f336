import ArgumentParser
import Base
import Glibc
import Terminal

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
