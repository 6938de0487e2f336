import ArgumentParser
import Threading

/// Where the program begins.
@main
enum Main {
  /// Runs the command on the main actor from its first line, and what it awaits on a thread of its
  /// own: the parser's asynchronous commands would wake the pool that the browser leaves asleep.
  @MainActor
  static func main() async {
    do {
      var command = try Photocell.parseAsRoot()
      if let command = command as? any MainActorCommand {
        try await withTaskExecutorPreference(WorkExecutor.forTasks) { try await command.perform() }
      } else {
        try command.run()
      }
    } catch {
      Photocell.exit(withError: error)
    }
  }
}
