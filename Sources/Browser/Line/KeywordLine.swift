import Photos

/// `rename OLD to NEW` or `merge A, B into C`, as typed behind the command. Between two single words
/// `to` may be left out.
struct KeywordLine {
  enum Verb: String, CaseIterable {
    case rename, merge

    var separator: String { self == .rename ? " to " : " into " }
  }

  let text: String
  let verb: Verb
  private let old: Substring
  /// Nil until the separator is typed.
  private let new: Substring?

  /// A keyword may have the separator in it: `keywords`, in lower case, decide then.
  init?(_ text: String, knowing keywords: [String] = []) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let verb = Verb(rawValue: String(words[0])) else { return nil }
    let rest = words[1]
    let places = rest.ranges(of: verb.separator)
    let known = Set(keywords)
    let isBegun = keywords.contains { $0.hasPrefix(rest.lowercased()) }
    let place =
      places.first { known.contains(rest[..<$0.lowerBound].lowercased()) }
      ?? (isBegun ? nil : verb == .rename ? places.first : places.last)
    (self.text, self.verb) = (text, verb)
    old = place.map { rest[..<$0.lowerBound] } ?? rest
    new = place.map { rest[$0.upperBound...] }
  }

  /// Throws `empty` if a name is missing.
  func change() throws(KeywordError) -> KeywordChange {
    let words = old.split(separator: " ")
    if let new { return try KeywordChange(renaming: sources, to: String(new)) }
    guard verb == .rename, words.count == 2, words[1] != "to" else { throw .empty }
    return try KeywordChange(renaming: [String(words[0])], to: String(words[1]))
  }

  private var sources: [String] {
    verb == .rename ? [String(old)] : old.split(separator: ",").map(String.init)
  }

  /// Of the verb, the old or the new name; the most frequent keywords first. `others` are new names
  /// only.
  static func completions(
    of text: String, among keywords: [(value: String, count: Int)],
    _ others: [(value: String, count: Int)] = []
  ) -> LineMenu {
    guard let line = KeywordLine(text, knowing: keywords.map { $0.value.lowercased() }) else {
      let verbs = Verb.allCases.map { LineMenu.Item(name: $0.rawValue, text: "\($0.rawValue) ") }
      return LineMenu("keyword", verbs.filter { $0.name.hasPrefix(text) }, typed: text)
    }
    let list = line.new ?? line.old
    let start = line.verb == .merge && line.new == nil ? list.lastIndex(of: ",") : nil
    let typed = list[(start.map(list.index(after:)) ?? list.startIndex)...].drop { $0 == " " }
    var items = LineMenu.items(ofKeywords: keywords, then: line.new == nil ? [] : others)
      .matching(String(typed))
    if line.verb == .rename, line.new == nil {
      items = items.map { .init(name: $0.name, text: $0.text + " to ", help: $0.help) }
    }
    return LineMenu(
      "keywords", items, head: String(text.dropLast(typed.count)), typed: String(typed))
  }
}
