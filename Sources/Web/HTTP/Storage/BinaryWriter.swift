/// Writes values one behind the other, numbers in little endian.
struct BinaryWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Writes a length and the bytes.
  mutating func write(_ block: [UInt8]) {
    write(UInt32(block.count))
    bytes += block
  }

  mutating func write(_ text: String) {
    write(Array(text.utf8))
  }
}
