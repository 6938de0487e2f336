import Photos

/// A story in progress with the user's inputs, so it can be replayed with other settings.
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

  mutating func advance() {
    take(.advance)
  }

  mutating func scroll(byRows rows: Int) {
    take(.scroll(rows: rows))
  }

  mutating func toggleFix() {
    delivery = delivery == .everything ? .currentGeneration : .everything
    repeatInputs()
  }

  mutating func use(_ pictures: NumberedPictures) {
    self.pictures = pictures
    repeatInputs()
  }

  /// Starts a story; keeps the setting of the fix.
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
