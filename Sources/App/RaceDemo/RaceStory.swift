import Values

/// What happens in the demo: when it scrolls, and how long each answer takes.
///
/// A value that follows from its seed alone: one seed, one story, on every machine.
package struct RaceStory: Hashable, Sendable {
  /// What everything follows from.
  package let seed: UInt64
  /// How long responses take.
  package let latency: LatencyRange
  /// What the script does, in the order of time.
  let steps: [RaceStep]

  /// The number of photos.
  static let photoCount = 24

  /// Writes the story of a seed.
  /// - Parameters:
  ///   - seed: What everything follows from.
  ///   - latency: How long responses may take.
  package init(seed: UInt64, latency: LatencyRange = .usual) {
    self.seed = seed
    self.latency = latency
    var writer = Writer(seed: seed, latency: latency)
    writer.writeReuse()
    writer.writeAskedTwice()
    writer.writeAwayAndBack()
    steps = writer.steps
  }

  /// How long the response to a request takes, by the request's number from zero: the same for both
  /// sides, and also for requests that no script foresaw.
  func latency(ofRequest number: Int) -> Duration {
    var random = SplitMix64(seed: seed ^ (UInt64(number) &+ 1) &* 0xD6E8_FEB8_6659_FD93)
    return random.duration(in: latency.milliseconds)
  }

  private struct Writer {
    var steps: [RaceStep] = []
    private var time = Duration.zero
    private var random: SplitMix64
    private let slowest: Duration

    init(seed: UInt64, latency: LatencyRange) {
      random = SplitMix64(seed: seed)
      slowest = .milliseconds(latency.milliseconds.upperBound)
    }

    /// Scrolls on while the photos before are still on their way.
    mutating func writeReuse() {
      add(.chapter(.reused))
      for _ in 0..<4 {
        pause(80...260)
        add(.scroll(rows: Int.random(in: 1...2, using: &random)))
      }
      rest()
    }

    /// Lets cells load again what they are loading already.
    mutating func writeAskedTwice() {
      add(.chapter(.askedTwice))
      add(.scroll(rows: 2))
      for place in 0..<2 {
        pause(20...60)
        add(.askAgain(place: place))
      }
      rest()
    }

    /// Scrolls away and back before the photos there are answered.
    mutating func writeAwayAndBack() {
      add(.chapter(.awayAndBack))
      for _ in 0..<3 {
        pause(60...200)
        add(.scroll(rows: -2))
        pause(60...200)
        add(.scroll(rows: 2))
        pause(200...500)
      }
    }

    private mutating func add(_ action: RaceStep.Action) {
      steps.append(RaceStep(time: time, action: action))
    }

    private mutating func pause(_ milliseconds: ClosedRange<Int>) {
      time += random.duration(in: milliseconds)
    }

    /// Waits until every response is there.
    private mutating func rest() {
      time += slowest + .milliseconds(1)
    }
  }
}

extension SplitMix64 {
  /// A span of whole milliseconds between two others.
  fileprivate mutating func duration(in range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &self))
  }
}

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
