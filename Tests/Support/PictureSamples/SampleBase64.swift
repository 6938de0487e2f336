/// Bytes as text for tests (RFC 4648, section 4).
package enum SampleBase64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// The text of some bytes.
  package static func text(of bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 3).map { start in
      let group = bytes[start..<min(start + 3, bytes.count)]
      let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      let text = (0...group.count).map { letters[number >> (18 - 6 * $0) & 63] }
      return String(text) + String(repeating: "=", count: 3 - group.count)
    }.joined()
  }
}
