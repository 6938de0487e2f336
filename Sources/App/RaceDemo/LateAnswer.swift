/// An answer that has just come too late, and how it came to that: a stale response.
struct LateAnswer: Hashable, Sendable {
  /// The load whose answer it is.
  let load: RaceLoad
  /// What the same cell has begun to load since, in the order of time; never empty.
  let successors: [RaceLoad]

  /// One sentence, in phrases that are not broken where it is avoidable.
  struct Sentence: Hashable, Sendable {
    let phrases: [String]

    /// The whole sentence.
    var words: String { phrases.joined(separator: " ") }

    /// The sentence on lines that end where a phrase does; a phrase may be longer than a line.
    /// - Parameter columns: The room of a line, in character cells.
    /// - Returns: The lines.
    func lines(columns: Int) -> [String] {
      phrases.dropFirst().reduce(into: [phrases[0]]) { lines, phrase in
        let longer = "\(lines[lines.count - 1]) \(phrase)"
        if longer.count <= columns { lines[lines.count - 1] = longer } else { lines.append(phrase) }
      }
    }
  }

  /// The sentences that tell it, in the order they are read.
  var sentences: [Sentence] { tellings[0] }

  /// The sentences, first all of them, and then fewer and fewer for where room is short.
  var tellings: [[Sentence]] {
    let given = successors.map(Self.sentence(of:))
    return [given + arrival + [verdict] + consolation]
      + (0...given.count).map { given.dropFirst($0) + arrival + [verdict] }
  }

  /// What each side does with it.
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

  /// What is to be said where the late picture looks right.
  private var consolation: [Sentence] {
    guard successors.last?.number == load.number else { return [] }
    return [Sentence(phrases: ["the same photo: no harm here,", "but wrong after a resize"])]
  }

  private static func verb(_ isShown: Bool?) -> String {
    isShown == true ? "shows it" : "drops it"
  }
}

extension Duration {
  /// Whole milliseconds, as the demo tells time.
  var milliseconds: Int { Int(self / .milliseconds(1)) }
}
