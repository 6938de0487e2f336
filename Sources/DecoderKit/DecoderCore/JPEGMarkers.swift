import Glibc

/// Iterates over the markers of a JPEG (ITU-T T.81, annex B), skipping garbage as libjpeg does.
struct JPEGMarkers {
  struct Segment {
    let code: UInt8
    /// The bytes after the length field; empty for a marker without a segment.
    let payload: Range<Int>
  }

  static let startOfScan: UInt8 = 0xDA
  static let endOfImage: UInt8 = 0xD9
  /// Markers without a length: TEM, RST0 to RST7, SOI and EOI.
  private static func standsAlone(_ code: UInt8) -> Bool {
    code == 0x01 || (0xD0...0xD9).contains(code)
  }

  private let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The next marker with its complete segment; nil at the end of the data.
  mutating func next() -> Segment? {
    while let mark = bytes[min(position, bytes.count)...].firstMark {
      var index = mark + 1
      while index < bytes.count, bytes[index] == 0xFF { index += 1 }
      guard index < bytes.count else { return nil }
      position = index + 1
      // Zero after 0xFF is a stuffed byte of scan data.
      if bytes[index] != 0 { return segment(bytes[index]) }
    }
    return nil
  }

  private mutating func segment(_ code: UInt8) -> Segment? {
    if Self.standsAlone(code) { return Segment(code: code, payload: position..<position) }
    guard position + 2 <= bytes.count else { return nil }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    let end = position + max(2, length)
    guard end <= bytes.count else { return nil }
    defer { position = end }
    return Segment(code: code, payload: position + 2..<end)
  }
}

extension ArraySlice<UInt8> {
  var firstMark: Int? {
    unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let mark = unsafe memchr(start, 0xFF, bytes.count)
      else { return nil }
      return unsafe startIndex + (UnsafeRawPointer(mark) - start)
    }
  }
}
