/// A log that may be written from any thread without blocking.
///
/// Messages above the threshold are not even formatted. Image data, headers and keys are never
/// logged, and logins and queries are removed from URLs.
package struct Log: Sendable {
  package static let none = Log(upTo: nil, clock: .system, harmless: \.self, take: { _ in })

  private let threshold: LogLevel?
  private let clock: WallClock
  private let harmless: @Sendable (String) -> String
  private let take: @Sendable (LogEntry) -> Void

  /// `threshold` is the least severe level that is logged.
  ///
  /// `harmless` sanitizes untrusted text to one line; `take` must not block the logging thread.
  package init(
    upTo threshold: LogLevel?, clock: WallClock, harmless: @escaping @Sendable (String) -> String,
    take: @escaping @Sendable (LogEntry) -> Void
  ) {
    (self.threshold, self.clock) = (threshold, clock)
    (self.harmless, self.take) = (harmless, take)
  }

  /// `message` is one sentence and may contain untrusted text; evaluated only if it is logged.
  package func write(_ level: LogLevel, _ area: LogArea, _ message: @autoclosure () -> String) {
    write(level, area, each: [message()])
  }

  /// Logs several entries; `messages` is evaluated only if they are logged.
  package func write(
    _ level: LogLevel, _ area: LogArea, each messages: @autoclosure () -> [String]
  ) {
    guard let threshold, level <= threshold else { return }
    for message in messages() {
      let text = harmless(LogText.withoutSecrets(message))
      take(LogEntry(time: clock.now(), level: level, area: area, message: text))
    }
  }
}

/// The severity of a log entry; the names are stable.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
  /// The program cannot do what was requested.
  case error
  /// A photo, a source or a service is unavailable; the program continues.
  case warning
  case info
  case debug

  package static func < (first: LogLevel, second: LogLevel) -> Bool { first.rank < second.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The subsystem of a log entry; the names are stable.
package enum LogArea: String, CaseIterable, Sendable {
  case program, load, decoder, sandbox, http
  /// Folders, lists and feeds, and their changes.
  case source
  case thumbnails, responses, index, terminal, configuration
  case action
}

package struct LogEntry: Hashable, Sendable, CustomStringConvertible {
  /// Seconds since 1970 in UTC.
  package let time: Int
  package let level: LogLevel
  package let area: LogArea
  /// On one line.
  package let message: String

  package init(time: Int, level: LogLevel, area: LogArea, message: String) {
    (self.time, self.level, self.area, self.message) = (time, level, area, message)
  }

  /// The line without its end: ISO 8601 time, level, area and message, separated by blanks.
  package var description: String { "\(moment) \(level.rawValue) \(area.rawValue) \(message)" }

  private var moment: String {
    let (day, second) = time.quotientAndRemainder(flooringBy: 86_400)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { $0.zeroPadded(to: 2) }
    return "\(CivilDate(daysSinceEpoch: day))T\(clock.joined(separator: ":"))Z"
  }
}

package enum LogText {
  /// Removes logins, queries and fragments from all URLs in a text.
  ///
  /// A URL ends at white space or a quotation mark; `?...` replaces everything after its path.
  package static func withoutSecrets(_ text: String) -> String {
    var (rest, clean) = (AddressText.withoutLogins(text)[...], "")
    while let start = rest.range(ofSchemeEnd: .double) {
      clean += rest[..<start]
      rest = rest[start...]
      let end = rest.firstIndex { $0.isWhitespace || "\"'<>`".contains($0) } ?? rest.endIndex
      clean += address(rest[..<end])
      rest = rest[end...]
    }
    return clean + rest
  }

  private static func address(_ text: Substring) -> String {
    let end = text.firstIndex { "/?#".contains($0) } ?? text.endIndex
    let host = text[..<end]
    let name = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
    let path = text[end...]
    guard let query = path.firstIndex(where: { "?#".contains($0) }) else {
      return String(name + path)
    }
    // A colon after a URL is part of the message.
    return "\(name)\(path[..<query])?...\(path.hasSuffix(":") ? ":" : "")"
  }
}
