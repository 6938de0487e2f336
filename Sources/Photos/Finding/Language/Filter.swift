package import Catalogs
package import Imaging

/// A filter of photos: terms that must all match, each with alternatives.
///
/// ```swift
/// Filter("lake 'IMG_ !raw")        // l, a, k, e in this order; IMG_ literally; no raw
/// Filter("^img jpg$|png$ 2024")    // begins with img, ends with jpg or png, has the number 2024
/// Filter("size:>2MB kind:png|gif") // fields, each with values of its own
/// Filter("keyword:dogs !person:ann") // texts, from the start of a word
/// Filter(#"my\ photo "a b" \!x"#)  // escaped and quoted
/// ```
///
/// The whole language is parsed, even fields whose facts are unknown. What cannot be parsed hides
/// nothing: it is in ``problems``, and the rest of the filter applies.
package struct Filter: Hashable, Sendable {
  package let text: String
  package let terms: [FilterTerm]
  package let problems: [FilterProblem]

  /// `this` is the photo that `near:this` means.
  package init(_ text: String = "", this: PhotoID? = nil) {
    var parser = FilterParser(text, this: this)
    parser.run()
    self.text = text
    terms = parser.terms
    problems = parser.problems
  }

  package init(named text: String) {
    self.init("name:\"\(Self.escaped(text))\"")
  }

  /// A text as it is written between quotation marks.
  static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// How a text without a field may have been meant: `flag:rejected` for `rejected`; nil if unclear.
  package var suggestion: String? {
    guard terms.flatMap(\.alternatives).allSatisfy({ $0.field == nil }) else { return nil }
    let fields: [FilterField] = [.flag, .kind, .date]
    return fields.lazy.map { Filter("\($0.name)\(text.lowercased())") }
      .first { $0.problems.isEmpty && $0.terms.count == 1 }?.text
  }

  package var togglingMarked: Filter {
    let asked = terms.first { $0.alternatives == [.marked] }
    guard let asked else { return Filter(text.isEmpty ? "marked" : "marked \(text)") }
    var letters = Array(text)
    letters.removeSubrange(asked.place)
    return Filter(String(letters.drop { $0 == " " }))
  }

  package var days: DayRange? {
    guard terms.count == 1, case .taken(let days)? = terms[0].onlyTest else { return nil }
    return days
  }

  package var isMarked: Bool { terms.map(\.alternatives) == [[.marked]] }

  package var isEmpty: Bool { terms.isEmpty }

  package func asks(for fields: Set<FilterField>) -> Bool {
    terms.contains { $0.alternatives.contains { $0.field.map(fields.contains) ?? false } }
  }

  /// Also of fields whose value is still being typed, so that the facts are read meanwhile.
  package var depth: FactsDepth {
    let fields = terms.flatMap(\.alternatives).map(\.field) + problems.map(\.field)
    return fields.compactMap { $0?.depth }.max() ?? .names
  }

  /// Whether words are searched in texts, too; names are found without them.
  package var searchesTexts: Bool {
    terms.contains { $0.alternatives.contains(where: \.searchesTexts) }
  }

  func isNarrower(than other: Filter) -> Bool {
    guard terms.count >= other.terms.count else { return false }
    return zip(terms, other.terms).allSatisfy { $0.isNarrower(than: $1) }
  }
}

package struct FilterTerm: Hashable, Sendable {
  package let alternatives: [FilterCondition]
  /// Position in the text, counted in characters.
  package let place: Range<Int>

  var hasFields: Bool { alternatives.contains { $0.field != nil } }

  /// Nil if there are alternatives, or it is negated.
  fileprivate var onlyTest: FilterTest? {
    alternatives.count == 1 && !alternatives[0].isNegated ? alternatives[0].test : nil
  }

  var pattern: NamePattern? {
    guard case .word(let pattern)? = onlyTest else { return nil }
    return pattern
  }

  func isNarrower(than other: FilterTerm) -> Bool {
    if alternatives == other.alternatives { return true }
    guard let pattern, let wider = other.pattern else { return false }
    return pattern.isNarrower(than: wider)
  }
}

package struct FilterCondition: Hashable, Sendable {
  package let test: FilterTest
  /// As typed; nil for names.
  package let field: FilterField?
  package var isNegated = false

  static let marked = FilterCondition(test: .marked, field: .marked)

  fileprivate var searchesTexts: Bool {
    guard case .word(let pattern) = test else { return false }
    return pattern.isAlsoText
  }
}

package enum FilterTest: Hashable, Sendable {
  case word(NamePattern)
  case name(FilterField, NamePattern)
  case text(FilterField, TextPattern)
  case number(FilterField, NumberRange)
  case near(Vicinity)
  /// Prefix of the extension, lowercase.
  case fileExtension([UInt8])
  case kind(Set<PictureFormat>)
  /// The day of capture, by the clock of the camera.
  case taken(DayRange)
  case flag(PhotoFlag)
  case shape(PhotoShape)
  case marked
}

package enum PhotoFlag: String, Hashable, Sendable {
  case picked, rejected, none
}

package enum PhotoShape: Hashable, Sendable {
  case portrait, landscape, square

  package init(width: Int, height: Int) {
    self = width == height ? .square : width < height ? .portrait : .landscape
  }
}

package struct FilterProblem: Error, Hashable, CustomStringConvertible {
  /// Position in the text, counted in characters; empty until the parser sets it.
  package internal(set) var place = 0..<0
  package let reason: String
  /// The field whose value is missing or invalid; nil if the field itself is unknown.
  package var field: FilterField?

  package var description: String { reason }
}
