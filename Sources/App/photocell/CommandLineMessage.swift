import ArgumentParser
import Glibc
import Terminal
import Values

/// What is printed where the parser of the command line, or a command, ends the program: help,
/// versions, completions, and what is wrong.
struct CommandLineMessage {
  /// The text, harmless on a terminal: the parser repeats words of the command line, and the shell may
  /// have put names of files there.
  let text: String
  /// What the process ends with.
  let code: Int32

  /// Makes the message of what was thrown.
  init(_ error: any Error) {
    let message = Photocell.fullMessage(for: error)
    code = Photocell.exitCode(for: error).rawValue
    text = Self.harmless(code == EXIT_SUCCESS ? message : Self.withoutLogins(message))
  }

  /// An error without the logins of addresses: the parser repeats a value that it refuses, which may be one without
  /// being well formed.
  private static func withoutLogins(_ message: String) -> String {
    let marks = ("The value '", "' is invalid for '")
    guard let start = message.firstRange(of: marks.0)?.upperBound,
      let end = message[start...].firstRange(of: marks.1)?.lowerBound
    else { return AddressText.withoutLogins(message) }
    let value = AddressText.withoutLogin(inAddress: String(message[start..<end]))
    return AddressText.withoutLogins(String(message[..<start])) + value
      + AddressText.withoutLogins(String(message[end...]))
  }

  /// Prints the message and ends the process; with another code where the output cannot be written.
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

  /// Line by line what the sanitiser makes of a text; scripts for shells have tabs.
  static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false)
        .map { DisplayText(String($0)).description }.joined(separator: "\t")
    }.joined(separator: "\n")
  }
}
