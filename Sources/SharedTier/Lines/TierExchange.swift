internal import Base

/// The requests in flight on one connection; for the thread of its line.
struct TierExchange: ~Copyable {
  private struct Sent {
    let request: TierRequest
    let command: TierCommand
    let at: ContinuousClock.Instant
    var isLate = false

    var deadline: ContinuousClock.Instant { at + request.budget }
  }

  private static let piecesPerTurn = 32

  private let stream: TierStream
  private let line: NodeConnection
  private var wire: any TierWire
  private var outgoing: [UInt8] = []
  private var position = 0
  private var inFlight: [Sent] = []
  /// Whether the server supports leases: not Redis before 7.0, nor a full or read-only one.
  private var givesLeases = true
  /// Whether leases can be returned: not if the Redis user may not run scripts.
  private var takesLeases = true
  /// When the last complete response arrived, or the first became due; partial ones do not count.
  private var answeredAt = ContinuousClock.now

  init(_ stream: TierStream, wire: any TierWire, line: NodeConnection) {
    (self.stream, self.wire, self.line) = (stream, wire, line)
  }

  deinit {
    for sent in inFlight { sent.request.end(.failure(.lost)) }
  }

  mutating func greet(_ login: TierLogin?) throws(TierError) {
    let request = TierRequest(.greet(login), within: line.timing.connecting)
    send([request])
    while request.outcome == nil { try turn() }
    switch request.outcome {
    case .success(.refused(let words)): throw .refused(words)
    case .failure(let error): throw error
    default: break
    }
  }

  /// Throws why the connection ended, unless the server closed it while idle.
  mutating func run() throws(TierError) {
    while !line.isClosed {
      send(line.dequeue(withPut: !inFlight.contains { $0.request.command.isPut }))
      do throws(TierError) {
        try turn()
      } catch .lost where inFlight.isEmpty {
        return
      }
    }
  }

  private mutating func send(_ requests: [TierRequest]) {
    let now = ContinuousClock.now
    if inFlight.isEmpty { answeredAt = now }
    for request in requests { send(request, at: now) }
  }

  private mutating func send(_ request: TierRequest, at moment: ContinuousClock.Instant) {
    if case .giveBack = request.command, !takesLeases {
      request.end(.success(.givenBack))
      return
    }
    if request.isForOnce {
      outgoing += wire.bytes(of: .asking)
      let asking = TierRequest(.asking, within: line.timing.silence)
      inFlight.append(Sent(request: asking, command: .asking, at: moment))
    }
    let command = givesLeases ? request.command : request.command.withoutLease
    outgoing += wire.bytes(of: command)
    inFlight.append(Sent(request: request, command: command, at: moment))
  }

  private mutating func turn() throws(TierError) {
    try push()
    guard try !pull() else { return }
    try checkTimeouts()
    guard let wake = line.wakeSignal else { throw .lost }
    let ready = Polling.wait(
      for: [wake.number, stream.socket], toWrite: position < outgoing.count ? stream.socket : -1,
      atMost: patience)
    if ready[0] { wake.takeBack() }
  }

  private mutating func push() throws(TierError) {
    while position < outgoing.count {
      let count = try stream.send(outgoing[position...])
      guard count > 0 else { return }
      position += count
    }
    outgoing.removeAll(keepingCapacity: outgoing.count < 1 << 20)
    position = 0
  }

  private mutating func pull() throws(TierError) -> Bool {
    for turn in 0..<Self.piecesPerTurn {
      let bytes = try stream.receive()
      guard !bytes.isEmpty else { return turn > 0 }
      wire.add(bytes)
      while let first = inFlight.first, let reply = try wire.reply(to: first.command) {
        inFlight.removeFirst()
        answeredAt = .now
        record(reply, to: first)
      }
      if inFlight.isEmpty { try wire.passUnasked() }
    }
    return true
  }

  private mutating func record(_ reply: TierReply, to sent: Sent) {
    if case .asking = sent.command { return }
    if case .elsewhere(let redirection) = reply {
      line.recordAnswer(reply)
      return line.forward(sent.request, to: redirection)
    }
    if case .refused(let words) = reply, sent.command != sent.command.withoutLease,
      !RedisWire.isAboutNode(words)
    {
      givesLeases = false
      return send(sent.request, at: sent.at)
    }
    if case .refused = reply, case .giveBack = sent.command {
      takesLeases = false
      sent.request.end(.success(reply))
      return
    }
    if case .leased(let token) = reply { sent.request.recordLease(token) }
    if !sent.isLate { line.recordAnswer(reply) }
    sent.request.end(.success(reply))
  }

  private mutating func checkTimeouts() throws(TierError) {
    let now = ContinuousClock.now
    for index in inFlight.indices where !inFlight[index].isLate && inFlight[index].deadline <= now {
      inFlight[index].isLate = true
      if inFlight[index].request.end(.failure(.late)) { line.recordFailure(.late) }
    }
    guard inFlight.isEmpty || now < answeredAt + line.timing.silence else { throw .late }
  }

  private var patience: Duration? {
    guard !inFlight.isEmpty else { return nil }
    let next = inFlight.lazy.filter { !$0.isLate }.map(\.deadline).min()
    let end = min(answeredAt + line.timing.silence, next ?? .now + .seconds(3_600))
    return max(.zero, ContinuousClock.now.duration(to: end))
  }
}
