internal import CProcess
internal import Glibc

/// The event loop of the first thread, to which the main actor is bound.
///
/// The runtime would end the first thread at its first wait, and run the main actor on Dispatch's
/// threads. If there is no thread, Dispatch retries only every second, and no key is read until
/// then. This loop needs no other thread: one system call waits for jobs, descriptors and timers.
@MainActor
package enum MainLoop {
  fileprivate static var watches: [MainLoopWatch] = []
  fileprivate static var alarms: [MainLoopAlarm] = []
  private static var isRunning = false

  /// Must be called before the first task; returns `errno` on failure.
  package static func open() -> Int32? { cpr_open_main_queue() == 0 ? nil : errno }

  /// Runs the main actor until the process exits; for the first thread, after `open`.
  package static func run() -> Never {
    isRunning = true
    while true {
      var polled = [pollfd(fd: cpr_main_queue_descriptor(), events: Int16(POLLIN), revents: 0)]
      let turn = watches
      polled += turn.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let patience = Polling.milliseconds(until: alarms.map(\.moment).min())
      _ = unsafe poll(&polled, nfds_t(polled.count), patience)
      for (watch, state) in zip(turn, polled.dropFirst()) where state.revents != 0 {
        watch.reaction?()
      }
      ringAlarms()
      // Run main actor jobs between callbacks: constant terminal input would starve the frames.
      cpr_run_main_queue()
    }
  }

  /// Calls a function on the main actor whenever a descriptor is readable or has hung up.
  ///
  /// The descriptor must stay open until the watch is cancelled. Unread data causes another call.
  package static func watch(
    _ descriptor: Int32, _ react: @escaping @MainActor () -> Void
  ) -> MainLoopWatch {
    let watch = MainLoopWatch(descriptor: descriptor, reaction: react)
    watches.append(watch)
    return watch
  }

  /// Calls a function once on the main actor after at least `duration`.
  package static func alarm(
    after duration: Duration, _ ring: @escaping @MainActor () -> Void
  ) -> MainLoopAlarm {
    let alarm = MainLoopAlarm(moment: .now + duration, ring: ring)
    alarms.append(alarm)
    return alarm
  }

  /// Sleeps without regard to cancellation; throws immediately if the loop is not running.
  static func sleep(for duration: Duration) async throws {
    guard isRunning else { throw SystemError(EAGAIN) }
    await withCheckedContinuation { sleeper in
      _ = alarm(after: duration) { sleeper.resume() }
    }
  }

  private static func ringAlarms() {
    guard !alarms.isEmpty else { return }
    let now = ContinuousClock.now
    let due = alarms.filter { $0.moment <= now }
    alarms.removeAll { $0.moment <= now }
    for alarm in due { alarm.ring() }
  }
}

@MainActor
package final class MainLoopWatch {
  let descriptor: Int32
  fileprivate var reaction: (@MainActor () -> Void)?

  init(descriptor: Int32, reaction: @escaping @MainActor () -> Void) {
    (self.descriptor, self.reaction) = (descriptor, reaction)
  }

  /// The function is not called any more, even if the descriptor is readable already.
  package func cancel() {
    reaction = nil
    MainLoop.watches.removeAll { $0 === self }
  }
}

@MainActor
package final class MainLoopAlarm {
  let moment: ContinuousClock.Instant
  let ring: @MainActor () -> Void

  init(moment: ContinuousClock.Instant, ring: @escaping @MainActor () -> Void) {
    (self.moment, self.ring) = (moment, ring)
  }

  package func cancel() {
    MainLoop.alarms.removeAll { $0 === self }
  }
}
