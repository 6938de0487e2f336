internal import Concurrency
internal import Synchronization

/// Loads that equal requests share; a load is cancelled when the last has left who waited for it.
final class JoinedLoads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, NetworkError>
  /// Does a load: tells progress and the outcome through the share, and may go on after that.
  typealias Work = @Sendable (LoadShare<Key, Value>) async -> Void

  private struct Waiter {
    let promise: Promise<Outcome>
    let onProgress: @Sendable (HTTPProgress) -> Void
  }

  private struct Load {
    let id: Int
    var waiters: [Int: Waiter] = [:]
    /// Those who came after the outcome and wait for the load to end.
    var followers: [Promise<Bool>] = []
    var task: Task<Void, Never>?
    /// Whether it goes on when nobody waits.
    var isKept = false
    var hasOutcome = false
  }

  private struct State {
    var loads: [Key: Load] = [:]
    var lastID = 0
    /// Those who wait until there is no load.
    var watchers: [Promise<Bool>] = []

    /// Those to tell that there is no load, if that is so.
    mutating func takeWatchers() -> [Promise<Bool>] {
      guard loads.isEmpty else { return [] }
      defer { watchers = [] }
      return watchers
    }

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }
  }

  private let executor = WorkExecutor(label: "loads")
  private let state = Mutex(State())

  init() {}

  /// How many loads there are.
  var count: Int { state.withLock { $0.loads.count } }

  /// How many wait for all loads together.
  var waiterCount: Int { state.withLock { $0.loads.values.reduce(0) { $0 + $1.waiters.count } } }

  /// Waits for a load, which is begun where nobody else has.
  ///
  /// Who comes when the outcome is known already, but not all that follows from it is done, waits
  /// for the end and asks again.
  /// - Throws: What the load ended with, or `NetworkError.cancelled` at once when the task is.
  func value(
    for key: Key, onProgress: @escaping @Sendable (HTTPProgress) -> Void, _ work: @escaping Work
  ) async throws(NetworkError) -> Value {
    while true {
      let waiter = Waiter(promise: Promise(), onProgress: onProgress)
      guard let ticket = join(key, waiter, work) else {
        try await endOfLoad(key)
        continue
      }
      let outcome = await withTaskCancellationHandler {
        await waiter.promise.value()
      } onCancel: {
        leave(key, ticket)
      }
      return try outcome.get()
    }
  }

  /// Waits until no load is under way, and nothing that follows from one; ends early when the task is
  /// cancelled.
  func areOver() async {
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

  /// Begins a load that nobody waits for, where it is not under way already.
  func begin(_ key: Key, _ work: @escaping Work) {
    let id = state.withLock { state -> Int? in
      guard state.loads[key] == nil else { return nil }
      let load = Load(id: state.nextID(), isKept: true)
      state.loads[key] = load
      return load.id
    }
    if let id { start(key, id, work) }
  }

  private typealias Ticket = (load: Int, waiter: Int)

  private func join(_ key: Key, _ waiter: Waiter, _ work: @escaping Work) -> Ticket? {
    let joined = state.withLock { state -> (ticket: Ticket, isFirst: Bool)? in
      guard state.loads[key]?.hasOutcome != true else { return nil }
      let isFirst = state.loads[key] == nil
      var load = state.loads[key] ?? Load(id: state.nextID())
      let id = state.nextID()
      load.waiters[id] = waiter
      state.loads[key] = load
      return ((load.id, id), isFirst)
    }
    if let joined, joined.isFirst { start(key, joined.ticket.load, work) }
    return joined?.ticket
  }

  /// Does a load on this thread until it first has to wait, so that no other thread is needed for what
  /// is in memory; outside the lock, which the outcome takes.
  private func start(_ key: Key, _ id: Int, _ work: @escaping Work) {
    let task = Task.immediate(executorPreference: executor) {
      await work(LoadShare(key: key, id: id, loads: self))
      self.end(key, id)
    }
    let isUnderWay = state.withLock { state in
      guard state.loads[key]?.id == id else { return false }
      state.loads[key]?.task = task
      return true
    }
    // It has ended, or all have left who waited before it could be cancelled.
    if !isUnderWay { task.cancel() }
  }

  private func leave(_ key: Key, _ ticket: Ticket) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard state.loads[key]?.id == ticket.load else { return (nil, nil) }
      let waiter = state.loads[key]?.waiters.removeValue(forKey: ticket.waiter)
      guard let load = state.loads[key], load.waiters.isEmpty, !load.isKept, !load.hasOutcome
      else { return (waiter, nil) }
      state.loads[key] = nil
      return (waiter, load.task)
    }
    for watcher in state.withLock({ $0.takeWatchers() }) { watcher.fulfil(true) }
    task?.cancel()
    waiter?.promise.fulfil(.failure(.cancelled))
  }

  private func endOfLoad(_ key: Key) async throws(NetworkError) {
    let promise = Promise<Bool>()
    state.withLock { state in
      guard state.loads[key]?.hasOutcome == true else {
        promise.fulfil(true)
        return
      }
      state.loads[key]?.followers.append(promise)
    }
    let hasEnded = await withTaskCancellationHandler {
      await promise.value()
    } onCancel: {
      promise.fulfil(false)
    }
    guard hasEnded else { throw .cancelled }
  }

  func tell(_ progress: HTTPProgress, _ key: Key, _ id: Int) {
    let waiters = state.withLock { state in
      state.loads[key]?.id == id ? state.loads[key]?.waiters.values.map(\.onProgress) : nil
    }
    for onProgress in waiters ?? [] { onProgress(progress) }
  }

  func tell(_ outcome: Outcome, _ key: Key, _ id: Int) {
    let waiters = state.withLock { state -> [Waiter] in
      guard state.loads[key]?.id == id else { return [] }
      state.loads[key]?.hasOutcome = true
      defer { state.loads[key]?.waiters = [:] }
      return state.loads[key].map { Array($0.waiters.values) } ?? []
    }
    for waiter in waiters { waiter.promise.fulfil(outcome) }
  }

  private func end(_ key: Key, _ id: Int) {
    let followers = state.withLock { state -> [Promise<Bool>] in
      guard state.loads[key]?.id == id else { return [] }
      return (state.loads.removeValue(forKey: key)?.followers ?? []) + state.takeWatchers()
    }
    for follower in followers { follower.fulfil(true) }
  }
}
