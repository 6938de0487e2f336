import Grid

/// A story that is being told, and what the user has done to it: it can be told again up to the same
/// moment with the fix off or in another size.
@MainActor
struct RaceRun {
  private(set) var race: Race
  private(set) var delivery = DeliveryPolicy.currentGeneration
  private var pictures: NumberedPictures
  private var inputs: [Input] = []

  private enum Input {
    case advance
    case scroll(rows: Int)
  }

  init(story: RaceStory, pictures: NumberedPictures) {
    self.pictures = pictures
    race = Race(story: story, pictures: pictures, delivery: delivery)
  }

  /// Lets the next event happen.
  mutating func advance() {
    take(.advance)
  }

  /// Scrolls both grids by hand.
  mutating func scroll(byRows rows: Int) {
    take(.scroll(rows: rows))
  }

  /// Switches the fix of the right side off or on.
  mutating func toggleFix() {
    delivery = delivery == .everything ? .currentGeneration : .everything
    repeatInputs()
  }

  /// Goes on with other pictures.
  mutating func use(_ pictures: NumberedPictures) {
    self.pictures = pictures
    repeatInputs()
  }

  /// Begins a story; the fix stays as it is.
  mutating func begin(_ story: RaceStory) {
    inputs = []
    race = Race(story: story, pictures: pictures, delivery: delivery)
  }

  private mutating func take(_ input: Input) {
    inputs.append(input)
    perform(input)
  }

  private func perform(_ input: Input) {
    switch input {
    case .advance: race.advance()
    case .scroll(let rows): race.scroll(byRows: rows)
    }
  }

  private mutating func repeatInputs() {
    race = Race(story: race.story, pictures: pictures, delivery: delivery)
    for input in inputs { perform(input) }
  }
}
