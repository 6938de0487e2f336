internal import Imaging

/// Reads the chunks of an untrusted PNG.
struct PNGChunkReader {
  private var rest: ArraySlice<UInt8>

  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: PNGFile.signature) else { return nil }
    rest = bytes.dropFirst(PNGFile.signature.count)
  }

  /// Nil if the chunk is truncated or its checksum is wrong.
  mutating func next() -> PNGChunk? {
    guard let length = rest.bigEndian, rest.count - 12 >= length else { return nil }
    let typed = rest.dropFirst(4).prefix(4 + length)
    let end = rest.dropFirst(8 + length)
    guard let checksum = end.bigEndian, checksum == Int(PNGFile.checksum(of: typed)) else {
      return nil
    }
    rest = end.dropFirst(4)
    return PNGChunk(type: typed.prefix(4), data: typed.dropFirst(4))
  }
}

extension ArraySlice<UInt8> {
  /// The first four bytes, big-endian; nil if there are fewer.
  var bigEndian: Int? {
    count < 4 ? nil : prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A PNG chunk (W3C PNG, section 5.3).
struct PNGChunk {
  let type: ArraySlice<UInt8>
  let data: ArraySlice<UInt8>

  func isOf(type name: String) -> Bool {
    type.elementsEqual(name.utf8)
  }
}

/// PNG text: a keyword, a zero, and a value (W3C PNG, section 11.3.3).
enum PNGText {
  /// Maximum bytes of a value: an address has three for each byte of the longest path.
  private static let valueLimit = 1 << 14

  /// The value is decoded on demand, and may be damaged; nil for other chunks.
  static func text(of chunk: PNGChunk) -> (key: String, value: () -> [UInt8]?)? {
    let isCompressed = chunk.isOf(type: "zTXt")
    guard isCompressed || chunk.isOf(type: "tEXt"), let end = chunk.data.firstIndex(of: 0) else {
      return nil
    }
    let key = String(decoding: chunk.data[..<end], as: UTF8.self)
    let value = chunk.data[(end + 1)...]
    return (key, { isCompressed ? inflated(value) : Array(value) })
  }

  /// The first byte is the compression method; zero (deflate) is the only one.
  private static func inflated(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    value.first == 0 ? Inflation.inflated(value.dropFirst(), limit: valueLimit) : nil
  }
}
