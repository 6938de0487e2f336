package import Base
internal import Synchronization

/// A thread that pipelines commands; connects on first use. Only that thread blocks.
final class NodeConnection: Sendable {
  /// Maximum bytes of queued values; more are dropped.
  private static let waitingLimit = 8 << 20

  enum Connection: Hashable {
    case none
    /// Until the handshake is complete; `since` is by the line's clock.
    case making(since: Duration)
    case standing
  }

  struct State {
    var breaker = CircuitBreaker.ofNode
    var questions: [TierRequest] = []
    var puts: [TierRequest] = []
    var putLength = 0
    var hasThread = false
    var isClosed = false
    var connection = Connection.none
    var server: String?
    var lastFailure: TierError?
    var figures = TierNodeFigures()
  }

  let node: TierNode
  let timing: TierTiming
  private let wire: any TierWire
  private let login: TierLogin?
  private let isEncrypted: Bool
  private let trust: TLSOptions
  private let queue = WorkQueue(label: "shared tier")
  let wake = WakeSignal()
  private let elapsed: @Sendable () -> Duration
  private weak let routes: SlotMap?
  let state = Mutex(State())

  init(
    _ node: TierNode, of address: TierAddress, trust: TLSOptions, timing: TierTiming,
    clock: some Clock<Duration>, routes: SlotMap? = nil
  ) {
    (self.node, self.timing, self.trust, self.routes) = (node, timing, trust, routes)
    (login, isEncrypted) = (address.login, address.isEncrypted)
    wire = address.engine == .memcached ? MemcachedWire() : RedisWire()
    elapsed = Stopwatch(clock).start()
  }

  var isUp: Bool { state.withLock { $0.connection == .standing } }

  var isResting: Bool {
    let now = elapsed()
    return state.withLock { $0.breaker.rests(at: now) }
  }

  /// Not while the breaker is open, or a connection attempt takes longer than the budget.
  var mayAnswerInTime: Bool {
    let now = elapsed()
    return state.withLock { state in
      guard !state.breaker.rests(at: now) else { return false }
      guard case .making(let start) = state.connection else { return true }
      return now - start <= timing.budget
    }
  }

