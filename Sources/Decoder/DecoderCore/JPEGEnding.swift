import Glibc

/// Where the data of a JPEG end, and whether its file goes on until there.
enum JPEGEnding {
  /// How many bytes of the end of a file are looked at first.
  static let byteCount = 4096

  /// Tells whether a file may end within the data of a scan.
  ///
  /// Behind a byte 0xFF these data have a zero or the number of a restart (ITU-T T.81, section
  /// B.1.1.5). Elsewhere that is rare: in a video, in padding, in what phones append.
  /// - Parameter end: The last bytes of a file.
  /// - Returns: False where data end among these bytes, and where the bytes are no such data.
  static func mayBeMissing(at end: [UInt8]) -> Bool {
    var (dataCount, otherCount) = (0, 0)
    for (mark, next) in zip(end, end.dropFirst()) where mark == 0xFF {
      if next == JPEGMarkers.endOfImage { return false }
      if next == 0 || (0xD0...0xD7).contains(next) { dataCount += 1 } else { otherCount += 1 }
    }
    return dataCount > otherCount
  }

  /// Tells whether the data of a picture end within its file.
  /// - Parameters:
  ///   - file: The whole file.
  ///   - scanStart: Where the data of its first scan begin, in bytes.
  /// - Returns: Whether the mark of their end is there.
  static func isThere(in file: UnsafeBufferPointer<UInt8>, from scanStart: Int) -> Bool {
    guard let start = file.baseAddress else { return false }
    var position = scanStart
    while position < file.count - 1,
      let mark = unsafe memchr(start + position, 0xFF, file.count - 1 - position)
    {
      position = unsafe UnsafeRawPointer(mark) - UnsafeRawPointer(start) + 1
      if unsafe file[position] == JPEGMarkers.endOfImage { return true }
    }
    return false
  }
}
