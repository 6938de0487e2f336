/// The numbers of a box one after another, the highest byte first.
struct MediaFields {
  /// What has not been taken yet.
  private(set) var rest: ArraySlice<UInt8>

  /// Takes bytes to read.
  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The next number; nil where there are not so many bytes, or it is larger than any number here.
  mutating func take(_ byteCount: Int) -> Int? {
    guard rest.count >= byteCount else { return nil }
    defer { rest = rest.dropFirst(byteCount) }
    return Int(exactly: rest.prefix(byteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The next letters.
  mutating func takeText(_ byteCount: Int) -> String? {
    guard rest.count >= byteCount else { return nil }
    defer { rest = rest.dropFirst(byteCount) }
    return String(decoding: rest.prefix(byteCount), as: UTF8.self)
  }
}
