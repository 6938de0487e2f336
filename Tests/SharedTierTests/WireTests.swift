import Base
import Testing

@testable import SharedTier

@Suite("The protocols of memcached and Redis")
struct WireTests {
  private static let key = "pc:000102030405060708090a0b0c0d0e0f10111213"

  private let token = LeaseToken(bytes: Array("7f".utf8))
  private var key: TierKey { TierKey(digest: Array(0..<32), side: 128) }
  private var login: TierLogin? { try? TierLogin("me:word") }

  /// The replies that are parsed from bytes in pieces of a length.
  private func replies(
    _ wire: any TierWire, _ text: String, to commands: [TierCommand], piece: Int
  ) throws -> [TierReply] {
    var wire = wire
    var rest = Array(text.utf8)[...]
    var replies: [TierReply] = []
    while !rest.isEmpty {
      wire.add(Array(rest.prefix(piece)))
      rest = rest.dropFirst(piece)
      while replies.count < commands.count, let reply = try wire.reply(to: commands[replies.count])
      {
        replies.append(reply)
      }
    }
    try wire.passUnasked()
    return replies
  }

  @Test func `commands are encoded for memcached`() {
    let wire = MemcachedWire()
    let text = { String(decoding: wire.bytes(of: $0), as: UTF8.self) }
    #expect(text(.greet(nil)) == "version\r\n")
    #expect(text(.get(key)) == "mg \(Self.key) v\r\n")
    #expect(text(.getOrLease(key, token, seconds: 30)) == "mg \(Self.key) v c N30\r\n")
    #expect(text(.findOrLease(key, token, seconds: 30)) == "mg \(Self.key) s c N30\r\n")
    #expect(text(.giveBack(key, LeaseToken(bytes: [0x39]))) == "md \(Self.key) C9\r\n")
    #expect(text(.put(key, [65, 66], seconds: 9)) == "ms \(Self.key) 2 T9\r\nAB\r\n")
  }

