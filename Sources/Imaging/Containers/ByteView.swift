/// Reads a file at random offsets within a byte budget; single-threaded.
package final class MetadataFile {
  /// Size of the first read in bytes; covers most metadata that cameras write.
  private static let headLength = 16 * 1024
  private static let windowLength = 4096
  private static let usualByteBudget = 64 << 20

  /// Returns fewer bytes at the end of the file.
  package typealias Read = (_ count: Int, _ offset: Int) -> [UInt8]

  package let byteCount: Int
  private let read: Read
  private var head: ArraySlice<UInt8> = []
  private var window: [UInt8] = []
  private var windowStart = 0
  private var budget = usualByteBudget

  package init(byteCount: Int, read: @escaping Read) {
    (self.byteCount, self.read) = (byteCount, read)
  }

  /// Shares the memory of the bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    byteCount = bytes.count
    read = { _, _ in [] }
    head = bytes
  }

  package convenience init(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  package func bytes(at offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= byteCount, count <= byteCount - offset else {
      return nil
    }
    let end = offset + count
    if head.isEmpty, byteCount > 0 { head = load(Self.headLength, at: 0)[...] }
    if end <= head.count { return head[head.startIndex + offset..<head.startIndex + end] }
    if offset < windowStart || end > windowStart + window.count {
      window = load(max(count, Self.windowLength), at: offset)
      windowStart = offset
    }
    guard end <= windowStart + window.count else { return nil }
    return window[offset - windowStart..<end - windowStart]
  }

  private func load(_ count: Int, at offset: Int) -> [UInt8] {
    let count = min(count, byteCount - offset)
    guard count <= budget else { return [] }
    budget -= count
    return read(count, offset)
  }
}

/// A file or a part of it, with offsets relative to its start.
package struct ByteView {
  private let file: MetadataFile
  /// In the file.
  package let start: Int
  package let count: Int

  package init(_ file: MetadataFile) {
    self.init(file: file, start: 0, count: file.byteCount)
  }

  package init(_ bytes: ArraySlice<UInt8>) {
    self.init(MetadataFile(bytes))
  }

  package init(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  private init(file: MetadataFile, start: Int, count: Int) {
    (self.file, self.start, self.count) = (file, start, count)
  }

  package func bytes(at offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
      return nil
    }
    return file.bytes(at: start + offset, count)
  }

  package func part(from offset: Int, count: Int = .max) -> ByteView {
    let offset = max(0, min(offset, self.count))
    return ByteView(
      file: file, start: start + offset, count: max(0, min(count, self.count - offset)))
  }

  package func all(atMost limit: Int) -> ArraySlice<UInt8>? {
    count <= limit ? bytes(at: 0, count) : nil
  }

  /// A big-endian number; nil if out of range or too large for `Int`.
  package func number(at offset: Int, _ length: Int) -> Int? {
    bytes(at: offset, length)?.bigEndian
  }

  package func little(at offset: Int, _ length: Int) -> Int? {
    bytes(at: offset, length)?.littleEndian
  }

  package func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    let expected = String(describing: text).utf8
    return bytes(at: offset, expected.count)?.elementsEqual(expected) == true
  }
}

/// Takes numbers and texts from the front of bytes; nil if fewer are left.
package struct ByteCursor {
  @usableFromInline let bytes: ArraySlice<UInt8>
  @usableFromInline var position: Int

  @inlinable package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  @inlinable package var rest: ArraySlice<UInt8> { bytes[position...] }

  @inlinable package mutating func next() -> UInt8? {
    guard position < bytes.endIndex else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  @inlinable package mutating func next(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, bytes.endIndex - position >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  package mutating func big(_ count: Int) -> Int? { next(count)?.bigEndian }
  package mutating func little(_ count: Int) -> Int? { next(count)?.littleEndian }

  package mutating func text(_ count: Int) -> String? {
    next(count).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Int {
  package func bigEndianBytes(_ count: Int) -> [UInt8] { littleEndianBytes(count).reversed() }

  package func littleEndianBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}

extension Collection<UInt8> {
  package var bigEndian: Int? { Int(exactly: reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }

  /// The bytes as a little-endian number; nil on overflow.
  package var littleEndian: Int? {
    var (number, shift) = (UInt64(0), UInt64(0))
    for byte in self {
      number |= UInt64(byte) << shift
      shift += 8
    }
    return Int(exactly: number)
  }
}
