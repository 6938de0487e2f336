package struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  /// From 1; lines end with LF, CRLF or CR.
  package let line: Int
  /// In Unicode scalars, from 1.
  package let column: Int

  package init(of offset: Int, in bytes: [UInt8]) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where Self.isLineEnd(index, in: bytes) {
      line += 1
      lineStart = index + 1
    }
    self.line = line
    let before = bytes[lineStart..<max(lineStart, min(offset, bytes.count))]
    column = 1 + before.count { $0 & 0xC0 != 0x80 }
  }

  static func isLineEnd(_ index: Int, in bytes: [UInt8]) -> Bool {
    if bytes[index] == "\n" { return true }
    return bytes[index] == "\r" && (index + 1 == bytes.count || bytes[index + 1] != "\n")
  }

  package var description: String { "line \(line), column \(column)" }
}

/// Counts lines incrementally, so that many lookups cost a single pass.
struct LineCounter {
  private var offset = 0
  private var count = 1

  /// From 1; lines end with LF, CRLF or CR, and offsets must not decrease.
  mutating func line(at offset: Int, in bytes: [UInt8]) -> Int {
    let end = min(max(offset, self.offset), bytes.count)
    count += (self.offset..<end).count { TextPosition.isLineEnd($0, in: bytes) }
    self.offset = end
    return count
  }
}
