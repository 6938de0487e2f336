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
