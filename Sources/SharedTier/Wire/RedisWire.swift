import Base

/// RESP3, supported by Redis 6.0 and later, and Valkey.
///
/// A lookup with a lease is one round trip: `SET key token NX GET EX`, with Redis 7 and later,
/// which keeps an existing value and otherwise stores a token that is not a value. A lease is
/// returned by a script that must not delete another's value; the user needs `+eval`.
struct RedisWire: TierWire {
  private static let lease = Array("lease".utf8)
  private static let ending =
    "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end return 0"
  var buffer = WireBuffer()
  private var entryCount = 0

  func bytes(of command: TierCommand) -> [UInt8] {
    switch command {
    case .greet(let login?): Self.array(["HELLO", "3", "AUTH", login.user, login.password])
    case .greet(nil): Self.array(["HELLO", "3"])
    case .asking: Self.array(["ASKING"])
    case .get(let key): Self.array(["GET"], [key.name])
    case .getOrLease(let key, let token, let seconds),
      .findOrLease(let key, let token, let seconds):
      Self.array(["SET"], [key.name, Self.lease + token.bytes], ["NX", "GET", "EX", "\(seconds)"])
    case .giveBack(let key, let token):
      Self.array(["EVAL", Self.ending, "1"], [key.name, Self.lease + token.bytes])
    case .put(let key, let value, let seconds):
      Self.array(["SET"], [key.name, value], ["EX", "\(seconds)"])
    }
  }

  private static func array(
    _ words: [String], _ values: [[UInt8]] = [], _ options: [String] = []
  ) -> [UInt8] {
    let all = words.map { Array($0.utf8) } + values + options.map { Array($0.utf8) }
    return all.reduce(into: Array("*\(all.count)\r\n".utf8)) { bytes, word in
      bytes += Array("$\(word.count)\r\n".utf8) + word + [0x0D, 0x0A]
    }
  }

  mutating func passUnasked() throws(TierError) {
    while !buffer.isEmpty {
      guard buffer.next == ">" else { throw .garbled }
      guard try take() != nil else { return }
    }
  }

  mutating func reply(to command: TierCommand) throws(TierError) -> TierReply? {
    while buffer.next == ">" {
      guard try take() != nil else { return nil }
    }
    guard let value = try take() else { return nil }
    switch (value, command) {
    case (.failure(let words), .greet), (.failure(let words), .asking): return .refused(words)
    case (.failure(let words), _):
      return TierRedirection(words).map(TierReply.elsewhere) ?? .refused(words)
    case (.null, .get): return .nothing
    case (.null, .getOrLease(_, let token, _)), (.null, .findOrLease(_, let token, _)):
      return .leased(token)
    case (.text, .giveBack): return .givenBack
    case (.bytes(let bytes), .get), (.bytes(let bytes), .getOrLease):
      return bytes.starts(with: Self.lease) ? .leasedByOther : .value(bytes)
    case (.bytes(let bytes), .findOrLease):
      return bytes.starts(with: Self.lease) ? .leasedByOther : .there
    case (.text("OK"), .put), (.text("OK"), .asking): return .kept
    case (.many(let facts), .greet): return .server(Self.name(in: facts))
    default: throw .garbled
    }
  }

  static func isAboutNode(_ words: String) -> Bool {
    ["CLUSTERDOWN ", "TRYAGAIN "].contains { words.hasPrefix($0) }
  }

  private static func name(in facts: [RESPValue]) -> String {
    let fact = { (name: String) -> String? in
      let place = facts.firstIndex { $0.words == name }
      return place.flatMap { $0 + 1 < facts.count ? facts[$0 + 1].words : nil }
    }
    let name = [fact("server"), fact("version")].compactMap(\.self).joined(separator: " ")
    return fact("mode") == "cluster" ? "\(name), a node of a cluster" : name
  }
}

enum RESPValue: Hashable, Sendable {
  case null
  case text(String)
  case bytes([UInt8])
  case failure(String)
  /// An array, set, push, or map with alternating keys and values.
  case many([RESPValue])

  var words: String? {
    switch self {
    case .text(let text): text
    case .bytes(let bytes): WireBuffer.words(bytes[...])
    default: nil
    }
  }
}

/// An incremental RESP3 parser with limits on length, count and depth.
extension RedisWire {
  private static let entryLimit = 64
  private static let depthLimit = 4
  private static let totalLimit = 256

  /// Nil if incomplete; throws `TierError.garbled`.
  private mutating func take() throws(TierError) -> RESPValue? {
    let start = buffer.position
    entryCount = 0
    guard let value = try take(depth: 0) else {
      buffer.position = start
      return nil
    }
    buffer.forgetRead()
    return value
  }

  private mutating func take(depth: Int) throws(TierError) -> RESPValue? {
    entryCount += 1
    guard depth <= Self.depthLimit, entryCount <= Self.totalLimit else { throw .garbled }
    guard let line = try buffer.takeLine() else { return nil }
    guard let type = line.first else { throw .garbled }
    let rest = line.dropFirst()
    switch type {
    case "+", ":", ",", "#", "(": return .text(WireBuffer.words(rest))
    case "-": return .failure(WireBuffer.words(rest))
    case "_": return .null
    case "$", "=", "!": return try block(type, rest)
    case "*", "~", ">": return try entries(rest, depth: depth, each: 1)
    case "%": return try entries(rest, depth: depth, each: 2)
    default: throw .garbled
    }
  }

  private mutating func block(_ type: UInt8, _ digits: ArraySlice<UInt8>) throws(TierError)
    -> RESPValue?
  {
    // Null in RESP2.
    if digits.elementsEqual("-1".utf8) { return .null }
    guard let count = MemcachedWire.number(digits), count <= TierValue.byteLimit else {
      throw .garbled
    }
    guard let block = try buffer.takeBlock(count) else { return nil }
    return type == "!" ? .failure(WireBuffer.words(block)) : .bytes(Array(block))
  }

  private mutating func entries(
    _ digits: ArraySlice<UInt8>, depth: Int, each: Int
  ) throws(TierError) -> RESPValue? {
    guard let count = MemcachedWire.number(digits), count <= Self.entryLimit else { throw .garbled }
    var entries: [RESPValue] = []
    for _ in 0..<count * each {
      guard let entry = try take(depth: depth + 1) else { return nil }
      entries.append(entry)
    }
    return .many(entries)
  }
}
