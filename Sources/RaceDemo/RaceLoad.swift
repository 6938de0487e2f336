struct RaceLoad: Hashable, Sendable {
  /// From 0.
  let cell: Int
  let number: PhotoNumber
  /// The cell's previous photo; nil for its first load.
  let previous: PhotoNumber?
  let kind: RaceKind
  /// Since the start of the story.
  let begun: Duration
  /// When the cell started another load; nil if it has not.
  var replaced: Duration?
  var answer: Answer?

  struct Answer: Hashable, Sendable {
    let time: Duration
    let isLate: Bool
    let isShownOnLeft: Bool
    let isShownOnRight: Bool
  }

  var isReplaced: Bool { replaced != nil }

  /// The time from the cell's next load to this response; nil unless it was stale.
  var lateness: Duration? {
    guard let answer, let replaced, answer.isLate else { return nil }
    return answer.time - replaced
  }
}
