package import Base
internal import Glibc
package import Imaging

extension TakenTime {
  /// The photo's own date, else that in its file name, else the modification time in local time.
  package init?(
    _ date: CaptureDate?, name: @autoclosure () -> ByteString, modified: FileTime?
  ) {
    if let date {
      self.init(date, source: .photo)
    } else if let date = CaptureDate(name: name().bytes) {
      self.init(date, source: .name)
    } else if let date = modified.flatMap(CaptureDate.init(local:)) {
      self.init(date, source: .file)
    } else {
      return nil
    }
  }
}

extension CaptureDate {
  /// Local time; nil beyond the year 9999.
  fileprivate init?(local time: FileTime) {
    var seconds = time_t(time.seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
    unsafe self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec),
      millisecond: time.nanoseconds / 1_000_000)
  }

  /// Date and time in a file name, such as `IMG_20240131_235958`, `Screenshot 2024-01-31 23-59-58`
  /// or `2024-01-31 at 23.59.58`, or the date alone.
  init?(name: [UInt8]) {
    guard let (day, end) = Day.found(in: name) else { return nil }
    let time = Self.time(in: name, from: end)
    self.init(
      year: day.year, month: day.month, day: day.day, hour: time?.0 ?? 0, minute: time?.1 ?? 0,
      second: time?.2 ?? 0, precision: time == nil ? .day : .second)
  }

  /// Three two-digit numbers, separated by at most one character, after a short gap.
  private static func time(in name: [UInt8], from start: Int) -> (Int, Int, Int)? {
    var place = start
    while place < name.count, !name[place].isDigit, place - start < longestGap { place += 1 }
    var numbers: [Int] = []
    for _ in 0..<3 {
      if !numbers.isEmpty, place < name.count, [0x2D, 0x2E, 0x3A, 0x5F].contains(name[place]) {
        place += 1
      }
      guard place + 1 < name.count, name[place].isDigit, name[place + 1].isDigit else { return nil }
      numbers.append(Int(name[place] - 0x30) * 10 + Int(name[place + 1] - 0x30))
      place += 2
    }
    guard numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return nil }
    return (numbers[0], numbers[1], numbers[2])
  }

  private static let longestGap = 4
}
