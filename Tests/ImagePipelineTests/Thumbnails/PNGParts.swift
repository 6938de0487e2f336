/// The chunks of a PNG, taken apart and put together without the tested code.
struct PNGParts {
  /// The chunks in their order, each with its length, type and checksum.
  var chunks: [[UInt8]] = []

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  init(_ png: [UInt8]) {
    var rest = png.dropFirst(8)
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      chunks.append(Array(rest.prefix(12 + length)))
      rest = rest.dropFirst(12 + length)
    }
  }

  init(chunks: [[UInt8]]) {
    self.chunks = chunks
  }

  /// The file with more chunks before its end.
  func inserting(_ more: [[UInt8]], count: Int) -> [UInt8] {
    let many = (0..<count).flatMap { _ in more }
    return PNGParts(chunks: chunks.dropLast() + many + chunks.suffix(1)).bytes
  }

  var bytes: [UInt8] { Self.signature + chunks.joined() }

  /// The type of a chunk.
  static func type(of chunk: [UInt8]) -> String {
    String(decoding: chunk[4..<8], as: UTF8.self)
  }

  static func text(_ key: String, _ value: String) -> [UInt8] {
    chunk("tEXt", Array(key.utf8) + [0] + Array(value.utf8))
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let typed = Array(type.utf8) + data
    return number(data.count) + typed + number(Int(checksum(typed)))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// CRC-32 bit by bit (W3C PNG, annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { bit, _ in
        bit & 1 == 1 ? 0xEDB8_8320 ^ bit >> 1 : bit >> 1
      }
    }
  }
}
