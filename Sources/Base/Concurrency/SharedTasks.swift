internal import Synchronization

/// Runs tasks that are shared by all concurrent requests for the same key.
///
/// All subscribers of a task receive its events, and finally its outcome. The task is
/// cancelled when its last subscriber leaves before that; a later request starts a new one.
///
///     let pages = SharedTasks<Address, PageEvent>(executor: WorkExecutor(label: "pages"))
///     let events = pages.events(of: address) { share in
///       let page = await load(address) { share.tell(.progress($0)) }
///       share.finish(.page(page))
///       await store(page)
///     }
///
/// A task starts on the calling thread and stays there until it first suspends, so that cached
/// results need no thread switch. It may continue after its outcome, like `store` above: requests
/// in that time are served by another task, which starts when this one has ended.
///
/// All methods may be called from any thread. Only `areOver()` waits.
package final class SharedTasks<Key: Hashable & Sendable, Event: Sendable>: Sendable {
  /// Must send its outcome exactly once, unless it is cancelled before; may continue after that.
  package typealias Work = @Sendable (_ share: Share) async -> Void
  /// Receives an event on the sending thread; must not block.
  package typealias Listener = @Sendable (_ event: Event, _ isOutcome: Bool) -> Void

  package struct Ticket: Sendable {
    fileprivate let key: Key
    fileprivate let number: Int
  }

  package struct Share: Sendable {
    package let id: Int
    fileprivate let key: Key
    fileprivate let tasks: SharedTasks

    /// Sends an event; the last one with `isKept` is also sent to later subscribers.
    package func tell(_ event: Event, isKept: Bool = false) {
      tasks.tell(event, isKept: isKept, key, id)
    }

    package func finish(_ outcome: Event) {
      tasks.finish(outcome, key, id)
    }
  }

  private struct Run {
    /// Distinguishes an earlier, cancelled task of the key that may still run.
    let id: Int
    var listeners: [Int: Listener] = [:]
    var isLasting = false
    var task: Task<Void, Never>?
    var keptEvent: Event?
    var hasOutcome = false
    /// Subscribers that joined after the outcome, and the work for them.
    var followers: [Int: Listener] = [:]
    var nextWork: Work?

    var isAbandoned: Bool { listeners.isEmpty && !isLasting && !hasOutcome }
  }

  private struct State {
    var runs: [Key: Run] = [:]
    var lastNumber = 0
    var watchers: [Promise<Bool>] = []

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    mutating func takeWatchers() -> [Promise<Bool>] {
      guard runs.isEmpty else { return [] }
      defer { watchers = [] }
      return watchers
    }
  }

  private let executor: WorkExecutor
  private let state = Mutex(State())

  /// Tasks resume on the executor after their first suspension.
  package init(executor: WorkExecutor) {
    self.executor = executor
  }

  package var count: Int { state.withLock { $0.runs.count } }

  package var listenerCount: Int {
    state.withLock { $0.runs.values.reduce(0) { $0 + $1.listeners.count + $1.followers.count } }
  }

  /// Subscribes to the task of a key; starts it before returning if there is none.
  ///
  /// The listener receives the last kept event, if any, and all later ones.
  package func join(_ key: Key, _ listener: @escaping Listener, _ work: @escaping Work) -> Ticket {
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

  /// Unsubscribes, cancelling an abandoned task; no effect twice or after the outcome.
  package func leave(_ ticket: Ticket) {
    // Release the listener outside the lock: objects that it owns may call `leave` in turn.
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

  /// A stream that ends after the outcome; dropping it, or cancelling its reader, unsubscribes.
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

  /// Starts a task that continues without subscribers, unless the key has a task.
  package func begin(_ key: Key, _ work: @escaping Work) {
    let id = state.withLock { state -> Int? in
      guard state.runs[key] == nil else { return nil }
      let run = Run(id: state.nextNumber(), isLasting: true)
      state.runs[key] = run
      return run.id
    }
    if let id { start(key, id, work) }
  }

  /// Waits until there is no task; returns early on cancellation.
  package func areOver() async {
    let promise = Promise<Bool>()
    let watchers = state.withLock { state in
      state.watchers.append(promise)
      return state.takeWatchers()
    }
    for watcher in watchers { watcher.fulfil(true) }
    _ = await promise.value(orWhenCancelled: false)
  }

  /// Starts a task on this thread; must be called outside the lock, because its events take it.
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
    // It has ended, or all subscribers have left before it could be cancelled.
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
