/// A parsed command line: a command, or a photo to go to.
///
/// ```swift
/// CommandLine("larger 3", knowing: names)   // .command(larger, count: 3)
/// CommandLine("42", knowing: names)         // .place("42")
/// ```
enum CommandLine: Hashable {
  case nothing
  case command(Command, count: Int?)
  /// A command with an argument, such as `move ~/picks`.
  case spoken(Command, argument: String)
  /// The number, name or date of a photo.
  case place(String)

  /// `spoken` are the commands that take an argument.
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

  /// Parses a count, clamped to `KeyInterpreter.greatestCount`; nil for anything else.
  private static func count(_ text: String) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isWholeNumber }) else { return nil }
    let count = Int(text) ?? KeyInterpreter.greatestCount
    return count > 0 ? min(count, KeyInterpreter.greatestCount) : nil
  }

  /// The sorted command names that start with `text`, and their longest common prefix.
  static func completions(
    of text: String, knowing names: Set<String>
  ) -> (names: [String], common: String) {
    let names = names.filter { $0.hasPrefix(text) }.sorted()
    guard let first = names.first, let last = names.last else { return ([], text) }
    // In a sorted list, what first and last have in common all have.
    return (names, String(zip(first, last).prefix { $0 == $1 }.map(\.0)))
  }
}

extension CommandLine {
  struct Beginning: Hashable {
    let command: Command
    let head: String
    let argument: String

    /// Nil if the line has no command with an argument.
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

nonisolated package struct LineCompletion: Hashable, Sendable {
  let argument: String
  /// Best first.
  let candidates: [String]

  let text: String

  /// `text` defaults to the longest common prefix of the candidates.
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
