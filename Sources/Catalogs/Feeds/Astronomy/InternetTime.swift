import Base

/// Parses RFC 3339 timestamps such as `2024-05-01T12:30:00.123Z`.
package enum InternetTime {
  /// Seconds since 1970 UTC without fractions; nil if invalid.
  package static func seconds(_ text: [UInt8]) -> Int? {
    guard text.count >= 20, text[10] | 0x20 == UInt8(ascii: "t"), text[13] == ":", text[16] == ":",
      let date = CivilDate(text[..<10]),
      let hour = Int(digits: text[11..<13]), hour < 24, let minute = Int(digits: text[14..<16]),
      minute < 60,
      let second = Int(digits: text[17..<19]), second <= 60
    else { return nil }
    var rest = text[19...]
    if rest.first == "." { rest = rest.dropFirst().drop(while: \.isDigit) }
    guard let offset = offset(rest) else { return nil }
    return date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second - offset
  }

  /// The offset of local time from UTC in seconds.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    guard let sign = text.first else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return text.count == 1 ? 0 : nil }
    let digits = text.dropFirst()
    guard sign == "+" || sign == "-", digits.count == 5, digits[digits.startIndex + 2] == ":",
      let hours = Int(digits: digits.prefix(2)), let minutes = Int(digits: digits.suffix(2))
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }
}
