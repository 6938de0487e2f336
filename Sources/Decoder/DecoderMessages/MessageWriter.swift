/// Puts numbers one after another into a message, the lowest byte first.
struct MessageWriter {
  private(set) var bytes: [UInt8]

  init(_ kind: MessageKind) {
    bytes = kind.beginning
  }

  mutating func put(_ number: some FixedWidthInteger & UnsignedInteger) {
    for place in stride(from: 0, to: number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> place))
    }
  }

  /// Puts a text of printable ASCII; other characters become `?`, and what is too long is cut.
  mutating func put(_ text: String, byteCount: Int) {
    let characters = text.unicodeScalars.prefix(byteCount).map { scalar in
      (0x20..<0x7F).contains(scalar.value) ? UInt8(scalar.value) : UInt8(ascii: "?")
    }
    bytes += characters + [UInt8](repeating: 0, count: byteCount - characters.count)
  }
}
