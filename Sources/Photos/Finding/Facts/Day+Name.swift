internal import Base
package import Catalogs

extension Day {
  /// The first date in a file name, as written by cameras, phones and screenshots:
  /// `IMG_20240131_…`, `PXL_20240131…`, `Screenshot 2024-01-31`, `2024_01_31`.
  ///
  /// Only valid dates from 1970 to 2099 count. The bytes need not be text.
  package init?(name: [UInt8]) {
    guard let (day, _) = Self.found(in: name) else { return nil }
    self = day
  }

  static func found(in name: [UInt8]) -> (day: Day, end: Int)? {
    let name = name.span
    var index = 0
    while index < name.count {
      guard name[index].isDigit else {
        index += 1
        continue
      }
      let start = index
      while index < name.count, name[index].isDigit { index += 1 }
      if let day = Self.packed(name, start..<index) { return (day, start + 8) }
      if let day = Self.separated(name, start..<index) { return (day, index + 6) }
    }
    return nil
  }

  /// A run of digits that begins with a date, alone or followed by a time.
  private static func packed(_ name: Span<UInt8>, _ run: Range<Int>) -> Day? {
    guard run.count == 8 || run.count >= 12 else { return nil }
    return Day(
      checking: number(name, run.lowerBound, 4), number(name, run.lowerBound + 4, 2),
      number(name, run.lowerBound + 6, 2))
  }

  /// A year, and after equal separators a month and a day.
  private static func separated(_ name: Span<UInt8>, _ year: Range<Int>) -> Day? {
    let end = year.upperBound
    guard year.count == 4, end + 6 <= name.count, [0x2D, 0x2E, 0x5F].contains(name[end]),
      name[end + 3] == name[end], end + 6 == name.count || !name[end + 6].isDigit,
      [1, 2, 4, 5].allSatisfy({ name[end + $0].isDigit })
    else { return nil }
    return Day(
      checking: number(name, year.lowerBound, 4), number(name, end + 1, 2),
      number(name, end + 4, 2))
  }

  private static func number(_ name: Span<UInt8>, _ start: Int, _ count: Int) -> Int {
    (start..<start + count).reduce(0) { $0 * 10 + Int(name[$1] - 0x30) }
  }

  private init?(checking year: Int, _ month: Int, _ day: Int) {
    guard (1970...2099).contains(year), (1...12).contains(month),
      (1...Self.dayCount(of: month, in: year)).contains(day)
    else { return nil }
    self.init(year, month, day)
  }

  private static func dayCount(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Photo {
  /// The capture day from the photo or its file name; nil if unknown.
  package func day(knowing facts: PhotoFacts?) -> Day? {
    if let taken = facts?.taken, taken.source != .file { return taken.day }
    return isNamedAsFile ? Day(name: name.bytes) : nil
  }
}
