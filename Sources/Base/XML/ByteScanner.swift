package struct ByteScanner {
  package let bytes: [UInt8]
  @usableFromInline package internal(set) var offset: Int

  @inlinable package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = 0
  }

  @inlinable package var isAtEnd: Bool { offset == bytes.count }
  @inlinable package var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  @inlinable package var second: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

  @inlinable package mutating func next() -> UInt8? {
    guard offset < bytes.count else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  @inlinable package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == character else { return false }
    offset += 1
    return true
  }

  @inlinable package mutating func take(all text: StaticString) -> Bool {
    text.withUTF8Buffer { unsafe take(all: $0) }
  }

  @inlinable package mutating func take(all expected: some Collection<UInt8>) -> Bool {
    guard bytes[offset...].starts(with: expected) else { return false }
    offset += expected.count
    return true
  }

  @discardableResult
  @inlinable package mutating func skip(while fits: (UInt8) -> Bool) -> Int {
    let start = offset
    while offset < bytes.count, fits(bytes[offset]) { offset += 1 }
    return offset - start
  }

  /// Takes everything through a text and returns what precedes it; nothing if it does not occur.
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

  @inlinable package mutating func move(to offset: Int) {
    self.offset = min(offset, bytes.count)
  }

  @inlinable package func slice(from start: Int) -> ArraySlice<UInt8> { bytes[start..<offset] }
}
