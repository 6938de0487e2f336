import ArgumentParser

/// Where the program begins.
@main
enum Main {
  /// Runs the command on the main actor from its first line, and on the first thread up to its first
  /// wait: the parser's asynchronous commands would change the thread before a browser has drawn
  /// anything.
  @MainActor
  static func main() async {
    do {
      var command = try Photocell.command(for: Array(CommandLine.arguments.dropFirst()))
      if let command = command as? any MainActorCommand {
        try await command.perform()
      } else {
        try command.run()
      }
    } catch {
      Photocell.exit(withError: error)
    }
  }
}
