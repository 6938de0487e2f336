internal import Base

/// Header fields in order; a name may occur more than once.
package struct HTTPHeaders: Hashable, Sendable {
  package var lines: [HTTPHeader]

  package init(_ lines: [HTTPHeader] = []) {
    self.lines = lines
  }

  /// The first value of a lower-case name, as text.
  package subscript(name: String) -> String? { first(name)?.text }

  func first(_ name: String) -> HTTPHeader? { lines.first { $0.name == name } }

  /// All values of a lower-case name, joined (RFC 9110 section 5.3).
  package func list(_ name: String) -> String? {
    let values = lines.filter { $0.name == name }.map(\.text)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  package var entityTag: String? {
    self["etag"].map { tag in
      String((tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]).filter { $0 != "\"" })
    }
  }

  /// Updated by the headers of a `304` (RFC 9111 section 3.2).
  func updated(by newer: HTTPHeaders) -> HTTPHeaders {
    let newer = newer.lines.filter { !Self.ofTheMessage.contains($0.name) }
    let names = Set(newer.map(\.name))
    return HTTPHeaders(lines.filter { !names.contains($0.name) } + newer)
  }

  /// Of a message or its body, and not of the response.
  private static let ofTheMessage: Set<String> = [
    "connection", "content-encoding", "content-length", "content-range", "content-type",
    "keep-alive", "proxy-authenticate", "proxy-connection", "te", "trailer", "transfer-encoding",
    "upgrade",
  ]
}

package struct HTTPHeader: Hashable, Sendable {
  /// A lower-case token (RFC 9110 section 5.6.2).
  package let name: String
  /// Trimmed; untrusted bytes in a response.
  package let value: [UInt8]

  package init?(name: some StringProtocol, value: some Sequence<UInt8>) {
    let value = Array(value).trimmed
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken),
      !value.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    self.name = name.lowercased()
    self.value = Array(value)
  }

  package init?(_ name: String, _ value: String) {
    self.init(name: name, value: value.utf8)
  }

  /// With U+FFFD for invalid UTF-8; not sanitized.
  package var text: String { String(decoding: value, as: UTF8.self) }

  private static func isToken(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

/// Dates of HTTP (RFC 9110 section 5.6.7), including the two obsolete forms.
package enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// In seconds since 1970 UTC. `now` is for two-digit years: none is more than 50 years ahead.
  package static func seconds(_ text: String, now: Int) -> Int? {
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    guard words.count >= 5 else { return nil }
    if words.count == 6, words[5] == "gmt" {
      return seconds(year: year(words[3], now: now), month: words[2], day: words[1], time: words[4])
    }
    guard words.count == 5 else { return nil }
    return seconds(year: number(words[4], 4), month: words[1], day: words[2], time: words[3])
  }

  private static func seconds(year: Int?, month: String, day: String, time: String) -> Int? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
      .map { number(String($0), 2) }
    guard let year, let month = months.firstIndex(of: month), let day = Int(day),
      let date = CivilDate(year: year, month: month + 1, day: day), clock.count == 3,
      let hour = clock[0], hour < 24, let minute = clock[1], minute < 60,
      let second = clock[2], second <= 60
    else { return nil }
    return date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second
  }

  private static func number(_ text: String, _ digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  private static func year(_ text: String, now: Int) -> Int? {
    guard let short = number(text, 2) else { return number(text, 4) }
    let present = 1970 + now / 31_556_952
    let year = present - present % 100 + short
    return year > present + 50 ? year - 100 : year
  }
}