  @Test func `commands are encoded for Redis`() {
    let wire = RedisWire()
    let text = { String(decoding: wire.bytes(of: $0), as: UTF8.self) }
    #expect(text(.greet(nil)) == "*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n")
    #expect(
      text(.greet(login))
        == "*5\r\n$5\r\nHELLO\r\n$1\r\n3\r\n$4\r\nAUTH\r\n$2\r\nme\r\n$4\r\nword\r\n")
    #expect(text(.asking) == "*1\r\n$6\r\nASKING\r\n")
    #expect(text(.get(key)) == "*2\r\n$3\r\nGET\r\n$43\r\n\(Self.key)\r\n")
    #expect(
      text(.getOrLease(key, token, seconds: 30))
        == "*7\r\n$3\r\nSET\r\n$43\r\n\(Self.key)\r\n$7\r\nlease7f\r\n$2\r\nNX\r\n$3\r\nGET\r\n"
        + "$2\r\nEX\r\n$2\r\n30\r\n")
    let script =
      "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end return 0"
    #expect(
      text(.giveBack(key, token))
        == "*5\r\n$4\r\nEVAL\r\n$\(script.utf8.count)\r\n\(script)\r\n$1\r\n1\r\n$43\r\n\(Self.key)\r\n"
        + "$7\r\nlease7f\r\n")
    #expect(
      text(.put(key, [65, 66], seconds: 9))
        == "*5\r\n$3\r\nSET\r\n$43\r\n\(Self.key)\r\n$2\r\nAB\r\n$2\r\nEX\r\n$1\r\n9\r\n")
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `memcached's replies are parsed from pieces of any length`(piece: Int) throws {
    let get = TierCommand.get(key)
    let lease = TierCommand.getOrLease(key, token, seconds: 30)
    let back = TierCommand.giveBack(key, token)
    let put = TierCommand.put(key, [], seconds: 1)
    let text =
      "VERSION 1.6.18\r\nVA 4 t9\r\nA\r\nB\r\nEN\r\nVA 0 c12 W\r\n\r\nVA 0 W\r\n\r\nVA 0 c9 Z\r\n\r\n"
      + "HD\r\nNS\r\nSERVER_ERROR out of memory\r\nHD\r\nNF\r\nEX\r\n"
    let found = try replies(
      MemcachedWire(), text,
      to: [.greet(nil), get, get, lease, lease, lease, put, put, put, back, back, back],
      piece: piece)
    #expect(
      found == [
        .server("memcached 1.6.18"), .value(Array("A\r\nB".utf8)), .nothing,
        .leased(LeaseToken(bytes: Array("12".utf8))), .leased(nil), .leasedByOther, .kept,
        .refused("not stored"), .refused("SERVER_ERROR out of memory"), .givenBack, .givenBack,
        .givenBack,
      ])
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `a reply to findOrLease is a value's existence or a lease, without its bytes`(piece: Int)
    throws
  {
    let find = TierCommand.findOrLease(key, token, seconds: 30)
    let all = Array(repeating: find, count: 5)
    let text = "HD s1200 c3\r\nHD s0 c4 W\r\nHD s0 c4 Z\r\nHD s0 c4\r\nEN\r\n"
    let four = LeaseToken(bytes: [0x34])
    #expect(
      try replies(MemcachedWire(), text, to: all, piece: piece)
        == [.there, .leased(four), .leasedByOther, .leasedByOther, .nothing])
    #expect(
      RedisWire().bytes(of: find) == RedisWire().bytes(of: .getOrLease(key, token, seconds: 30)))
    #expect(
      try replies(
        RedisWire(), "$4\r\nA\r\nB\r\n_\r\n$7\r\nlease12\r\n", to: Array(all.prefix(3)),
        piece: piece) == [.there, .leased(token), .leasedByOther])
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `Redis's replies are parsed from pieces of any length`(piece: Int) throws {
    let get = TierCommand.get(key)
    let lease = TierCommand.getOrLease(key, token, seconds: 30)
    let put = TierCommand.put(key, [], seconds: 1)
    let back = TierCommand.giveBack(key, token)
    let text =
      "%3\r\n$6\r\nserver\r\n$5\r\nredis\r\n+version\r\n$6\r\n7.0.15\r\n$7\r\nmodules\r\n*0\r\n"
      + "$4\r\nA\r\nB\r\n_\r\n$-1\r\n>2\r\n+message\r\n:1\r\n_\r\n$7\r\nlease12\r\n+OK\r\n"
      + "-OOM command not allowed\r\n-MOVED 7 a:1\r\n!5\r\nERR x\r\n:1\r\n:0\r\n>1\r\n+bye\r\n"
    let found = try replies(
      RedisWire(), text,
      to: [.greet(nil), get, get, get, lease, lease, put, put, put, put, back, back],
      piece: piece)
    #expect(
      found == [
        .server("redis 7.0.15"), .value(Array("A\r\nB".utf8)), .nothing, .nothing,
        .leased(token), .leasedByOther, .kept, .refused("OOM command not allowed"),
        .elsewhere(try #require(TierRedirection("MOVED 7 a:1"))),
        .refused("ERR x"), .givenBack, .givenBack,
      ])
  }

  static let lies: [String] = [
    "\n", "\r\n", "HTTP/1.1 200 OK\r\n", "VA\r\n", "VA x\r\n", "VA -1\r\n", "VA 900001\r\n",
    "VA 99999999999999999999\r\n", "VA 2\r\nABC\r\n", "HD\r\n", "VERSION 1\r\n", "EN\n",
    "*65\r\n", "*99999999\r\n", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n", "%64\r\n" + nested,
    "$900001\r\n", "$-2\r\n", "$x\r\n", "$2\r\nABC\r\n", "+OK\r\n", ":1\r\n", "?\r\n",
    String(repeating: "A", count: 600), "+" + String(repeating: "A", count: 600),
  ]
  static let nested = String(repeating: "*4\r\n+\r\n+\r\n+\r\n+\r\n", count: 64)

  @Test(arguments: lies, [1, 1_000])
  func `an invalid reply is garbled at once`(lie: String, piece: Int) {
    for wire in [MemcachedWire(), RedisWire()] as [any TierWire] {
      #expect(throws: TierError.garbled, "\(lie)") {
        _ = try replies(wire, lie, to: [.get(key)], piece: piece)
      }
    }
  }

  @Test func `a reply without a command is garbled`() {
    #expect(throws: TierError.garbled) {
      _ = try replies(MemcachedWire(), "EN\r\nEN\r\n", to: [.get(key)], piece: 100)
    }
    #expect(throws: TierError.garbled) {
      _ = try replies(RedisWire(), "_\r\n_\r\n", to: [.get(key)], piece: 100)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `random bytes are a reply, incomplete or garbled`(seed: UInt64) throws {
    let alphabet = Array("VAENHDSZW$*%>_+-!:0123456789 \r\n\r\n\r\n".utf8)
    var random = SplitMix64(seed: seed)
    let noise = (0..<80).compactMap { _ in alphabet.randomElement(using: &random) }
    for var wire in [MemcachedWire(), RedisWire()] as [any TierWire] {
      wire.add(noise)
      do {
        for _ in 0..<noise.count { _ = try wire.reply(to: .get(key)) }
      } catch {
        #expect(error == .garbled)
      }
    }
  }
}