  /// Does not block. Returns false if the breaker is open or the queue is full.
  func send(_ request: TierRequest) -> Bool {
    let now = elapsed()
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      let isAdmitted =
        request.command.needsNoReply ? !state.breaker.isOpen : state.breaker.admits(at: now)
      guard isAdmitted else { return false }
      guard case .put(_, let value, _) = request.command else {
        state.questions.append(request)
        return true
      }
      guard state.putLength + value.count <= Self.waitingLimit else { return false }
      state.puts.append(request)
      state.putLength += value.count
      return true
    }
    guard isTaken else { return false }
    return startOrWake()
  }

  /// Connects in advance; returns the handshake request, nil if the breaker is open.
  @discardableResult
  func start() -> TierRequest? {
    let request = TierRequest(
      .greet(login), within: timing.connecting + timing.silence, isBlocking: true)
    return send(request) ? request : nil
  }

  /// Ends the connection and its thread; requests in flight fail.
  func close() {
    state.withLock { $0.isClosed = true }
    wake?.give()
  }

  private func startOrWake() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard isFirst else {
      wake?.give()
      return true
    }
    guard wake != nil, queue.start({ [self] in run() }) else {
      state.withLock { $0.hasThread = false }
      failWaiting(.lost)
      return false
    }
    return true
  }

  // MARK: Thread

  private func run() {
    while !isClosed {
      guard state.withLock({ !$0.questions.isEmpty || !$0.puts.isEmpty }) else {
        rest()
        continue
      }
      record(.making(since: elapsed()))
      do throws(TierError) {
        let stream = try TierStream(
          to: node, isEncrypted: isEncrypted, trust: trust, atMost: timing.connecting)
        var exchange = TierExchange(stream, wire: wire, line: self)
        // Recorded before requests in flight fail, since their handlers may send again at once.
        if let error = talk(over: &exchange) { giveUp(error) }
        _ = consume exchange
      } catch {
        record(.none)
        giveUp(error)
      }
    }
    failWaiting(.lost)
  }

  /// Returns nil if the connection was closed while idle.
  private func talk(over exchange: inout TierExchange) -> TierError? {
    defer { record(.none) }
    do throws(TierError) {
      try exchange.greet(login)
      record(.standing)
      try exchange.run()
      return nil
    } catch {
      return error
    }
  }

  private func record(_ connection: Connection) {
    state.withLock { $0.connection = connection }
  }

  private func giveUp(_ error: TierError) {
    recordFailure(error)
    failWaiting(error)
  }

  private func rest() {
    guard let wake else { return }
    _ = Polling.wait(for: [wake.number])
    wake.takeBack()
  }

  /// The requests to send next: all queries, and one value if none is in flight.
  func dequeue(withPut takesPut: Bool) -> [TierRequest] {
    state.withLock { state in
      defer { state.questions = [] }
      guard takesPut, !state.puts.isEmpty else { return state.questions }
      let put = state.puts.removeFirst()
      if case .put(_, let value, _) = put.command { state.putLength -= value.count }
      return state.questions + [put]
    }
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func recordAnswer(_ reply: TierReply) {
    state.withLock { state in
      // A node that completes the handshake may still be unusable.
      if case .server(let name) = reply { state.server = name } else { state.breaker.noteAnswer() }
      if case .refused(let words) = reply { state.lastFailure = .refused(words) }
      state.figures.add(reply)
    }
  }

  func recordFailure(_ error: TierError) {
    let now = elapsed()
    let isOpen = state.withLock { state in
      state.breaker.noteFailure(at: now, jitter: .random(in: 0...1))
      state.lastFailure = error
      state.figures.failureCount += 1
      return state.breaker.isOpen
    }
    if isOpen { routes?.forgetSlots(self) }
  }

  func forward(_ request: TierRequest, to redirection: TierRedirection) {
    if let routes {
      routes.forward(request, to: redirection, from: node)
    } else {
      request.end(.failure(.lost))
    }
  }

  var report: TierNodeReport {
    let isResting = isResting
    return state.withLock { state in
      let condition: TierNodeReport.Condition =
        if isResting {
          .resting(state.lastFailure)
        } else if state.connection == .standing {
          .connected(state.server ?? "")
        } else {
          state.hasThread ? .disconnected(state.lastFailure) : .unasked
        }
      return TierNodeReport(name: node.description, condition: condition, figures: state.figures)
    }
  }

  private func failWaiting(_ error: TierError) {
    let failed = state.withLock { state in
      defer { (state.questions, state.puts, state.putLength) = ([], [], 0) }
      return state.questions + state.puts
    }
    for request in failed { request.end(.failure(error)) }
  }
}

extension CircuitBreaker {
  package static let ofNode = CircuitBreaker(
    failureLimit: nodeFailureLimit, pauses: .seconds(1) ... .seconds(60))
  static let nodeFailureLimit = 3
}

package struct TierNodeReport: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case unasked
    /// With the server's name and version; untrusted text.
    case connected(String)
    case disconnected(TierError?)
    case resting(TierError?)
  }

  package let name: String
  package let condition: Condition
  package let figures: TierNodeFigures

  package var text: String {
    switch condition {
    case .unasked: "not queried yet"
    case .connected(let server): server.isEmpty ? "connected" : server
    case .disconnected(let error): error.map { "\($0)" } ?? "not connected"
    case .resting(let error): error.map { "\($0), paused" } ?? "paused"
    }
  }
}

package struct TierNodeFigures: Hashable, Sendable {
  package var hitCount = 0
  package var missCount = 0
  package var putCount = 0
  package var failureCount = 0

  mutating func add(_ reply: TierReply) {
    switch reply {
    case .value, .there: hitCount += 1
    case .nothing, .leased, .leasedByOther: missCount += 1
    case .kept: putCount += 1
    case .refused: failureCount += 1
    case .server, .givenBack, .elsewhere: break
    }
  }
}
