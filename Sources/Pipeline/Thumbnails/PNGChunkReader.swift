internal import PictureEncoding

/// Takes the chunks out of a PNG that may be anything.
struct PNGChunkReader {
  private var rest: ArraySlice<UInt8>

  /// Nil where the bytes do not begin as every PNG does.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: PNGFile.signature) else { return nil }
    rest = bytes.dropFirst(PNGFile.signature.count)
  }

  /// The next chunk; nil where it is cut short or its checksum is wrong.
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
  /// The first four bytes as a number, the highest first; nil where there are fewer.
  var bigEndian: Int? {
    count < 4 ? nil : prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// One chunk of a PNG (W3C PNG, section 5.3).
struct PNGChunk {
  /// The four letters of its type.
  let type: ArraySlice<UInt8>
  /// What it holds.
  let data: ArraySlice<UInt8>

  func isOf(type name: String) -> Bool {
    type.elementsEqual(name.utf8)
  }
}

/// The texts of a PNG: a keyword, a zero, and a value (W3C PNG, section 11.3.3).
enum PNGText {
  /// The most bytes of a value: an address has three for each byte of the longest path.
  private static let valueLimit = 1 << 14

  /// The keyword of a text and a way to its value, which may be damaged; nil for other chunks.
  static func text(of chunk: PNGChunk) -> (key: String, value: () -> [UInt8]?)? {
    let isCompressed = chunk.isOf(type: "zTXt")
    guard isCompressed || chunk.isOf(type: "tEXt"), let end = chunk.data.firstIndex(of: 0) else {
      return nil
    }
    let key = String(decoding: chunk.data[..<end], as: UTF8.self)
    let value = chunk.data[(end + 1)...]
    return (key, { isCompressed ? inflated(value) : Array(value) })
  }

  /// The value behind the number of the only method that there is.
  private static func inflated(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    value.first == 0 ? Inflation.inflated(value.dropFirst(), limit: valueLimit) : nil
  }
}
