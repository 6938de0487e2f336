internal import CProcess
internal import Glibc

/// The loop of the first thread, which is the main actor's for good.
///
/// Left to the runtime, the first thread would end at the first wait, and the main actor would go on
/// on threads of Dispatch. Where the system has no thread to give Dispatch tries again every second,
/// and until then no key is read. This loop needs no other thread: it waits for jobs of the main
/// actor, for descriptors and for alarms in one system call.
@MainActor
package enum MainLoop {
  private static var watches: [MainLoopWatch] = []
  private static var alarms: [MainLoopAlarm] = []
  private static var isRunning = false

  /// Makes ready for tasks; to be called before the first of them.
  /// - Returns: Why there can be none, as `errno`; nil where there can.
  package static func open() -> Int32? {
    cpr_open_main_queue() == 0 ? nil : errno
  }

  /// Runs what the main actor has to do, until the process exits; for the first thread, and after
  /// `open`.
  package static func run() -> Never {
    isRunning = true
    while true {
      var polled = [pollfd(fd: cpr_main_queue_descriptor(), events: Int16(POLLIN), revents: 0)]
      let turn = watches
      polled += turn.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      _ = unsafe poll(&polled, nfds_t(polled.count), millisecondsToNextAlarm)
      for (watch, state) in zip(turn, polled.dropFirst()) where state.revents != 0 {
        watch.react()
      }
      ringAlarms()
      // Whatever the watches had to say: what is due on the main actor has its turn between two of
      // theirs, or a terminal that never stops would starve the frames.
      cpr_run_main_queue()
    }
  }

  /// Calls a function on the main actor again and again while a descriptor can be read or has hung up.
  /// - Parameters:
  ///   - descriptor: A descriptor that stays open until the watch is cancelled.
  ///   - react: Reads some of what is there; what it leaves is its next call's.
  /// - Returns: What ends the watch.
  package static func watch(
    _ descriptor: Int32, _ react: @escaping @MainActor () -> Void
  ) -> MainLoopWatch {
    let watch = MainLoopWatch(descriptor: descriptor, reaction: react)
    watches.append(watch)
    return watch
  }

  /// Calls a function once on the main actor, some time from now.
  /// - Parameters:
  ///   - duration: How long to wait at least.
  ///   - ring: What is to be done then.
  /// - Returns: What takes the alarm back.
  package static func alarm(
    after duration: Duration, _ ring: @escaping @MainActor () -> Void
  ) -> MainLoopAlarm {
    let alarm = MainLoopAlarm(moment: .now + duration, ring: ring)
    alarms.append(alarm)
    return alarm
  }

  /// Waits for some time, cancelled or not.
  /// - Throws: An error at once where the loop does not run.
  static func sleep(for duration: Duration) async throws {
    guard isRunning else { throw NotRunning() }
    await withCheckedContinuation { sleeper in
      _ = alarm(after: duration) { sleeper.resume() }
    }
  }

  private struct NotRunning: Error {}

  static func remove(_ watch: MainLoopWatch) {
    watches.removeAll { $0 === watch }
  }

  static func remove(_ alarm: MainLoopAlarm) {
    alarms.removeAll { $0 === alarm }
  }

  /// What `poll` waits at most: for ever, as -1 has it, where there is no alarm.
  private static var millisecondsToNextAlarm: Int32 {
    guard let next = alarms.map(\.moment).min() else { return -1 }
    let left = max(.zero, ContinuousClock.now.duration(to: next))
    return Int32(min(left / .milliseconds(1), 1e9).rounded(.up))
  }

  private static func ringAlarms() {
    guard !alarms.isEmpty else { return }
    let now = ContinuousClock.now
    let due = alarms.filter { $0.moment <= now }
    alarms.removeAll { $0.moment <= now }
    for alarm in due { alarm.ring() }
  }
}

/// A descriptor that the main loop watches.
@MainActor
package final class MainLoopWatch {
  let descriptor: Int32
  private var reaction: (@MainActor () -> Void)?

  init(descriptor: Int32, reaction: @escaping @MainActor () -> Void) {
    self.descriptor = descriptor
    self.reaction = reaction
  }

  /// Ends the watch; the function is not called any more, even if the descriptor can be read already.
  package func cancel() {
    reaction = nil
    MainLoop.remove(self)
  }

  func react() {
    reaction?()
  }
}

/// Something that the main loop is to do later.
@MainActor
package final class MainLoopAlarm {
  let moment: ContinuousClock.Instant
  let ring: @MainActor () -> Void

  init(moment: ContinuousClock.Instant, ring: @escaping @MainActor () -> Void) {
    self.moment = moment
    self.ring = ring
  }

  /// Takes the alarm back.
  package func cancel() {
    MainLoop.remove(self)
  }
}
