/// The unfinished end of a filter: the name of a field, or its value.
///
/// ```swift
/// FilterCompletion("lake cam")             // head "lake ", typed "cam"
/// FilterCompletion(#"kind:png|"j"#)        // head "kind:png|", field kind, typed "j"
/// ```
package struct FilterCompletion: Hashable, Sendable {
  package private(set) var head = ""
  /// The field of the value; nil if a name can be completed.
  package private(set) var field: FilterField?
  /// The name or value so far, without quotation marks and backslashes.
  package private(set) var typed = ""

  package init(_ text: String) {
    head = text
    guard let word = FilterParser(text).words.last, word.end == text.count else { return }
    var start = word.start
    for part in word.letters.split(
      omittingEmptySubsequences: false, whereSeparator: { $0.means("|") })
    {
      var letters = part
      if part.startIndex > 0 { start = word.letters[part.startIndex - 1].index + 1 }
      if let first = letters.first, first.means("!") {
        (start, letters) = (first.index + 1, letters.dropFirst())
      }
      if let colon = letters.firstIndex(where: { $0.means(":") }),
        let named = FilterField(beforeColon: letters[..<colon])
      {
        (field, start, letters) = (named, letters[colon].index + 1, letters[(colon + 1)...])
      }
      typed = letters.text
    }
    head = String(text.prefix(start))
  }

  package static func quoted(_ value: String) -> String {
    guard value.contains(where: { $0.isWhitespace || "\"\\|".contains($0) }) else { return value }
    return "\"\(Filter.escaped(value))\""
  }
}
