import Concurrency

/// Takes out of memory what has expired and nobody asks for.
///
/// It waits for the next entry to expire and then for a second at least, so that neighbours go
/// together; where there is nothing to wait for, nobody waits.
actor ExpirySweeper {
  private let executor: WorkExecutor
  private let timeToNext: @Sendable () -> Duration?
  private let sweep: @Sendable () -> Void
  private let pause: @Sendable (Duration) async -> Void
  /// Runs while memory holds something that expires.
  private var sweeping: Task<Void, Never>?

  /// Makes a sweeper that does nothing yet.
  /// - Parameters:
  ///   - executor: Where it runs.
  ///   - timeToNext: The time until the next entry expires; nil where none ever does.
  ///   - sweep: Takes out what has expired.
  ///   - pause: Waits, or returns early where the task is cancelled.
  init(
    executor: WorkExecutor, timeToNext: @escaping @Sendable () -> Duration?,
    sweep: @escaping @Sendable () -> Void, pause: @escaping @Sendable (Duration) async -> Void
  ) {
    self.executor = executor
    self.timeToNext = timeToNext
    self.sweep = sweep
    self.pause = pause
  }

  deinit {
    sweeping?.cancel()
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Sees to it that what has been stored is taken out in time.
  func sweepInTime() {
    guard sweeping == nil, timeToNext() != nil else { return }
    sweeping = Task(executorPreference: executor) { [weak self, timeToNext, sweep, pause] in
      while !Task.isCancelled, let time = timeToNext() {
        await pause(max(time, .seconds(1)))
        sweep()
      }
      await self?.end()
    }
  }

  private func end() {
    sweeping = nil
    // Something else may have been stored meanwhile.
    sweepInTime()
  }
}
