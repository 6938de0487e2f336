import ArgumentParser

/// A command that runs on the main actor and may wait there.
protocol MainActorCommand: ParsableCommand {
  /// Does what the command is for.
  /// - Throws: An `ExitCode` after the reason has been written.
  @MainActor
  func perform() async throws
}
