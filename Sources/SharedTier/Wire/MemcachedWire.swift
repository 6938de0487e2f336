internal import Base

/// memcached's meta commands (protocol.txt, 1.6): a lookup with a lease is one round trip.
struct MemcachedWire: TierWire {
  private static let lineEnd = Array("\r\n".utf8)
  var buffer = WireBuffer()

  func bytes(of command: TierCommand) -> [UInt8] {
    switch command {
    // memcached has no clusters, so `asking` is not used.
    case .greet, .asking: Array("version\r\n".utf8)
    case .get(let key): Self.line("mg", key, "v")
    case .getOrLease(let key, _, let seconds): Self.line("mg", key, "v c N\(seconds)")
    case .findOrLease(let key, _, let seconds): Self.line("mg", key, "s c N\(seconds)")
    case .giveBack(let key, let token):
      Self.line("md", key, "C" + String(decoding: token.bytes, as: UTF8.self))
    case .put(let key, let value, let seconds):
      Self.line("ms", key, "\(value.count) T\(seconds)") + value + Self.lineEnd
    }
  }

  private static func line(_ word: String, _ key: TierKey, _ flags: String) -> [UInt8] {
    Array("\(word) ".utf8) + key.name + Array(" \(flags)\r\n".utf8)
  }

  mutating func passUnasked() throws(TierError) {
    guard buffer.isEmpty else { throw .garbled }
  }

  mutating func reply(to command: TierCommand) throws(TierError) -> TierReply? {
    let start = buffer.position
    guard let line = try buffer.takeLine() else { return nil }
    let words = line.split(separator: 0x20)
    guard let first = words.first else { throw .garbled }
    let reply: TierReply?
    switch (String(decoding: first, as: UTF8.self), command) {
    case ("VA", .get), ("VA", .getOrLease): reply = try value(words.dropFirst(), to: command)
    case ("EN", .get), ("EN", .getOrLease), ("EN", .findOrLease): reply = .nothing
    case ("HD", .put): reply = .kept
    case ("HD", .findOrLease): reply = Self.finding(words.dropFirst())
    // Returned, expired, or another's lease.
    case ("HD", .giveBack), ("NF", .giveBack), ("EX", .giveBack): reply = .givenBack
    case ("NS", .put): reply = .refused("not stored")
    case ("VERSION", .greet):
      reply = .server("memcached \(WireBuffer.words(words.dropFirst().first ?? []))")
    case ("ERROR", _), ("CLIENT_ERROR", _), ("SERVER_ERROR", _):
      reply = .refused(WireBuffer.words(line))
    default: throw .garbled
    }
    guard let reply else {
      buffer.position = start
      return nil
    }
    buffer.forgetRead()
    return reply
  }

  /// `VA` has length and flags, and the value in the next line. For a missing value flag `W` means
  /// that the lease is ours, `Z` that it is another's; `c` is its token.
  private mutating func value(
    _ words: ArraySlice<ArraySlice<UInt8>>, to command: TierCommand
  ) throws(TierError) -> TierReply? {
    guard let digits = words.first, let count = Self.number(digits), count <= TierValue.byteLimit
    else { throw .garbled }
    guard let block = try buffer.takeBlock(count) else { return nil }
    let lease = Self.lease(in: words.dropFirst())
    if case .leased = lease, case .get = command { throw .garbled }
    return lease ?? (count == 0 ? .leasedByOther : .value(Array(block)))
  }

  /// The flags of `HD`: leases as above, and `s` with the length of the value, 0 for a lease.
  private static func finding(_ flags: ArraySlice<ArraySlice<UInt8>>) -> TierReply {
    lease(in: flags) ?? (has("s0", flags) ? .leasedByOther : .there)
  }

  private static func lease(in flags: ArraySlice<ArraySlice<UInt8>>) -> TierReply? {
    guard has("W", flags) else { return has("Z", flags) ? .leasedByOther : nil }
    let digits = flags.first { $0.first == "c" }?.dropFirst() ?? []
    let isToken = (1...20).contains(digits.count) && digits.allSatisfy(\.isDigit)
    return .leased(isToken ? LeaseToken(bytes: Array(digits)) : nil)
  }

  private static func has(_ flag: String, _ flags: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    flags.contains { $0.elementsEqual(flag.utf8) }
  }

  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.count <= 8 ? Int(digits: digits) : nil
  }
}
