internal import Base

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
struct RESPReader: Sendable {
  private static let entryLimit = 64
  private static let depthLimit = 4
  private static let totalLimit = 256

  private var buffer = WireBuffer()
  private var entryCount = 0

  var isEmpty: Bool { buffer.isEmpty }
  var isAtPush: Bool { buffer.next == ">" }

  mutating func add(_ bytes: [UInt8]) {
    buffer.add(bytes)
  }

  /// Nil if incomplete; throws `TierError.garbled`.
  mutating func take() throws(TierError) -> RESPValue? {
    let start = buffer.position
    entryCount = 0
    guard let value = try take(depth: 0) else {
      buffer.goBack(to: start)
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
