/// A chunk of a PNG (W3C PNG, third edition, section 5.3).
package struct PNGChunk {
  package static let lengthLimit = 1 << 31

  package let type: String
  package let length: Int
  package let content: ByteView
  /// From the length field to the checksum, as far as it is there.
  package let range: Range<Int>
  package let isWhole: Bool
  private let file: ByteView

  /// Iterates over the chunks; the last may be truncated.
  package struct Iterator: IteratorProtocol {
    private let file: ByteView
    package private(set) var position = PNGFile.signature.count

    package init(_ file: ByteView) {
      self.file = file
    }

    /// Nil if not even the length and type are there.
    package mutating func next() -> PNGChunk? {
      guard let chunk = PNGChunk(in: file, at: position) else { return nil }
      position += 12 + chunk.length
      return chunk
    }
  }

  private init?(in file: ByteView, at position: Int) {
    guard let length = file.number(at: position, 4), let type = file.bytes(at: position + 4, 4)
    else { return nil }
    let end = position + 12 + length
    self.type = String(decoding: type, as: UTF8.self)
    (self.length, self.file) = (length, file)
    content = file.part(from: position + 8, count: length)
    isWhole = end <= file.count
    range = position..<min(end, file.count)
  }

  package var data: ArraySlice<UInt8> { content.all(atMost: .max) ?? [] }

  /// Whether it is complete and its checksum is right.
  package var isIntact: Bool {
    guard isWhole, let checksum = file.number(at: range.upperBound - 4, 4),
      let bytes = file.bytes(at: range.lowerBound + 4, length + 4)
    else { return false }
    return checksum == Int(PNGFile.checksum(of: bytes))
  }
}
