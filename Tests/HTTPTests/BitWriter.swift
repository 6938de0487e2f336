/// Writes bits as RFC 1951 packs them.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var bit = 0

  mutating func write(_ value: Int, _ count: Int) {
    for index in 0..<count { append(value >> index & 1) }
  }

  /// Huffman codes go in with their most significant bit first.
  mutating func writeCode(_ code: Int, _ count: Int) {
    for index in (0..<count).reversed() { append(code >> index & 1) }
  }

  private mutating func append(_ value: Int) {
    if bit == 0 { bytes.append(0) }
    bytes[bytes.count - 1] |= UInt8(value << bit)
    bit = (bit + 1) % 8
  }

  var finished: [UInt8] { bytes }
}
