import Dispatch

/// The isolation of all code of `SmokeTests` that waits for other processes: a thread of its own, so
/// that the tests of other targets are not delayed.
@globalActor
actor TerminalThread {
  static let shared = TerminalThread()

  private let executor = BlockingExecutor(label: "terminal")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// The same for `CommandTests`, which run beside them.
@globalActor
actor CommandThread {
  static let shared = CommandThread()

  private let executor = BlockingExecutor(label: "commands")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
