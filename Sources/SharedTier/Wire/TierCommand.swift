enum TierCommand: Hashable, Sendable {
  case greet(TierLogin?)
  case get(TierKey)
  /// Get the value; if there is none, the first requester gets a lease for some seconds.
  case getOrLease(TierKey, LeaseToken, seconds: Int)
  /// Check whether there is a value, without its bytes; otherwise like `getOrLease`.
  case findOrLease(TierKey, LeaseToken, seconds: Int)
  case giveBack(TierKey, LeaseToken)
  case put(TierKey, [UInt8], seconds: Int)
  /// Redis Cluster's `ASKING`: accept the next command for a slot that is being migrated.
  case asking

  var isPut: Bool { if case .put = self { true } else { false } }

  /// Whether the response is not needed, so that it does not probe a failed node.
  var needsNoReply: Bool { if case .giveBack = self { true } else { isPut } }

  var withoutLease: TierCommand {
    switch self {
    case .getOrLease(let key, _, _), .findOrLease(let key, _, _): .get(key)
    default: self
    }
  }
}

struct LeaseToken: Hashable, Sendable {
  let bytes: [UInt8]

  static var ours: LeaseToken {
    LeaseToken(bytes: Array(String(UInt64.random(in: .min ... .max), radix: 16).utf8))
  }
}

enum TierReply: Hashable, Sendable {
  case value([UInt8])
  case there, nothing
  /// No value, and the lease is ours; a nil token cannot be returned.
  case leased(LeaseToken?)
  case leasedByOther, kept
  /// The lease has ended, or was already another's.
  case givenBack
  case server(String)
  case elsewhere(TierRedirection)
  case refused(String)
}

/// Replies are in command order. Buffers at most one reply of the maximum length.
protocol TierWire: Sendable {
  var buffer: WireBuffer { get set }

  func bytes(of command: TierCommand) -> [UInt8]

  /// The reply to a command; nil if incomplete. After `TierError.garbled` nothing more can be read.
  mutating func reply(to command: TierCommand) throws(TierError) -> TierReply?

  /// Skips unsolicited messages; throws `TierError.garbled` if the protocol has none.
  mutating func passUnasked() throws(TierError)
}

extension TierWire {
  mutating func add(_ bytes: [UInt8]) { buffer.add(bytes) }
}

struct WireBuffer: Hashable, Sendable {
  static let lineByteLimit = 512

  private var bytes: [UInt8] = []
  var position = 0

  var isEmpty: Bool { position == bytes.count }

  mutating func add(_ more: [UInt8]) {
    bytes += more
  }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Without its end; nil if incomplete. Throws `TierError.garbled` if too long or for LF alone.
  mutating func takeLine() throws(TierError) -> ArraySlice<UInt8>? {
    let rest = bytes[position...].prefix(Self.lineByteLimit + 2)
    guard let end = rest.firstIndex(of: 0x0A) else {
      guard rest.count < Self.lineByteLimit + 2 else { throw .garbled }
      return nil
    }
    guard end > position, bytes[end - 1] == 0x0D else { throw .garbled }
    defer { position = end + 1 }
    return bytes[position..<end - 1]
  }

  /// Consumes `count` bytes and a line end; nil if incomplete. Throws `TierError.garbled`.
  mutating func takeBlock(_ count: Int) throws(TierError) -> ArraySlice<UInt8>? {
    guard bytes.count - position >= count + 2 else { return nil }
    let end = position + count
    guard bytes[end] == 0x0D, bytes[end + 1] == 0x0A else { throw .garbled }
    defer { position = end + 2 }
    return bytes[position..<end]
  }

  mutating func forgetRead() {
    guard position > 0 else { return }
    bytes.removeFirst(position)
    position = 0
  }

  /// At most 300 bytes of a line as text, enough for the longest host name.
  static func words(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.prefix(300), as: UTF8.self)
  }
}

package enum TierError: Error, Hashable, Sendable, CustomStringConvertible {
  case libraryMissing
  case unreachable(String)
  case untrusted, lost, late, garbled
  case refused(String)

  /// Contains untrusted text, which must be sanitized.
  package var description: String {
    switch self {
    case .libraryMissing: "libcurl or libcrypto is missing"
    case .unreachable(let reason): "cannot be reached: \(reason)"
    case .untrusted: "certificate not trusted"
    case .lost: "connection closed"
    case .late: "timed out"
    case .garbled: "unexpected answer"
    case .refused(let reason): "refuses: \(reason)"
    }
  }
}
