import Imaging

/// Takes the numbers of a message out again, in the order in which they were put in.
///
/// Whoever takes more than there is gets nil, as does whoever asks for another kind.
struct MessageReader {
  private var rest: ArraySlice<UInt8>

  /// Begins to read; nil where the message is of another kind, version or length.
  init?(_ bytes: [UInt8], _ kind: MessageKind, byteCount: Int) {
    guard bytes.count == byteCount, bytes.starts(with: kind.beginning) else { return nil }
    rest = bytes.dropFirst(kind.beginning.count)
  }

  mutating func take<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type = Number.self
  ) -> Number? {
    let count = Number.bitWidth / 8
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reversed().reduce(0) { $0 << 8 | Number($1) }
  }

  /// Takes a text of printable ASCII; nil where it is anything else.
  mutating func takeText(byteCount: Int) -> String? {
    guard rest.count >= byteCount else { return nil }
    defer { rest = rest.dropFirst(byteCount) }
    let field = rest.prefix(byteCount)
    let text = field.prefix { $0 != 0 }
    guard text.allSatisfy({ (0x20..<0x7F).contains($0) }),
      field.dropFirst(text.count).allSatisfy({ $0 == 0 })
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Takes two sides in pixels.
  mutating func takeSize() -> PixelSize? {
    guard let width = take(UInt32.self), let height = take(UInt32.self) else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }
}
