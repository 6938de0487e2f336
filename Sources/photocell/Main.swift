import ArgumentParser
import Base
import Glibc
import ImagePipeline
import Imaging
import Terminal

/// The main actor is the main thread from the first line on.
@main
enum Main {
  @MainActor
  static func main() {
    // Makes writing to a closed pipe fail with `EPIPE` instead of ending the program. A handler is
    // not inherited by child processes, as `SIG_IGN` would be.
    signal(SIGPIPE) { _ in }
    // Else the first file that is opened would be taken for a closed standard stream. Writing fails.
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", O_RDONLY)
    }
    LargeBlocks.giveBackWhenFreed()
    do {
      let arguments = ProcessArguments.texts
      if PreviewCommand.decodes(arguments) { DecoderClient.startEarly() }
      var command = try Photocell.command(for: arguments, settings: .ofUser)
      if let command = command as? any MainActorCommand {
        if let fault = MainLoop.open() {
          StandardError.write("cannot start: \(SystemError(fault))")
          exit(EX_OSERR)
        }
        perform(command, try ProgramLog())
        MainLoop.run()
      } else {
        try command.run()
      }
    } catch {
      CommandLineMessage(error).exit()
    }
  }

  /// The command ends the process. Its tasks stay off the default executor, that of Dispatch.
  @MainActor
  private static func perform(_ command: any MainActorCommand, _ log: ProgramLog) {
    log.noteStart(of: command)
    UserConfiguration.ofUser.write(to: log.entries)
    Task.immediate(executorPreference: WorkExecutor.forTasks) { @MainActor in
      do {
        try await command.perform(log.entries)
        log.noteEnd(code: EXIT_SUCCESS)
        exit(EXIT_SUCCESS)
      } catch {
        let message = CommandLineMessage(error)
        log.noteEnd(code: message.code)
        message.exit()
      }
    }
  }
}

protocol MainActorCommand: ParsableCommand {
  /// Throws an `ExitCode` after the reason has been written.
  @MainActor
  func perform(_ log: Log) async throws
}

struct ProgramLog {
  let entries: Log
  private let file: LogFile?

  /// Throws an `ExitCode` after the reason has been written, if a requested log cannot be opened.
  init(
    setting: ByteString? = unsafe getenv("PHOTOCELL_LOG").map {
      unsafe ByteString(String(cString: $0))
    }
  ) throws(ExitCode) {
    guard let setting, !setting.bytes.isEmpty else {
      (entries, file) = (.none, nil)
      return
    }
    let wanted: LogSetting
    do throws(LogSetting.Fault) {
      wanted = try LogSetting(setting)
    } catch {
      StandardError.write("\(error)")
      throw .validationFailure
    }
    do throws(SystemError) {
      let file = try LogFile(path: wanted.path)
      self.file = file
      entries = Log(
        upTo: wanted.level, clock: .system, harmless: { DisplayText($0).description },
        take: file.append)
    } catch {
      StandardError.write("PHOTOCELL_LOG: \(wanted.path): \(error)")
      throw .validationFailure
    }
  }

  func noteStart(of command: any MainActorCommand) {
    let name = type(of: command).configuration.commandName ?? ""
    entries.write(.info, .program, "photocell \(Version.text) started: \(name) in \(terminal)")
  }

  /// Waits until everything is written.
  func noteEnd(code: Int32) {
    entries.write(.info, .program, "exit code \(code)")
    file?.finish()
  }

  private var terminal: String {
    guard let cells = (WindowSize(of: STDOUT_FILENO) ?? .ofControllingTerminal)?.cells else {
      return "no terminal"
    }
    let names = ["TERM_PROGRAM", "TERM"].compactMap(Storage.variable).filter { !$0.isEmpty }
    return "\(names.joined(separator: ", ")) of \(cells.columns)x\(cells.rows)"
  }
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
