/// What the script does at one moment of a story.
struct RaceStep: Hashable, Sendable {
  /// When, since the story began.
  let time: Duration
  let action: Action

  enum Action: Hashable, Sendable {
    /// Begins the stories of one kind.
    case chapter(RaceKind)
    /// Scrolls by rows of cells, downwards positive.
    case scroll(rows: Int)
    /// Lets the cell at a place on the screen load its photo again.
    case askAgain(place: Int)
  }
}
