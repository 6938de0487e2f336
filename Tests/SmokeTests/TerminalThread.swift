import Dispatch

/// The isolation of all code here that waits for other processes: a thread of its own, so that the
/// tests of other targets are not delayed.
@globalActor
actor TerminalThread {
  static let shared = TerminalThread()

  private let executor = BlockingExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
