/// A stale response that has just arrived, with the loads that replaced it.
struct LateAnswer: Hashable, Sendable {
  let load: RaceLoad
  /// The later loads of the same cell, oldest first; never empty.
  let successors: [RaceLoad]

  struct Sentence: Hashable, Sendable {
    let phrases: [String]

    var words: String { phrases.joined(separator: " ") }

    /// Breaks lines between phrases; a phrase may be longer than `columns` character cells.
    func lines(columns: Int) -> [String] {
      phrases.dropFirst().reduce(into: [phrases[0]]) { lines, phrase in
        let longer = "\(lines[lines.count - 1]) \(phrase)"
        if longer.count <= columns { lines[lines.count - 1] = longer } else { lines.append(phrase) }
      }
    }
  }

  var sentences: [Sentence] { tellings[0] }

  /// The sentences, then shorter and shorter versions for less space.
  var tellings: [[Sentence]] {
    let given = successors.map(Self.sentence(of:))
    return [given + arrival + [verdict] + consolation]
      + (0...given.count).map { given.dropFirst($0) + arrival + [verdict] }
  }

  var verdict: Sentence {
    Sentence(phrases: [
      "left \(Self.verb(load.answer?.isShownOnLeft)),",
      "right \(Self.verb(load.answer?.isShownOnRight))",
    ])
  }

  private static func sentence(of load: RaceLoad) -> Sentence {
    let time = "\(load.begun.milliseconds) ms"
    if load.previous == load.number {
      return Sentence(phrases: [time, "asks for \(load.number) again"])
    }
    let was = load.previous.map { ["(was \($0))"] } ?? []
    return Sentence(phrases: [time, "given to \(load.number)"] + was)
  }

  private var arrival: [Sentence] {
    guard let answer = load.answer, let lateness = load.lateness else { return [] }
    let which = successors.contains { $0.number == load.number } ? "the first answer" : "the answer"
    return [
      Sentence(phrases: [
        "\(answer.time.milliseconds) ms", "\(which) for \(load.number) comes,",
        "\(lateness.milliseconds) ms too late",
      ])
    ]
  }

  private var consolation: [Sentence] {
    guard successors.last?.number == load.number else { return [] }
    return [Sentence(phrases: ["the same photo: no harm here,", "but wrong after a resize"])]
  }

  private static func verb(_ isShown: Bool?) -> String {
    isShown == true ? "shows it" : "drops it"
  }
}

extension Duration {
  var milliseconds: Int { Int(self / .milliseconds(1)) }
}
