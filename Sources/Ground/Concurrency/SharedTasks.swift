internal import Synchronization

/// Work that is done once for everyone who asks for it at the same time.
///
/// Everyone who joins the task of a key receives its events, the last of which is its outcome. The task
/// is cancelled when its last listener leaves before that; whoever asks next starts another.
///
///     let pages = SharedTasks<Address, PageEvent>(executor: WorkExecutor(label: "pages"))
///     let events = pages.events(of: address) { share in
///       let page = await load(address) { share.tell(.progress($0)) }
///       share.finish(.page(page))
///       await store(page)
///     }
///
/// A task starts on the thread that asks for it and stays there until it first suspends, so that what
/// is at hand needs no other thread. It may go on after its outcome, as `store` does above: whoever
/// asks meanwhile is served by another task, which starts when this one has ended.
///
/// Every method may be called from any thread; none waits but `areOver()`.
package final class SharedTasks<Key: Hashable & Sendable, Event: Sendable>: Sendable {
  /// Does the work of a task.
  ///
  /// It tells its outcome exactly once, unless it is cancelled first, and may go on after that.
  package typealias Work = @Sendable (_ share: Share) async -> Void
  /// Receives an event, on the thread that tells it; must not wait there.
  package typealias Listener = @Sendable (_ event: Event, _ isOutcome: Bool) -> Void

  /// Identifies one listener, who can leave with it.
  package struct Ticket: Sendable {
    fileprivate let key: Key
    fileprivate let number: Int
  }

  /// Reaches the listeners of one task.
  package struct Share: Sendable {
    /// Differs from that of every other task.
    package let id: Int
    fileprivate let key: Key
    fileprivate let tasks: SharedTasks

    /// Sends an event that is not the outcome to all listeners.
    /// - Parameters:
    ///   - event: What has happened.
    ///   - isKept: Whether those who join later receive it too, unless a later event is kept.
    package func tell(_ event: Event, isKept: Bool = false) {
      tasks.tell(event, isKept: isKept, key, id)
    }

    /// Sends the outcome to all listeners.
    package func finish(_ outcome: Event) {
      tasks.finish(outcome, key, id)
    }
  }

  private struct Run {
    /// Differs from that of an earlier task of the key, which may still run after it was cancelled.
    let id: Int
    var listeners: [Int: Listener] = [:]
    /// Whether it goes on without listeners.
    var isLasting = false
    var task: Task<Void, Never>?
    /// What those who join later receive first.
    var keptEvent: Event?
    var hasOutcome = false
    /// Those who came after the outcome, and the work to be done for them next.
    var followers: [Int: Listener] = [:]
    var nextWork: Work?

    /// Whether nobody is left who wants it.
    var isAbandoned: Bool { listeners.isEmpty && !isLasting && !hasOutcome }
  }

  private struct State {
    var runs: [Key: Run] = [:]
    var lastNumber = 0
    /// Those who wait until no task is left.
    var watchers: [Promise<Bool>] = []

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    /// The watchers to tell that no task is left, if that is so.
    mutating func takeWatchers() -> [Promise<Bool>] {
      guard runs.isEmpty else { return [] }
      defer { watchers = [] }
      return watchers
    }
  }

  private let executor: WorkExecutor
  private let state = Mutex(State())

  /// Creates an empty set of tasks.
  /// - Parameter executor: Where tasks go on after they have first suspended.
  package init(executor: WorkExecutor) {
    self.executor = executor
  }

  /// The number of tasks, including those that go on after their outcome.
  package var count: Int { state.withLock { $0.runs.count } }

  /// The number of listeners of all tasks together.
  package var listenerCount: Int {
    state.withLock { $0.runs.values.reduce(0) { $0 + $1.listeners.count + $1.followers.count } }
  }

  /// Joins the task of a key, which is started before this returns if there is none.
  /// - Parameters:
  ///   - key: What equal work has in common.
  ///   - listener: Receives the event kept last, if any, and all that follow.
  ///   - work: What the task does if it has to be started.
  /// - Returns: What to leave with; after the outcome there is no need to.
  package func join(
    _ key: Key, _ listener: @escaping Listener, _ work: @escaping Work
  ) -> Ticket {
    let (number, keptEvent, begun) = state.withLock { state -> (Int, Event?, Int?) in
      let number = state.nextNumber()
      guard var run = state.runs[key] else {
        let run = Run(id: state.nextNumber(), listeners: [number: listener])
        state.runs[key] = run
        return (number, nil, run.id)
      }
      if run.hasOutcome {
        run.followers[number] = listener
        run.nextWork = work
      } else {
        run.listeners[number] = listener
      }
      state.runs[key] = run
      return (number, run.hasOutcome ? nil : run.keptEvent, nil)
    }
    if let keptEvent { listener(keptEvent, false) }
    if let begun { start(key, begun, work) }
    return Ticket(key: key, number: number)
  }

  /// Leaves a task, which is cancelled if this was its last listener.
  ///
  /// Leaving twice, or after the outcome, changes nothing.
  package func leave(_ ticket: Ticket) {
    // The listener is released outside the lock: what it holds may leave a task in turn.
    let (listener, abandoned, watchers) = state.withLock {
      state -> (Listener?, Run?, [Promise<Bool>]) in
      guard var run = state.runs[ticket.key] else { return (nil, nil, []) }
      let follower = run.followers.removeValue(forKey: ticket.number)
      let listener = run.listeners.removeValue(forKey: ticket.number)
      state.runs[ticket.key] = listener != nil && run.isAbandoned ? nil : run
      guard state.runs[ticket.key] == nil else { return (listener ?? follower, nil, []) }
      return (listener, run, state.takeWatchers())
    }
    abandoned?.task?.cancel()
    for watcher in watchers { watcher.fulfil(true) }
    withExtendedLifetime(listener) {}
  }

  /// Joins the task of a key by a stream, which ends after the outcome; dropping the stream, or
  /// cancelling the task that reads it, leaves.
  package func events(of key: Key, _ work: @escaping Work) -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    let ticket = join(
      key,
      { event, isOutcome in
        continuation.yield(event)
        if isOutcome { continuation.finish() }
      }, work)
    continuation.onTermination = { [weak self] reason in
      if case .cancelled = reason { self?.leave(ticket) }
    }
    return stream
  }

  /// Starts a task that goes on without listeners, unless its key has a task already.
  package func begin(_ key: Key, _ work: @escaping Work) {
    let id = state.withLock { state -> Int? in
      guard state.runs[key] == nil else { return nil }
      let run = Run(id: state.nextNumber(), isLasting: true)
      state.runs[key] = run
      return run.id
    }
    if let id { start(key, id, work) }
  }

  /// Waits until no task is left; returns early when the caller is cancelled.
  package func areOver() async {
    let promise = Promise<Bool>()
    let watchers = state.withLock { state in
      state.watchers.append(promise)
      return state.takeWatchers()
    }
    for watcher in watchers { watcher.fulfil(true) }
    _ = await withTaskCancellationHandler {
      await promise.value()
    } onCancel: {
      promise.fulfil(false)
    }
  }

  /// Starts a task on this thread; outside the lock, which its events take.
  private func start(_ key: Key, _ id: Int, _ work: @escaping Work) {
    let task = Task.immediate(executorPreference: executor) {
      await work(Share(id: id, key: key, tasks: self))
      self.end(key, id)
    }
    let isUnderWay = state.withLock { state in
      guard state.runs[key]?.id == id else { return false }
      state.runs[key]?.task = task
      return true
    }
    // It has ended, or everyone has left before it could be cancelled.
    if !isUnderWay { task.cancel() }
  }

  private func tell(_ event: Event, isKept: Bool, _ key: Key, _ id: Int) {
    let listeners = state.withLock { state -> [Int: Listener] in
      guard let run = state.runs[key], run.id == id else { return [:] }
      if isKept { state.runs[key]?.keptEvent = event }
      return run.listeners
    }
    for listener in listeners.values { listener(event, false) }
  }

  private func finish(_ outcome: Event, _ key: Key, _ id: Int) {
    let listeners = state.withLock { state -> [Int: Listener] in
      guard let run = state.runs[key], run.id == id else { return [:] }
      state.runs[key]?.hasOutcome = true
      state.runs[key]?.listeners = [:]
      return run.listeners
    }
    for listener in listeners.values { listener(outcome, true) }
  }

  /// Removes a task that has ended, and starts another for those who came after its outcome.
  private func end(_ key: Key, _ id: Int) {
    let (next, watchers) = state.withLock { state -> ((id: Int, work: Work)?, [Promise<Bool>]) in
      guard let run = state.runs[key], run.id == id else { return (nil, []) }
      state.runs[key] = nil
      guard let work = run.nextWork, !run.followers.isEmpty else {
        return (nil, state.takeWatchers())
      }
      let next = Run(id: state.nextNumber(), listeners: run.followers)
      state.runs[key] = next
      return ((next.id, work), [])
    }
    for watcher in watchers { watcher.fulfil(true) }
    if let next { start(key, next.id, next.work) }
  }
}
