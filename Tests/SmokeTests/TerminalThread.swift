import Dispatch

/// The isolation of everything here that waits for other processes: on a thread of its own, so that
/// the tests of other rooms are not held up.
@globalActor
actor TerminalThread {
  static let shared = TerminalThread()

  private let executor = BlockingExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
