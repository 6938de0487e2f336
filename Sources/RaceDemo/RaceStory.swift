import Base

/// Scrolls and response times, determined by the seed alone on every machine.
package struct RaceStory: Hashable, Sendable {
  package let seed: UInt64
  package let latency: LatencyRange
  let steps: [RaceStep]

  static let photoCount = 24

  package init(seed: UInt64, latency: LatencyRange = .usual) {
    (self.seed, self.latency) = (seed, latency)
    var (steps, time, random) = ([RaceStep](), Duration.zero, SplitMix64(seed: seed))
    func pause(_ milliseconds: ClosedRange<Int>) { time += random.duration(in: milliseconds) }
    func add(_ action: RaceStep.Action) { steps.append(RaceStep(time: time, action: action)) }
    func awaitAll() { time += .milliseconds(latency.milliseconds.upperBound + 1) }

    add(.chapter(.reused))
    for _ in 0..<4 {
      pause(80...260)
      add(.scroll(rows: Int.random(in: 1...2, using: &random)))
    }
    awaitAll()
    add(.chapter(.askedTwice))
    add(.scroll(rows: 2))
    for place in 0..<2 {
      pause(20...60)
      add(.askAgain(place: place))
    }
    awaitAll()
    add(.chapter(.awayAndBack))
    for _ in 0..<3 {
      pause(60...200)
      add(.scroll(rows: -2))
      pause(60...200)
      add(.scroll(rows: 2))
      pause(200...500)
    }
    self.steps = steps
  }

  /// By request number from 0, the same on both sides, also for requests that are not scripted.
  func latency(ofRequest number: Int) -> Duration {
    var random = SplitMix64(seed: seed ^ (UInt64(number) &+ 1) &* 0xD6E8_FEB8_6659_FD93)
    return random.duration(in: latency.milliseconds)
  }
}

extension SplitMix64 {
  fileprivate mutating func duration(in range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &self))
  }
}

struct RaceStep: Hashable, Sendable {
  let time: Duration
  let action: Action

  enum Action: Hashable, Sendable {
    case chapter(RaceKind)
    /// In rows of cells, downward positive.
    case scroll(rows: Int)
    case askAgain(place: Int)
  }
}

/// How a response becomes stale, in the order of the story.
enum RaceKind: String, CaseIterable, Sendable {
  /// The cell was bound to another photo: A, B.
  case reused
  /// The cell loads its photo again, as after a resize: A, A.
  case askedTwice = "asked twice"
  /// The cell was bound to another photo and back: A, B, A.
  case awayAndBack = "away and back"

  /// From 1.
  var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

  var title: String { "\(number) \(rawValue)" }
}

package struct LatencyRange: Hashable, Sendable {
  package let milliseconds: ClosedRange<Int>

  /// Long enough that cells are often bound again before their response.
  package static let usual = LatencyRange(milliseconds: 50...800)
}

extension LatencyRange: CustomStringConvertible {
  /// Parses `50ms..800ms`.
  package init?(_ text: String) {
    let bounds = text.split(separator: ".", omittingEmptySubsequences: false)
    guard bounds.count == 3, bounds[1].isEmpty, let low = Self.number(bounds[0]),
      let high = Self.number(bounds[2]), low <= high
    else { return nil }
    self.init(milliseconds: low...high)
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.hasSuffix("ms"), let number = Int(text.dropLast(2)), (0...60_000).contains(number)
    else { return nil }
    return number
  }

  package var description: String { "\(milliseconds.lowerBound)ms..\(milliseconds.upperBound)ms" }
}

struct RaceLoad: Hashable, Sendable {
  /// From 0.
  let cell: Int
  let number: PhotoNumber
  /// The cell's previous photo; nil for its first load.
  let previous: PhotoNumber?
  let kind: RaceKind
  /// Since the start of the story, like all times.
  let begun: Duration
  /// When the cell started another load before this one was answered.
  var replaced: Duration?
  var answered: Duration?
  var isShownOnLeft = false
  var isShownOnRight = false

  /// The time from the cell's next load to this response; nil unless it was stale.
  var lateness: Duration? {
    guard let answered, let replaced else { return nil }
    return answered - replaced
  }
}

struct LateAnswer: Hashable, Sendable {
  let load: RaceLoad
  /// The later loads of the same cell, oldest first; never empty.
  let successors: [RaceLoad]

  /// Phrases, between which a line may break.
  typealias Sentence = [String]

  /// The sentences, then shorter and shorter versions for less space.
  var accounts: [[Sentence]] {
    let given = successors.map(Self.sentence(of:))
    return [given + [arrival, verdict] + consolation]
      + (0...given.count).map { Array(given.dropFirst($0)) + [arrival, verdict] }
  }

  var verdict: Sentence {
    [
      "left \(load.isShownOnLeft ? "shows" : "drops") it,",
      "right \(load.isShownOnRight ? "shows" : "drops") it",
    ]
  }

  private static func sentence(of load: RaceLoad) -> Sentence {
    let time = "\(load.begun.milliseconds) ms"
    if load.previous == load.number { return ["\(time) asks for \(load.number) again"] }
    return ["\(time) given to \(load.number)"] + (load.previous.map { ["(was \($0))"] } ?? [])
  }

  private var arrival: Sentence {
    let answered = (load.answered ?? load.begun).milliseconds
    let which = successors.contains { $0.number == load.number } ? "the first " : ""
    return [
      "\(answered) ms \(which)\(load.number) comes,",
      "\((load.lateness ?? .zero).milliseconds) ms too late",
    ]
  }

  private var consolation: [Sentence] {
    guard successors.last?.number == load.number else { return [] }
    return [["the same photo: no harm here,", "but wrong after a resize"]]
  }
}

extension Duration {
  var milliseconds: Int { Int(self / .milliseconds(1)) }
}
