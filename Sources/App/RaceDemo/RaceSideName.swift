import Grid

/// One of the two sides, by the one word that it has everywhere.
enum RaceSideName: String, CaseIterable, Hashable, Sendable {
  /// Shows whatever comes.
  case left
  /// Checks whose answer it is.
  case right

  /// The word.
  var word: String { rawValue }

  /// The side across.
  var other: RaceSideName { self == .left ? .right : .left }

  /// What the side does, above its grid: the right one by which answers it accepts.
  func heading(_ delivery: DeliveryPolicy) -> String {
    switch (self, delivery) {
    case (.left, _): "left: shows whatever comes"
    case (.right, .currentGeneration): "right: checks whose answer it is"
    case (.right, .everything): "right, check off: shows it too"
    }
  }
}
