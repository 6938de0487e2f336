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
    value.first == 0 ? Inflate.bytes(of: value.dropFirst(), atMost: valueLimit) : nil
  }
}
