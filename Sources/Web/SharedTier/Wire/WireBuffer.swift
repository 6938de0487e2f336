/// What has come of a connection and is not read yet.
struct WireBuffer: Hashable, Sendable {
  /// The longest line that a server may send, in bytes without its end.
  static let lineLimit = 512

  private var bytes: [UInt8] = []
  private(set) var position = 0

  init() {}

  var isEmpty: Bool { position == bytes.count }

  mutating func add(_ more: [UInt8]) {
    bytes += more
  }

  /// The next byte, which stays.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Takes a line without its end; nil where it is not all there.
  /// - Throws: `TierError.garbled` where it is too long, or ends by a line feed alone.
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

  /// Takes as many bytes, and the end of a line behind them; nil where they are not all there.
  /// - Throws: `TierError.garbled` where something else is behind them.
  mutating func takeBlock(_ count: Int) throws(TierError) -> ArraySlice<UInt8>? {
    guard bytes.count - position >= count + 2 else { return nil }
    let end = position + count
    guard bytes[end] == 0x0D, bytes[end + 1] == 0x0A else { throw .garbled }
    defer { position = end + 2 }
    return bytes[position..<end]
  }

  /// Goes back to where something began that is not all there.
  mutating func goBack(to start: Int) {
    position = start
  }

  /// Forgets what has been read.
  mutating func forgetRead() {
    guard position > 0 else { return }
    bytes.removeFirst(position)
    position = 0
  }

  /// A line as a text: a server's words, so many of them that the longest name of a host is whole.
  static func words(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.prefix(300), as: UTF8.self)
  }
}
