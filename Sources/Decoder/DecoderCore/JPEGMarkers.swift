import Glibc

/// Walks over the markers of a JPEG (ITU-T T.81, annex B), passing over garbage as libjpeg does.
struct JPEGMarkers {
  /// One marker and the segment after it.
  struct Segment {
    /// The second byte of the marker.
    let code: UInt8
    /// What follows the length, as a range of the bytes; empty for a marker without a segment.
    let payload: Range<Int>
  }

  static let startOfScan: UInt8 = 0xDA
  static let endOfImage: UInt8 = 0xD9
  /// Markers without a length: TEM, RST0 to RST7, SOI and EOI.
  private static func standsAlone(_ code: UInt8) -> Bool {
    code == 0x01 || (0xD0...0xD9).contains(code)
  }

  private let bytes: [UInt8]
  /// Where the walk goes on, in bytes from the start.
  private(set) var position: Int

  /// Starts a walk somewhere between two segments, or inside the data of a scan.
  init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The next marker with its whole segment; nil where the bytes end before that.
  mutating func next() -> Segment? {
    while let mark = bytes[min(position, bytes.count)...].firstMark {
      var index = mark + 1
      while index < bytes.count, bytes[index] == 0xFF { index += 1 }
      guard index < bytes.count else { return nil }
      position = index + 1
      // A zero after 0xFF is a stuffed byte of scan data.
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
  /// Where the first byte 0xFF stands.
  var firstMark: Int? {
    unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let mark = unsafe memchr(start, 0xFF, bytes.count)
      else { return nil }
      return unsafe startIndex + (UnsafeRawPointer(mark) - start)
    }
  }
}
