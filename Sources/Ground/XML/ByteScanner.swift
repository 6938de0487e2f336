import Values

/// Goes through bytes from the first to the last.
package struct ByteScanner {
  /// All bytes.
  package let bytes: [UInt8]
  /// Where the next byte is; at most the number of bytes.
  @usableFromInline package internal(set) var offset: Int

  /// Begins at the first byte.
  @inlinable package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = 0
  }

  /// Whether nothing is left.
  @inlinable package var isAtEnd: Bool { offset == bytes.count }
  /// The next byte, which stays where it is; nil at the end.
  @inlinable package var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The byte behind the next one; nil where there is none.
  @inlinable package var second: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

  /// Takes the next byte; nil at the end.
  @inlinable package mutating func next() -> UInt8? {
    guard offset < bytes.count else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Takes the next byte if it is the one that is named.
  @inlinable package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == character else { return false }
    offset += 1
    return true
  }

  /// Takes the next bytes if they are those of a text.
  @inlinable package mutating func take(all text: StaticString) -> Bool {
    text.withUTF8Buffer { unsafe take(all: $0) }
  }

  /// Takes the next bytes if they are these.
  @inlinable package mutating func take(all expected: some Collection<UInt8>) -> Bool {
    guard bytes[offset...].starts(with: expected) else { return false }
    offset += expected.count
    return true
  }

  /// Takes the bytes that fit a rule, and says how many they were.
  @discardableResult
  @inlinable package mutating func skip(while fits: (UInt8) -> Bool) -> Int {
    let start = offset
    while offset < bytes.count, fits(bytes[offset]) { offset += 1 }
    return offset - start
  }

  /// Takes everything before a text and the text too.
  /// - Returns: What is before it; nil, with nothing taken, where the text does not come any more.
  @inlinable package mutating func take(upTo text: StaticString) -> ArraySlice<UInt8>? {
    let expected = Array(String(describing: text).utf8)
    var end = offset
    while end + expected.count <= bytes.count {
      if bytes[end] == expected[0], bytes[end...].starts(with: expected) {
        defer { offset = end + expected.count }
        return bytes[offset..<end]
      }
      end += 1
    }
    return nil
  }

  /// Goes to a byte, or to the end.
  @inlinable package mutating func move(to offset: Int) {
    self.offset = min(offset, bytes.count)
  }

  /// The bytes from an offset up to here.
  @inlinable package func slice(from start: Int) -> ArraySlice<UInt8> { bytes[start..<offset] }
}
