import Base

/// Removes expired entries from memory caches: sleeps until the next one expires, but at least a
/// second, so that neighbors are removed together, and for good if none expires.
actor ExpirySweeper {
  private let executor: WorkExecutor
  private let timeToNext: @Sendable () -> Duration?
  private let sweep: @Sendable () -> Void
  private let pause: @Sendable (Duration) async -> Void
  private var sweeping: Task<Void, Never>?

  /// `timeToNext` is nil if no entry expires; `pause` must return early if the task is cancelled.
  init(
    executor: WorkExecutor, timeToNext: @escaping @Sendable () -> Duration?,
    sweep: @escaping @Sendable () -> Void, pause: @escaping @Sendable (Duration) async -> Void
  ) {
    (self.executor, self.timeToNext, self.sweep, self.pause) = (executor, timeToNext, sweep, pause)
  }

  deinit {
    sweeping?.cancel()
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

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
    // An entry may have been stored since the last check.
    sweepInTime()
  }
}
