/// RESP3, supported by Redis 6.0 and later, and Valkey.
///
/// A lookup with a lease is one round trip: `SET key token NX GET EX`, with Redis 7 and later,
/// which keeps an existing value and otherwise stores a token that is not a value. A lease is
/// returned by a script that must not delete another's value; the user needs `+eval`.
struct RedisWire: TierWire {
  private static let lease = Array("lease".utf8)
  private static let ending = Array(
    "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end return 0".utf8)
  private var reader = RESPReader()

  func bytes(of command: TierCommand) -> [UInt8] {
    switch command {
    case .greet(let login?):
      Self.array([
        Array("HELLO".utf8), Array("3".utf8), Array("AUTH".utf8), Array(login.user.utf8),
        Array(login.password.utf8),
      ])
    case .greet(nil): Self.array([Array("HELLO".utf8), Array("3".utf8)])
    case .asking: Self.array([Array("ASKING".utf8)])
    case .get(let key): Self.array([Array("GET".utf8), key.name])
    case .getOrLease(let key, let token, let seconds),
      .findOrLease(let key, let token, let seconds):
      Self.array(
        [Array("SET".utf8), key.name, Self.lease + token.bytes]
          + ["NX", "GET", "EX", "\(seconds)"].map { Array($0.utf8) })
    case .giveBack(let key, let token):
      Self.array(
        [Array("EVAL".utf8), Self.ending, Array("1".utf8), key.name, Self.lease + token.bytes])
    case .put(let key, let value, let seconds):
      Self.array([Array("SET".utf8), key.name, value, Array("EX".utf8), Array("\(seconds)".utf8)])
    }
  }

  private static func array(_ words: [[UInt8]]) -> [UInt8] {
    words.reduce(into: Array("*\(words.count)\r\n".utf8)) { bytes, word in
      bytes += Array("$\(word.count)\r\n".utf8) + word + [0x0D, 0x0A]
    }
  }

  mutating func add(_ bytes: [UInt8]) {
    reader.add(bytes)
  }

  mutating func passUnasked() throws(TierError) {
    while !reader.isEmpty {
      guard reader.isAtPush else { throw .garbled }
      guard try reader.take() != nil else { return }
    }
  }

  mutating func reply(to command: TierCommand) throws(TierError) -> TierReply? {
    while reader.isAtPush {
      guard try reader.take() != nil else { return nil }
    }
    guard let value = try reader.take() else { return nil }
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
