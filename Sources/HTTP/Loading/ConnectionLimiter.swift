internal import Base
internal import Synchronization

/// Excess transfers wait here and not in libcurl, where waiting would count toward its timeouts.
final class ConnectionLimiter: Sendable {
  static let connectionsPerHost = 6
  /// Per host for range requests of file headers: they are small, a screenful is needed at once,
  /// and latency dominates.
  static let connectionsForBeginnings = 24
  static let connections = 32

  private struct State {
    var queues = HostQueues(hostLimit: connectionsPerHost, limit: connections)
    var waiting: [Int: Promise<Bool>] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  /// Throws `NetworkError.cancelled` while waiting.
  func pass<Success>(
    to host: WebOrigin, _ body: () async throws(NetworkError) -> Success
  ) async throws(NetworkError) -> Success {
    try await enter(host)
    defer { leave(host) }
    return try await body()
  }

  /// Raises the limit of a host: to the maximum if its connection is multiplexed.
  func widen(_ host: WebOrigin, to places: Int = connections) {
    change { $0.queues.widen(host, to: places) }
  }

  private func enter(_ host: WebOrigin) async throws(NetworkError) {
    let promise = Promise<Bool>()
    let id = state.withLock { state in
      state.lastID += 1
      state.waiting[state.lastID] = promise
      return state.lastID
    }
    change { $0.queues.append(id, for: host) }
    let mayPass = await withTaskCancellationHandler {
      await promise.value()
    } onCancel: {
      change { state in
        if state.queues.remove(id) { state.waiting.removeValue(forKey: id)?.fulfil(false) }
      }
    }
    guard mayPass else { throw .cancelled }
  }

  private func leave(_ host: WebOrigin) {
    change { $0.queues.leave(host) }
  }

  /// Resumes the transfers that may start then.
  private func change(_ body: (inout State) -> Void) {
    let passing = state.withLock { state in
      body(&state)
      var passing: [Promise<Bool>] = []
      while let id = state.queues.next() {
        state.waiting.removeValue(forKey: id).map { passing.append($0) }
      }
      return passing
    }
    for promise in passing { promise.fulfil(true) }
  }
}

/// Running and waiting transfers by host: FIFO within a host, round robin among hosts.
struct HostQueues {
  private struct Host {
    var waiting: [Int] = []
    /// Number of `waiting` that have started or were removed.
    var served = 0
    var running = 0
    var limit: Int
  }

  private let hostLimit, limit: Int
  private var hosts: [WebOrigin: Host] = [:]
  private var turns: [WebOrigin] = []
  private var places: [Int: WebOrigin] = [:]
  private var running = 0

  init(hostLimit: Int, limit: Int) {
    (self.hostLimit, self.limit) = (hostLimit, limit)
  }

  var count: Int { places.count + running }

  mutating func append(_ id: Int, for host: WebOrigin) {
    if hosts[host]?.waiting.isEmpty != false { turns.append(host) }
    hosts[host, default: Host(limit: hostLimit)].waiting.append(id)
    places[id] = host
  }

  mutating func remove(_ id: Int) -> Bool { places.removeValue(forKey: id) != nil }

  mutating func next() -> Int? {
    guard running < limit else { return nil }
    for _ in 0..<turns.count {
      let host = turns.removeFirst()
      let id = next(for: host)
      if hosts[host]?.waiting.isEmpty == false { turns.append(host) }
      if let id { return id }
    }
    return nil
  }

  private mutating func next(for host: WebOrigin) -> Int? {
    guard var queue = hosts[host] else { return nil }
    defer { put(queue, for: host) }
    while queue.running < queue.limit, queue.served < queue.waiting.count {
      let id = queue.waiting[queue.served]
      queue.served += 1
      guard places.removeValue(forKey: id) != nil else { continue }
      queue.running += 1
      running += 1
      return id
    }
    return nil
  }

  private mutating func put(_ queue: Host, for host: WebOrigin) {
    var queue = queue
    if queue.served == queue.waiting.count {
      queue.waiting = []
      queue.served = 0
    }
    let isForgotten = queue.waiting.isEmpty && queue.running == 0 && queue.limit == hostLimit
    hosts[host] = isForgotten ? nil : queue
  }

  mutating func leave(_ host: WebOrigin) {
    guard var queue = hosts[host] else { return }
    queue.running -= 1
    running -= 1
    put(queue, for: host)
  }

  mutating func widen(_ host: WebOrigin, to places: Int = .max) {
    let queue = hosts[host, default: Host(limit: hostLimit)]
    hosts[host] = queue
    hosts[host]?.limit = max(queue.limit, min(places, limit))
  }
}
