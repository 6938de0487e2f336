/// What was typed in the command line: a command by its name, or somewhere to go.
///
/// ```swift
/// CommandLine("larger 3", knowing: names)   // .command(larger, count: 3)
/// CommandLine("42", knowing: names)         // .place("42")
/// ```
enum CommandLine: Hashable {
  case nothing
  case command(Command, count: Int?)
  /// A command with what it is about: `move ~/picks`.
  case spoken(Command, argument: String)
  /// The number, the name or the date of a photo.
  case place(String)

  /// Reads a line.
  /// - Parameters:
  ///   - text: What was typed.
  ///   - names: The names of all commands that there are here.
  ///   - spoken: Those of them that something may follow.
  init(_ text: String, knowing names: Set<String>, spoken: Set<String> = []) {
    let typed = text.drop { $0 == " " }
    if typed.first == "!", spoken.contains(Command.shell.rawValue) {
      self = .spoken(.shell, argument: String(typed.dropFirst()))
      return
    }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first else {
      self = .nothing
      return
    }
    let rest = words.dropFirst().first?.split(separator: " ").map(String.init) ?? []
    if spoken.contains(name), let argument = words.dropFirst().first, !rest.isEmpty {
      self = .spoken(Command(rawValue: name), argument: argument.withoutSpacesAround)
      return
    }
    if names.contains(name), rest.isEmpty {
      self = .command(Command(rawValue: name), count: nil)
    } else if names.contains(name), rest.count == 1, let count = Self.count(rest[0]) {
      self = .command(Command(rawValue: name), count: count)
    } else {
      self = .place(String(text.drop { $0 == " " }))
    }
  }

  /// Reads a count, which is as great as one that is typed before a key at most; nil for anything else.
  private static func count(_ text: String) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isWholeNumber }) else { return nil }
    let count = Int(text) ?? KeyInterpreter.greatestCount
    return count > 0 ? min(count, KeyInterpreter.greatestCount) : nil
  }

  /// How a line can go on.
  /// - Parameters:
  ///   - text: What has been typed.
  ///   - names: The names of all commands that there are here.
  /// - Returns: The names that begin so, in their order, and as much of them as all have in common.
  static func completions(
    of text: String, knowing names: Set<String>
  ) -> (names: [String], common: String) {
    let names = names.filter { $0.hasPrefix(text) }.sorted()
    guard let first = names.first, let last = names.last else { return ([], text) }
    // What the first and the last have in common, all between have as well.
    return (names, String(zip(first, last).prefix { $0 == $1 }.map(\.0)))
  }
}

extension CommandLine {
  /// A command that is typed, and as much as there is of what it is about.
  struct Beginning: Hashable {
    let command: Command
    /// Everything before what it is about.
    let head: String
    let argument: String

    /// Reads a line; nil where nothing can follow in it.
    init?(_ text: String, spoken: Set<String>) {
      let start = text.drop { $0 == " " }
      guard let space = start.firstIndex(of: " "), spoken.contains(String(start[..<space])) else {
        return nil
      }
      let argument = start[space...].drop { $0 == " " }
      command = Command(rawValue: String(start[..<space]))
      head = String(text[..<argument.startIndex])
      self.argument = String(argument)
    }
  }
}

/// What that which a command is about can become.
nonisolated package struct LineCompletion: Hashable, Sendable {
  /// What had been typed of it.
  let argument: String
  /// All that it can become, the likeliest first.
  let candidates: [String]

  /// What it becomes now.
  let text: String

  /// Takes what it can become.
  /// - Parameters:
  ///   - argument: What had been typed of it.
  ///   - candidates: All that it can become.
  ///   - text: What it becomes; nil for as much as all candidates have in common.
  nonisolated init(argument: String, candidates: [String], text: String? = nil) {
    self.argument = argument
    self.candidates = candidates
    self.text =
      text
      ?? candidates.dropFirst().reduce(candidates.first ?? argument) { common, next in
        String(zip(common, next).prefix { $0 == $1 }.map(\.0))
      }
  }
}

extension String {
  fileprivate var withoutSpacesAround: String {
    let start = drop { $0 == " " }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
  }
}
