/// One load of one cell: what it asked for, and what became of the answer.
struct RaceLoad: Hashable, Sendable {
  /// The cell that asked, from zero.
  let cell: Int
  /// The photo it asked for.
  let number: PhotoNumber
  /// The photo it was given before; nil at its first.
  let previous: PhotoNumber?
  /// The kind of story it is part of.
  let kind: RaceKind
  /// When it began, since the story began.
  let begun: Duration
  /// When the cell began another load; nil while this one is its last.
  var replaced: Duration?
  /// What became of the answer; nil while it is on its way.
  var answer: Answer?

  /// An answer that has come.
  struct Answer: Hashable, Sendable {
    /// When, since the story began.
    let time: Duration
    /// Whether the cell had begun another load by then.
    let isLate: Bool
    /// Whether the left side showed it.
    let isShownOnLeft: Bool
    /// Whether the right side showed it.
    let isShownOnRight: Bool
  }

  /// Whether the cell waits for something else by now.
  var isReplaced: Bool { replaced != nil }

  /// How long after the cell's next load the answer came; nil where it came in time, or has not come.
  var lateness: Duration? {
    guard let answer, let replaced, answer.isLate else { return nil }
    return answer.time - replaced
  }
}
