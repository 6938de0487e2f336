struct WireBuffer: Hashable, Sendable {
  /// Maximum bytes of a line without its end.
  static let lineLimit = 512

  private var bytes: [UInt8] = []
  private(set) var position = 0

  var isEmpty: Bool { position == bytes.count }

  mutating func add(_ more: [UInt8]) {
    bytes += more
  }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// A line without its end; nil if incomplete. Throws `TierError.garbled` if it is too long or
  /// ends with LF alone.
  mutating func takeLine() throws(TierError) -> ArraySlice<UInt8>? {
    let rest = bytes[position...].prefix(Self.lineLimit + 2)
    guard let end = rest.firstIndex(of: 0x0A) else {
      guard rest.count < Self.lineLimit + 2 else { throw .garbled }
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

  mutating func goBack(to start: Int) {
    position = start
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
