/// One load of a cell, the same on both sides.
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

/// A stale response that has just arrived, with the loads that replaced it.
struct LateAnswer: Hashable, Sendable {
  let load: RaceLoad
  /// The later loads of the same cell, oldest first; never empty.
  let successors: [RaceLoad]

  /// A sentence in phrases, between which a line may break.
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
