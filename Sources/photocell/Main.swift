import ArgumentParser
import Base
import Glibc

/// The main actor is the main thread from the first line on.
@main
enum Main {
  @MainActor
  static func main() {
    ignoreSIGPIPE()
    LargeBlocks.giveBackWhenFreed()
    do {
      var command = try Photocell.command(for: ProcessArguments.texts, settings: .ofUser)
      if let command = command as? any MainActorCommand {
        openLoop()
        perform(command, try ProgramLog())
        MainLoop.run()
      } else {
        try command.run()
      }
    } catch {
      CommandLineMessage(error).exit()
    }
  }

  @MainActor
  private static func openLoop() {
    guard let fault = MainLoop.open() else { return }
    StandardError.write("cannot start: \(SystemError(fault))")
    exit(EX_OSERR)
  }

  /// The command ends the process. Its tasks stay off the default executor, whose threads belong to
  /// Dispatch.
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

  /// Makes writing to a closed pipe fail with `EPIPE` instead of ending the program.
  ///
  /// A handler is not inherited by child processes, as `SIG_IGN` would be.
  private static func ignoreSIGPIPE() {
    signal(SIGPIPE) { _ in }
  }
}

protocol MainActorCommand: ParsableCommand {
  /// Throws an `ExitCode` after the reason has been written.
  @MainActor
  func perform(_ log: Log) async throws
}
