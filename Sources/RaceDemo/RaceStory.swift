import Base

/// The script of the demo: scrolls and response times.
///
/// Determined by the seed alone, on every machine.
package struct RaceStory: Hashable, Sendable {
  package let seed: UInt64
  package let latency: LatencyRange
  let steps: [RaceStep]

  static let photoCount = 24

  package init(seed: UInt64, latency: LatencyRange = .usual) {
    self.seed = seed
    self.latency = latency
    var writer = Writer(seed: seed, latency: latency)
    writer.writeReuse()
    writer.writeAskedTwice()
    writer.writeAwayAndBack()
    steps = writer.steps
  }

  /// By request number from 0, the same on both sides, also for requests that are not scripted.
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

    mutating func writeReuse() {
      add(.chapter(.reused))
      for _ in 0..<4 {
        pause(80...260)
        add(.scroll(rows: Int.random(in: 1...2, using: &random)))
      }
      rest()
    }

    mutating func writeAskedTwice() {
      add(.chapter(.askedTwice))
      add(.scroll(rows: 2))
      for place in 0..<2 {
        pause(20...60)
        add(.askAgain(place: place))
      }
      rest()
    }

    /// Scrolls away and back while photos are loading.
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

    private mutating func rest() {
      time += slowest + .milliseconds(1)
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func duration(in range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &self))
  }
}

struct RaceStep: Hashable, Sendable {
  /// Since the start of the story.
  let time: Duration
  let action: Action

  enum Action: Hashable, Sendable {
    case chapter(RaceKind)
    /// In rows of cells, downward positive.
    case scroll(rows: Int)
    /// Repeats the load of the cell at a screen position.
    case askAgain(place: Int)
  }
}

/// How a response becomes stale, in the order of the story.
enum RaceKind: Int, CaseIterable, Hashable, Sendable {
  /// The cell was bound to another photo: A, B.
  case reused
  /// The cell loads its photo again, as after a resize: A, A.
  case askedTwice
  /// The cell was bound to another photo and back: A, B, A.
  case awayAndBack

  var words: String {
    switch self {
    case .reused: "reused"
    case .askedTwice: "asked twice"
    case .awayAndBack: "away and back"
    }
  }

  var name: String { words.split(separator: " ").joined(separator: "_") }

  var title: String { "\(rawValue + 1) \(words)" }
}
