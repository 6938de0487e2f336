/// Counts lines from place to place, so that many lines cost one way through the bytes.
struct LineCounter {
  private var offset = 0
  private var count = 1

  /// The line of a byte, from 1; lines end with LF, CRLF or CR.
  ///
  /// Offsets may only grow from call to call.
  mutating func line(at offset: Int, in bytes: [UInt8]) -> Int {
    let end = min(max(offset, self.offset), bytes.count)
    count += (self.offset..<end).count { TextPosition.isLineEnd($0, in: bytes) }
    self.offset = end
    return count
  }
}
