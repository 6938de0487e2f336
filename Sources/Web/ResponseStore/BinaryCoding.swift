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

/// Reads what a `BinaryWriter` wrote, and never beyond its end.
struct BinaryReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) {
    rest = Array(bytes)[...]
  }

  /// Whether all was read.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    let count = Number.bitWidth / 8
    guard rest.count >= count else { return nil }
    let number = rest.prefix(count).reversed().reduce(Number(0)) {
      $0 << 8 | Number(truncatingIfNeeded: $1)
    }
    rest = rest.dropFirst(count)
    return number
  }

  mutating func block() -> [UInt8]? {
    guard let count = number(UInt32.self), rest.count >= Int(count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return Array(rest.prefix(Int(count)))
  }

  mutating func text() -> String? {
    block().flatMap { String(validating: $0, as: UTF8.self) }
  }
}
