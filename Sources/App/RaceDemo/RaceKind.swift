/// The three ways in which an answer comes too late for the cell that asked, in the order of the story.
enum RaceKind: Int, CaseIterable, Hashable, Sendable {
  /// The cell was given another photo: A, B.
  case reused
  /// The cell asked for its photo again, as after a resize: A, A.
  case askedTwice
  /// The cell was given another photo and the first one again: A, B, A.
  case awayAndBack

  /// The words for it, everywhere.
  var words: String {
    switch self {
    case .reused: "reused"
    case .askedTwice: "asked twice"
    case .awayAndBack: "away and back"
    }
  }

  /// The name of its number in a report.
  var name: String { words.split(separator: " ").joined(separator: "_") }

  /// Its place in the story, and the words: `2 away and back`.
  var title: String { "\(rawValue + 1) \(words)" }
}
