package import Values

/// Where it is told what went wrong and when; callable from any thread, never waits.
///
/// ```swift
/// let log = Log(upTo: .info, clock: .system, harmless: { DisplayText($0).description }) { file.append($0) }
/// log.write(.warning, .load, "\(photo): \(reason)")
/// ```
///
/// What is not to be told is not even put into words. No picture data, headers or keys are ever told,
/// and of web addresses neither logins nor queries.
package struct Log: Sendable {
  /// Tells nobody.
  package static let none = Log()

  private struct Target: Sendable {
    let threshold: LogLevel
    let clock: WallClock
    let harmless: @Sendable (String) -> String
    let take: @Sendable (LogEntry) -> Void
  }

  private let target: Target?

  private init() {
    target = nil
  }

  /// Tells one who takes entries.
  /// - Parameters:
  ///   - threshold: The level of what matters least and is still told.
  ///   - clock: Says when something happened.
  ///   - harmless: Makes one line of a text, which parts of may be foreign.
  ///   - take: Hears of every entry, on the thread of whoever tells it, which it must not hold up.
  package init(
    upTo threshold: LogLevel, clock: WallClock, harmless: @escaping @Sendable (String) -> String,
    take: @escaping @Sendable (LogEntry) -> Void
  ) {
    target = Target(threshold: threshold, clock: clock, harmless: harmless, take: take)
  }

  /// Tells something, where that is wanted.
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - area: What it is about.
  ///   - message: What happened, in one sentence; foreign text.
  package func write(_ level: LogLevel, _ area: LogArea, _ message: @autoclosure () -> String) {
    guard let target, level <= target.threshold else { return }
    tell(level, area, message(), target)
  }

  /// Tells several things, one entry each, where that is wanted; else nobody looks for them.
  /// - Parameters:
  ///   - level: How much they matter.
  ///   - area: What they are about.
  ///   - messages: What happened, each in one sentence; foreign text.
  package func write(
    _ level: LogLevel, _ area: LogArea, each messages: @autoclosure () -> [String]
  ) {
    guard let target, level <= target.threshold else { return }
    for message in messages() { tell(level, area, message, target) }
  }

  private func tell(_ level: LogLevel, _ area: LogArea, _ message: String, _ target: Target) {
    let text = target.harmless(LogText.withoutSecrets(message))
    target.take(LogEntry(time: target.clock.now(), level: level, area: area, message: text))
  }
}

/// How much an entry of the log matters; the names stay.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
  /// The program does not do what it was asked for.
  case error
  /// A photo, a source or a service is missing; the rest goes on.
  case warning
  /// What the program has done and why.
  case info
  /// Every load and every request.
  case debug

  /// Whether an entry of the first level matters more.
  package static func < (first: LogLevel, second: LogLevel) -> Bool { first.rank < second.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
