package import PictureFormats

/// Which photos somebody wants to see: words that all must hold, each with its alternatives.
///
/// ```swift
/// Filter("lake 'IMG_ !raw")        // l, a, k, e in this order; IMG_ as it stands; no raw
/// Filter("^img jpg$|png$ 2024")    // begins with img, ends with jpg or png, has the number 2024
/// Filter("size:>2MB kind:png|gif") // fields, each with values of its own
/// Filter(#"my\ photo "a b" \!x"#)  // what would else mean something, meant as it stands
/// ```
/// The whole language is read, also what nothing is known of yet. What cannot be read hides nothing: it
/// is a ``problems`` entry, and the rest of the filter holds.
package struct Filter: Hashable, Sendable {
  /// The text that it was read from.
  package let text: String
  /// What must hold, in the order of the text.
  package let terms: [FilterTerm]
  /// What could not be read, in the order of the text.
  package let problems: [FilterProblem]

  /// Reads a filter; every text is one.
  package init(_ text: String = "") {
    var parser = FilterParser(text)
    parser.run()
    self.text = text
    terms = parser.terms
    problems = parser.problems
  }

  /// Looks for a text in names, whatever its characters would else mean.
  package init(named text: String) {
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    self.init("'\"\(quoted)\"")
  }

  /// The same for the marked photos alone, or for all again where it asks for them.
  package var togglingMarked: Filter {
    let asked = terms.first { term in
      term.alternatives == [FilterCondition(test: .marked, isNegated: false)]
    }
    guard let asked else { return Filter(text.isEmpty ? "marked" : "marked \(text)") }
    var letters = Array(text)
    letters.removeSubrange(asked.place)
    return Filter(String(letters.drop { $0 == " " }))
  }

  /// The days, where it asks when photos were taken, and nothing else.
  package var days: DayRange? {
    guard terms.count == 1, terms[0].alternatives.count == 1,
      case .taken(let days, _) = terms[0].alternatives[0].test,
      !terms[0].alternatives[0].isNegated
    else { return nil }
    return days
  }

  /// Whether it shows the marked photos, and says nothing else.
  package var isMarked: Bool {
    terms.map(\.alternatives) == [[FilterCondition(test: .marked, isNegated: false)]]
  }

  /// Whether it hides no photo, whatever is known of it.
  package var isEmpty: Bool { terms.isEmpty }

  /// Whether it asks for a field.
  package func asks(for fields: Set<FilterField>) -> Bool {
    terms.contains { $0.alternatives.contains { $0.test.field.map(fields.contains) ?? false } }
  }

  /// How much has to be found out of photos before it can be answered.
  package var depth: FactsDepth {
    terms.lazy.flatMap(\.alternatives).compactMap { $0.test.field?.depth }.max() ?? .names
  }

  /// Whether all photos that it shows are among those that another filter shows.
  func isNarrower(than other: Filter) -> Bool {
    guard terms.count >= other.terms.count else { return false }
    return zip(terms, other.terms).allSatisfy { $0.isNarrower(than: $1) }
  }
}

/// A part of a filter: one of its alternatives must hold.
package struct FilterTerm: Hashable, Sendable {
  /// What may hold; at least one.
  package let alternatives: [FilterCondition]
  /// Where it stands in the text, counted in characters.
  package let place: Range<Int>

  /// Whether it asks for more than names.
  var hasFields: Bool { alternatives.contains { $0.test.field != nil } }

  /// The pattern of names, where it is nothing else.
  var pattern: NamePattern? {
    guard alternatives.count == 1, case .name(let pattern) = alternatives[0].test,
      !alternatives[0].isNegated
    else { return nil }
    return pattern
  }

  func isNarrower(than other: FilterTerm) -> Bool {
    if alternatives == other.alternatives { return true }
    guard let pattern, let wider = other.pattern else { return false }
    return pattern.isNarrower(than: wider)
  }
}

/// A test, or the opposite of one.
package struct FilterCondition: Hashable, Sendable {
  /// What is asked.
  package let test: FilterTest
  /// Whether the answer must be no.
  package let isNegated: Bool
}

/// What a filter asks of a photo.
package enum FilterTest: Hashable, Sendable {
  case name(NamePattern)
  case folder(NamePattern)
  /// What the name ends in after its last point, or how that begins; in lower case.
  case fileExtension([UInt8])
  case kind(Set<PictureFormat>)
  /// Bytes.
  case size(NumberRange)
  /// The day on which it was taken, by the clock of the camera.
  case taken(DayRange, FilterField)
  case year(NumberRange)
  case month(NumberRange)
  case camera(NamePattern)
  case lens(NamePattern)
  case iso(NumberRange)
  case aperture(NumberRange)
  /// Millimetres.
  case focalLength(NumberRange)
  case megapixels(NumberRange)
  case rating(NumberRange)
  case label(NamePattern)
  case flag(PhotoFlag)
  case shape(PhotoShape)
  case marked

  /// The field that is asked for; nil for the name.
  package var field: FilterField? {
    switch self {
    case .name: nil
    case .folder: .folder
    case .fileExtension: .ext
    case .kind: .kind
    case .size: .size
    case .taken(_, let field): field
    case .year: .year
    case .month: .month
    case .camera: .camera
    case .lens: .lens
    case .iso: .iso
    case .aperture: .aperture
    case .focalLength: .focalLength
    case .megapixels: .megapixels
    case .rating: .rating
    case .label: .label
    case .flag: .flag
    case .shape(.portrait): .portrait
    case .shape(.landscape): .landscape
    case .shape(.square): .square
    case .marked: .marked
    }
  }
}

/// Which of two heaps a photo was put on, by who chooses among many.
package enum PhotoFlag: String, Hashable, Sendable {
  case picked, rejected, none
}

/// Which side of a photo is the longer one.
package enum PhotoShape: Hashable, Sendable {
  case portrait, landscape, square

  /// Takes the size as it is shown, in pixels.
  package init(width: Int, height: Int) {
    self = width == height ? .square : width < height ? .portrait : .landscape
  }
}

/// What of a filter cannot be understood: one sentence.
package struct FilterProblem: Hashable, Sendable, CustomStringConvertible {
  /// Where it stands in the text, counted in characters.
  package let place: Range<Int>
  /// Why.
  package let reason: String

  /// The sentence, with the place as people count it.
  package var description: String { "at \(place.lowerBound + 1): \(reason)" }
}
