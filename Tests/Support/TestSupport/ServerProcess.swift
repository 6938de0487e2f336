/// A server in a child process, which is killed when this is released.
package struct ServerProcess: Sendable {
  private let process: ChildProcess
  private let log: ProcessLog

  /// Starts a program and waits for a line that says it is listening.
  package init(
    in folder: String, _ words: [String], listens: @escaping @Sendable (String) -> Bool
  ) async {
    process = ChildProcess("cd \"$0\" && exec stdbuf -oL \"$@\" 2>&1 </dev/null", [folder] + words)
    log = ProcessLog(reading: process.output)
    await log.wait { $0.contains(where: listens) }
  }

  package var lines: [String] { log.lines }

  package func kill() {
    process.kill()
  }

  /// Suspends it and waits until all its threads have stopped.
  package func suspend() {
    process.suspend()
  }

  package func resume() {
    process.resume()
  }

  /// Ends it and returns its whole output.
  package func end() async -> [String] {
    process.kill()
    await log.wait { _ in false }
    return log.lines
  }
}
