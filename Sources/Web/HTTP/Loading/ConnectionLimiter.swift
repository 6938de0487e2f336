internal import Concurrency
internal import Synchronization

/// Limits how many transfers run at once, for each host and in all; the others wait.
///
/// They wait here and not in libcurl, where waiting would count as being slow.
final class ConnectionLimiter: Sendable {
  /// How many connections there are to one host.
  static let connectionsPerHost = 6
  /// How many there are to one that is asked for the beginnings of files: these are small, a screen of them is wanted
  /// at once, and each waits for its way to and fro more than for its bytes.
  static let connectionsForBeginnings = 24
  /// How many connections there are in all.
  static let connections = 32

  private struct State {
    var queues = HostQueues(hostLimit: connectionsPerHost, limit: connections)
    var waiting: [Int: Promise<Bool>] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  init() {}

  /// Runs a body while holding one of a host's connections.
  /// - Throws: What the body throws, or `NetworkError.cancelled`.
  func pass<Success>(
    to host: WebOrigin, _ body: () async throws(NetworkError) -> Success
  ) async throws(NetworkError) -> Success {
    try await enter(host)
    defer { leave(host) }
    return try await body()
  }

  /// Lets a host have more places: all, where one connection to it takes many transfers.
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

  /// Changes the queues, and lets those through who may pass then.
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

/// Which transfers may run and which wait, by host: first come, first served within a host, and
/// hosts in turn.
struct HostQueues {
  private struct Host {
    var waiting: [Int] = []
    /// How many of `waiting` have been served or have left.
    var served = 0
    var running = 0
    var limit: Int
  }

  private let hostLimit: Int
  private let limit: Int
  private var hosts: [WebOrigin: Host] = [:]
  /// The hosts for which somebody waits, the next one to serve first.
  private var turns: [WebOrigin] = []
  private var places: [Int: WebOrigin] = [:]
  private var running = 0

  /// - Parameters:
  ///   - hostLimit: How many may transfer from one host.
  ///   - limit: How many may transfer in all.
  init(hostLimit: Int, limit: Int) {
    self.hostLimit = hostLimit
    self.limit = limit
  }

  /// How many wait and transfer.
  var count: Int { places.count + running }

  /// Puts somebody at the end of a host's queue.
  mutating func append(_ id: Int, for host: WebOrigin) {
    if hosts[host]?.waiting.isEmpty != false { turns.append(host) }
    hosts[host, default: Host(limit: hostLimit)].waiting.append(id)
    places[id] = host
  }

  /// Takes somebody out who waits; false where nobody does by that number.
  mutating func remove(_ id: Int) -> Bool {
    places.removeValue(forKey: id) != nil
  }

  /// Takes the next one who may transfer now.
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

  /// Notes that somebody has ended a transfer.
  mutating func leave(_ host: WebOrigin) {
    guard var queue = hosts[host] else { return }
    queue.running -= 1
    running -= 1
    put(queue, for: host)
  }

  /// Lets a host have more places: all, where one connection to it takes many transfers.
  mutating func widen(_ host: WebOrigin, to places: Int = .max) {
    let queue = hosts[host, default: Host(limit: hostLimit)]
    hosts[host] = queue
    hosts[host]?.limit = max(queue.limit, min(places, limit))
  }
}
