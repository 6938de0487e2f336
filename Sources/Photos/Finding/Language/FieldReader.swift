internal import Imaging

struct FieldReader {
  private let field: FilterField

  init(_ field: FilterField) {
    self.field = field
  }

  /// Units of `size:`, decimal as in the status line, or binary.
  private static let byteUnits: [String: Double] = [
    "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12,
    "tb": 1e12, "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776,
  ]

  /// Throws how the field is written if the value is invalid.
  func test(of text: Substring) throws(FilterSyntaxError) -> FilterTest {
    switch field {
    case .portrait: .shape(.portrait)
    case .landscape: .shape(.landscape)
    case .square: .shape(.square)
    case .marked: .marked
    case .folder: .folder(try pattern(text))
    case .camera: .camera(try pattern(text))
    case .lens: .lens(try pattern(text))
    case .label: .label(try pattern(text))
    case .flag: .flag(try flag(text))
    case .ext: .fileExtension(try fileExtension(text))
    case .kind: .kind(try kinds(text))
    case .date: .taken(try days(text), field)
    case .before: .taken(try days(naming: text).before, field)
    case .after: .taken(try days(naming: text).after, field)
    case .size: .size(try numbers(text, units: Self.byteUnits))
    case .year: .year(try numbers(text))
    case .month: .month(try numbers(text))
    case .iso: .iso(try numbers(text))
    case .aperture: .aperture(try numbers(text))
    case .focalLength: .focalLength(try numbers(text, units: ["": 1, "mm": 1]))
    case .megapixels: .megapixels(try numbers(text, units: ["": 1, "mp": 1]))
    case .rating: .rating(try numbers(text))
    }
  }

  private var syntaxError: FilterSyntaxError {
    FilterSyntaxError(sentence: "\(field.name) is written \(field.usage)")
  }

  private func pattern(_ text: Substring) throws(FilterSyntaxError) -> NamePattern {
    let pattern = NamePattern(String(text), .anywhere)
    guard !pattern.folded.isEmpty else { throw syntaxError }
    return pattern
  }

  private func fileExtension(_ text: Substring) throws(FilterSyntaxError) -> [UInt8] {
    let bytes = Array((text.first == "." ? text.dropFirst() : text).lowercased().utf8)
    guard !bytes.isEmpty else { throw syntaxError }
    return bytes
  }

  private func kinds(_ text: Substring) throws(FilterSyntaxError) -> Set<PictureFormat> {
    guard !text.isEmpty else { throw syntaxError }
    let kinds = PictureFormat.all(named: text.lowercased())
    guard !kinds.isEmpty else {
      throw FilterSyntaxError(sentence: "there is no kind \(text)")
    }
    return kinds
  }

  private func flag(_ text: Substring) throws(FilterSyntaxError) -> PhotoFlag {
    guard let flag = PhotoFlag(rawValue: text.lowercased()) else { throw syntaxError }
    return flag
  }

  private func days(_ text: Substring) throws(FilterSyntaxError) -> DayRange {
    guard let days = DayRange(parsing: text) else { throw syntaxError }
    return days
  }

  private func days(naming text: Substring) throws(FilterSyntaxError) -> DayRange {
    guard let days = DayRange(naming: text) else { throw syntaxError }
    return days
  }

  private func numbers(
    _ text: Substring, units: [String: Double] = ["": 1]
  ) throws(FilterSyntaxError) -> NumberRange {
    guard let numbers = NumberRange(parsing: text, units: units) else { throw syntaxError }
    return numbers
  }
}
