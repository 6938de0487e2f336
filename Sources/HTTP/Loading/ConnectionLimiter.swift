internal import Base
internal import Synchronization

/// Excess transfers wait here and not in libcurl, where waiting would count toward its timeouts.
final class ConnectionLimiter: Sendable {
  static let connectionsPerHost = 6
  /// Per host for range requests of file headers, which are small, so that latency dominates.
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
    defer { change { $0.queues.leave(host) } }
    return try await body()
  }

  /// Raises the limit of a host: to the maximum if its connection is multiplexed.
  func widen(_ host: WebOrigin, to count: Int = connections) {
    change { $0.queues.widen(host, to: count) }
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
    var running = 0
    var limit: Int
  }

  private let hostLimit, limit: Int
  private var hosts: [WebOrigin: Host] = [:]
  private var turns: [WebOrigin] = []
  private var running = 0

  init(hostLimit: Int, limit: Int) {
    (self.hostLimit, self.limit) = (hostLimit, limit)
  }

  var count: Int { hosts.values.reduce(running) { $0 + $1.waiting.count } }

  mutating func append(_ id: Int, for host: WebOrigin) {
    if self[host].waiting.isEmpty { turns.append(host) }
    self[host].waiting.append(id)
  }

  /// False if the transfer is not waiting.
  mutating func remove(_ id: Int) -> Bool {
    guard let host = turns.first(where: { self[$0].waiting.contains(id) }) else { return false }
    self[host].waiting.removeAll { $0 == id }
    if self[host].waiting.isEmpty { turns.removeAll { $0 == host } }
    return true
  }

  mutating func next() -> Int? {
    guard running < limit,
      let turn = turns.firstIndex(where: { self[$0].running < self[$0].limit })
    else { return nil }
    let host = turns.remove(at: turn)
    running += 1
    self[host].running += 1
    defer { if !self[host].waiting.isEmpty { turns.append(host) } }
    return self[host].waiting.removeFirst()
  }

  mutating func leave(_ host: WebOrigin) {
    running -= 1
    self[host].running -= 1
  }

  mutating func widen(_ host: WebOrigin, to count: Int = .max) {
    self[host].limit = max(self[host].limit, min(count, limit))
  }

  private subscript(host: WebOrigin) -> Host {
    get { hosts[host] ?? Host(limit: hostLimit) }
    set {
      let isIdle = newValue.waiting.isEmpty && newValue.running == 0 && newValue.limit == hostLimit
      hosts[host] = isIdle ? nil : newValue
    }
  }
}
