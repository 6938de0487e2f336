/// One thing that happened, in words.
struct RaceLogLine: Hashable, Sendable {
  /// When, since the story began.
  let time: Duration
  let text: String
  /// Tells whether a stale answer was taken over by either side.
  let isStale: Bool

  /// The time in milliseconds, flush right, and the words.
  var description: String {
    let time = "\(self.time / .milliseconds(1))".prefix { $0 != "." }
    let indent = String(repeating: " ", count: max(0, 5 - time.count))
    return "\(indent)\(time) ms  \(text)"
  }
}
