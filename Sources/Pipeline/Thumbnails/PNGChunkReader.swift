/// Takes the chunks out of a PNG that may be anything.
struct PNGChunkReader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private var rest: ArraySlice<UInt8>

  /// Nil where the bytes do not begin as every PNG does.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    rest = bytes.dropFirst(Self.signature.count)
  }

  /// The next chunk; nil where it is cut short or its checksum is wrong.
  mutating func next() -> PNGChunk? {
    guard let length = rest.bigEndian, rest.count - 12 >= length else { return nil }
    let typed = rest.dropFirst(4).prefix(4 + length)
    let end = rest.dropFirst(8 + length)
    guard let checksum = end.bigEndian, checksum == Int(Checksum.crc32(of: typed)) else {
      return nil
    }
    rest = end.dropFirst(4)
    return PNGChunk(type: typed.prefix(4), data: typed.dropFirst(4))
  }
}

extension ArraySlice<UInt8> {
  /// The first four bytes as a number, the highest first; nil where there are fewer.
  var bigEndian: Int? {
    count < 4 ? nil : prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
