/// A file as its metadata are read: here and there, a little at a time, and never all of it.
///
/// For one thread. What lies beyond the file, or beyond what is read of one file, is not there.
package final class MetadataFile {
  /// How much is read at the beginning, in bytes: most of what cameras write about a photo.
  private static let headLength = 16 * 1024
  /// How much is read elsewhere at least, in bytes.
  private static let windowLength = 4096
  /// How much is read of one file, in bytes.
  private static let usualBudget = 64 << 20

  /// The size of the file, in bytes.
  package let byteCount: Int
  private let read: (_ count: Int, _ offset: Int) -> [UInt8]
  private var head: [UInt8] = []
  private var window: [UInt8] = []
  private var windowStart = 0
  private var budget = usualBudget

  /// Takes a file.
  /// - Parameters:
  ///   - byteCount: Its size in bytes.
  ///   - read: Reads so many bytes from an offset; fewer where there are no more.
  package init(byteCount: Int, read: @escaping (_ count: Int, _ offset: Int) -> [UInt8]) {
    self.byteCount = byteCount
    self.read = read
  }

  /// Takes bytes in memory for a file.
  package convenience init(_ bytes: [UInt8]) {
    self.init(byteCount: bytes.count) { count, offset in
      Array(bytes.dropFirst(offset).prefix(count))
    }
    head = bytes
  }

  /// Exactly so many bytes from an offset on; nil where they are not all there.
  package func bytes(at offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= byteCount, count <= byteCount - offset else {
      return nil
    }
    let end = offset + count
    if head.isEmpty, byteCount > 0 { head = load(Self.headLength, at: 0) }
    if end <= head.count { return head[offset..<end] }
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

/// A part of a file, or all of it; offsets are counted from its beginning.
package struct ByteView {
  private let file: MetadataFile
  /// Where it begins in the file, in bytes.
  private let start: Int
  /// How many bytes it has.
  package let count: Int

  /// All of a file.
  package init(_ file: MetadataFile) {
    self.init(file: file, start: 0, count: file.byteCount)
  }

  /// Bytes in memory.
  package init(_ bytes: some Collection<UInt8>) {
    self.init(MetadataFile(Array(bytes)))
  }

  private init(file: MetadataFile, start: Int, count: Int) {
    self.file = file
    self.start = start
    self.count = count
  }

  /// Exactly so many bytes from an offset on; nil where they are not all there.
  package func bytes(at offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
      return nil
    }
    return file.bytes(at: start + offset, count)
  }

  /// What follows an offset, so many bytes at most; empty where that lies beyond the end.
  package func part(from offset: Int, count: Int = .max) -> ByteView {
    let offset = max(0, min(offset, self.count))
    return ByteView(
      file: file, start: start + offset, count: max(0, min(count, self.count - offset)))
  }

  /// All bytes; nil where there are more than so many.
  package func all(atMost limit: Int) -> ArraySlice<UInt8>? {
    count <= limit ? bytes(at: 0, count) : nil
  }

  /// A number of some bytes, the highest first; nil where they are not all there, or none can hold it.
  package func number(at offset: Int, _ length: Int) -> Int? {
    bytes(at: offset, length)?.bigEndian
  }

  /// Whether a text stands at an offset.
  package func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    let expected = String(describing: text).utf8
    return bytes(at: offset, expected.count)?.elementsEqual(expected) == true
  }
}

extension Collection<UInt8> {
  /// The number that the bytes are, the highest first; nil where it is too large.
  package var bigEndian: Int? {
    Int(exactly: reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The number that the bytes are, the lowest first; nil where it is too large.
  package var littleEndian: Int? {
    var (number, shift) = (UInt64(0), UInt64(0))
    for byte in self {
      number |= UInt64(byte) << shift
      shift += 8
    }
    return Int(exactly: number)
  }
}
