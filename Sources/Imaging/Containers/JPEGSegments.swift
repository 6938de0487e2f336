internal import Glibc

/// Iterates over the segments of a JPEG (ITU-T T.81, annex B); ends where no marker follows.
package struct JPEGSegments: Sequence, IteratorProtocol {
  package struct Segment {
    package let code: UInt8
    /// The bytes after the length field, as far as they are there; empty for a marker without one.
    package let payload: Range<Int>
    package let isWhole: Bool
  }

  package static let startOfScan: UInt8 = 0xDA
  package static let endOfImage: UInt8 = 0xD9
  /// Limits the reads in a file of fill bytes.
  private static let mostReads = 4096

  private let view: ByteView
  private let skipsGarbage: Bool
  private var readCount = 0
  package private(set) var position: Int

  /// `skipsGarbage` searches the next marker like libjpeg, also in scan data, and ends at an
  /// incomplete segment; for bytes in memory.
  package init(_ view: ByteView, from position: Int = 2, skipsGarbage: Bool = false) {
    (self.view, self.position, self.skipsGarbage) = (view, position, skipsGarbage)
  }

  package mutating func next() -> Segment? {
    guard let code = skipsGarbage ? codeAfterGarbage() : code() else { return nil }
    // TEM, RST0 to RST7, SOI and EOI have no length.
    if code == 0x01 || (0xD0...0xD9).contains(code) {
      return Segment(code: code, payload: position..<position, isWhole: true)
    }
    guard let length = view.number(at: position, 2), length >= 2 || skipsGarbage else { return nil }
    let start = position + 2
    position += Swift.max(2, length)
    let isWhole = position <= view.count
    guard isWhole || !skipsGarbage else { return nil }
    return Segment(code: code, payload: start..<Swift.min(position, view.count), isWhole: isWhole)
  }

  /// The code of the marker at the position, after any number of fill bytes.
  private mutating func code() -> UInt8? {
    while readCount < Self.mostReads, let marker = view.bytes(at: position, 2),
      marker.first == 0xFF, let code = marker.last
    {
      readCount += 1
      position += code == 0xFF ? 1 : 2
      if code != 0xFF { return code }
    }
    return nil
  }

  private mutating func codeAfterGarbage() -> UInt8? {
    while let rest = view.bytes(at: position, view.count - position), let mark = rest.firstMark,
      let code = rest[mark...].drop(while: { $0 == 0xFF }).indices.first
    {
      position += code + 1 - rest.startIndex
      // Zero after 0xFF is a stuffed byte of scan data.
      if rest[code] != 0 { return rest[code] }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  package var firstMark: Int? {
    unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let mark = unsafe memchr(start, 0xFF, bytes.count)
      else { return nil }
      return unsafe startIndex + (UnsafeRawPointer(mark) - start)
    }
  }
}
