import Base
import CCurl

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
    if case .refused(let words) = try request.outcome?.get() { throw .refused(words) }
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
    guard let wake = line.wake else { throw .lost }
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

/// A connection to a node by libcurl, which resolves names and does TLS; for one thread.
@safe
final class TierStream {
  private static let pieceLength = 65_536

  private let handle: UnsafeMutableRawPointer
  private var piece = [UInt8](repeating: 0, count: pieceLength)

  /// Blocks until connected, or for at most `patience`.
  init(
    to node: TierNode, isEncrypted: Bool, trust: TLSOptions, atMost patience: Duration
  ) throws(TierError) {
    guard ccurl_load(), let handle = unsafe ccurl_easy_init() else { throw .libraryMissing }
    unsafe self.handle = handle
    let milliseconds = Int(patience / .milliseconds(1))
    var codes = [
      text(CURLOPT_URL, "\(isEncrypted ? "https" : "http")://\(node)/"),
      text(CURLOPT_PROTOCOLS_STR, "http,https"), text(CURLOPT_PROXY, ""),
      number(CURLOPT_CONNECT_ONLY, 1), number(CURLOPT_NOSIGNAL, 1),
      number(CURLOPT_CONNECTTIMEOUT_MS, milliseconds), number(CURLOPT_TIMEOUT_MS, milliseconds),
      number(CURLOPT_SSL_VERIFYPEER, 1), number(CURLOPT_SSL_VERIFYHOST, 2),
      number(CURLOPT_SSLVERSION, ccurl_tls_1_2), number(CURLOPT_SSL_ENABLE_ALPN, 0),
      number(CURLOPT_TCP_KEEPALIVE, 1),
    ]
    if let file = trust.file { codes.append(text(CURLOPT_CAINFO, file)) }
    if let folder = trust.folder { codes.append(text(CURLOPT_CAPATH, folder)) }
    guard codes.allSatisfy({ $0 == CURLE_OK }) else { throw .libraryMissing }
    switch unsafe ccurl_connect(handle) {
    case CURLE_OK: break
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: throw .untrusted
    case CURLE_COULDNT_RESOLVE_HOST: throw .unreachable("no such host")
    case CURLE_OPERATION_TIMEDOUT: throw .unreachable("timed out")
    case CURLE_COULDNT_CONNECT: throw .unreachable("connection refused")
    case CURLE_SSL_CONNECT_ERROR: throw .unreachable("no TLS there")
    case let code: throw .unreachable("libcurl's error \(code.rawValue)")
    }
  }

  deinit {
    unsafe ccurl_easy_cleanup(handle)
  }

  var socket: Int32 { unsafe ccurl_socket(handle) }

  /// Returns the number of bytes that could be sent without blocking.
  func send(_ bytes: ArraySlice<UInt8>) throws(TierError) -> Int {
    var sent = 0
    let code = unsafe bytes.withUnsafeBytes { buffer in
      unsafe ccurl_send(handle, buffer.baseAddress, buffer.count, &sent)
    }
    switch code {
    case CURLE_OK: return sent
    case CURLE_AGAIN: return 0
    default: throw .lost
    }
  }

  /// Does not block. Throws `TierError.lost`, also at the end of the connection.
  func receive() throws(TierError) -> [UInt8] {
    var count = 0
    switch unsafe ccurl_receive(handle, &piece, Self.pieceLength, &count) {
    case CURLE_OK where count > 0: return Array(piece.prefix(count))
    case CURLE_AGAIN: return []
    default: throw .lost
    }
  }

  private func text(_ option: CURLoption, _ text: String) -> CURLcode {
    unsafe ccurl_set_text(handle, option, text)
  }

  private func number(_ option: CURLoption, _ number: Int) -> CURLcode {
    unsafe ccurl_set_long(handle, option, number)
  }
}
