/// The unfinished end of a filter: the name of a field, or its value.
///
/// ```swift
/// FilterCompletion("lake cam")             // head "lake ", typed "cam"
/// FilterCompletion(#"kind:png|"j"#)        // head "kind:png|", field kind, typed "j"
/// ```
package struct FilterCompletion: Hashable, Sendable {
  /// The text up to what can be completed.
  package private(set) var head = ""
  /// The field of the value; nil if a name can be completed.
  package private(set) var field: FilterField?
  /// The name or value so far, without quotation marks and backslashes.
  package private(set) var typed = ""

  package init(_ text: String) {
    var (isQuoted, isEscaped, hasName) = (false, false, false)
    for (index, character) in zip(text.indices, text) {
      var isStart = false
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\":
        isEscaped = true
        continue
      case "\"":
        isQuoted.toggle()
        continue
      case _ where isQuoted: break
      case _ where character.isWhitespace: (field, hasName, isStart) = (nil, false, true)
      case "|": (hasName, isStart) = (false, true)
      case "!": isStart = typed.isEmpty && !hasName
      case ":" where !hasName:
        hasName = true
        if let named = FilterField(rawValue: typed.lowercased()), !named.isFlag {
          (field, isStart) = (named, true)
        }
      default: break
      }
      if isStart {
        (head, typed) = (String(text[...index]), "")
      } else {
        typed.append(character)
      }
    }
  }

  /// A value as it is written in a filter.
  package static func quoted(_ value: String) -> String {
    guard value.contains(where: { $0.isWhitespace || "\"\\|".contains($0) }) else { return value }
    return "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
