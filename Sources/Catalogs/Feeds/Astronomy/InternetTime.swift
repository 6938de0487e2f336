import Values

/// A moment as RFC 3339 writes it: `2024-05-01T12:30:00.123Z`.
package enum InternetTime {
  /// The moment in seconds since 1970 in UTC, parts of a second left out; nil where the text is none.
  package static func seconds(_ text: [UInt8]) -> Int? {
    guard text.count >= 20, text[10] | 0x20 == UInt8(ascii: "t"), text[13] == ":", text[16] == ":",
      let date = CivilDate(String(decoding: text[..<10], as: UTF8.self)),
      let hour = number(text[11..<13]), hour < 24, let minute = number(text[14..<16]), minute < 60,
      let second = number(text[17..<19]), second <= 60
    else { return nil }
    var rest = text[19...]
    if rest.first == "." { rest = rest.dropFirst().drop(while: \.isDigit) }
    guard let offset = offset(rest) else { return nil }
    return date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second - offset
  }

  /// How far a local time is ahead of UTC, in seconds.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    guard let sign = text.first else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return text.count == 1 ? 0 : nil }
    let digits = text.dropFirst()
    guard sign == "+" || sign == "-", digits.count == 5, digits[digits.startIndex + 2] == ":",
      let hours = number(digits.prefix(2)), let minutes = number(digits.suffix(2))
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy(\.isDigit) ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }
}
