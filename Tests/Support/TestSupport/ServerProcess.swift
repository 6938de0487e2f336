/// A server that is a program of its own, which ends with the last who holds this.
package struct ServerProcess: Sendable {
  private let process: ChildProcess
  private let log: ProcessLog

  /// Starts a program in a folder, and waits until it has printed what it prints when it listens.
  package init(
    in folder: String, _ words: [String], listens: @escaping @Sendable (String) -> Bool
  ) async {
    process = ChildProcess("cd \"$0\" && exec stdbuf -oL \"$@\" 2>&1 </dev/null", [folder] + words)
    log = ProcessLog(reading: process.output)
    await log.wait { $0.contains(where: listens) }
  }

  /// What it has printed so far.
  package var lines: [String] { log.lines }

  /// Kills it in the middle of whatever it does.
  package func kill() {
    process.kill()
  }

  /// Suspends it; all its threads stand still then.
  package func suspend() {
    process.suspend()
  }

  /// Has it go on.
  package func resume() {
    process.resume()
  }

  /// Ends it, and tells all that it has printed.
  package func end() async -> [String] {
    process.kill()
    await log.wait { _ in false }
    return log.lines
  }
}
