import Catalogs
import Imaging

/// A field of a filter, written `size:>2MB`, or a keyword such as `marked`. Code that parses
/// filters switches without a default, so that a new field cannot be missed.
package enum FilterField: String, CaseIterable, Hashable, Sendable {
  case size, kind, ext, folder, length
  case fileName = "name"
  case keyword, person, title, caption, text, near, place, country
  case date, before, after, year, month
  case camera, lens, iso
  case aperture = "f"
  case focalLength = "mm"
  case megapixels = "mp"
  case rating, label, flag
  case portrait, landscape, square, marked

  var isFlag: Bool { [.portrait, .landscape, .square, .marked].contains(self) }

  package var depth: FactsDepth { entry.depth }

  package var examples: [String] { entry.examples }

  package var summary: String { entry.summary }

  /// The fact that photos need for this field, with its article.
  var missing: (article: String, fact: String) { entry.missing }

  /// As written in a filter: `size:`, `marked`.
  package var name: String { isFlag ? rawValue : "\(rawValue):" }

  /// The values of the examples as a phrase: `2024 or 2019-2024`.
  var usage: String {
    let values = examples.map { $0.dropFirst(name.count) }
    guard let last = values.last, values.count > 1 else { return String(values[0]) }
    return "\(values.dropLast().joined(separator: ", ")) or \(last)"
  }

  private typealias Entry = (
    depth: FactsDepth, missing: (article: String, fact: String), summary: String, examples: [String]
  )

  private var entry: Entry {
    let date = ("a", "date")
    let size = ("a", "known size")
    return switch self {
    case .fileName: (.names, ("a", "name"), "part of the file's name alone", ["name:img_2"])
    case .keyword:
      (
        .texts, ("a", "known keyword"), "words of a keyword, or of one above it",
        ["keyword:dogs", "keyword:animals/dogs"]
      )
    case .person: (.texts, ("a", "known person"), "name of a person shown", ["person:ann"])
    case .title: (.texts, ("a", "known title"), "words of the title", ["title:lake"])
    case .caption:
      (.texts, ("a", "known caption"), "words of the caption", [#"caption:"at the lake""#])
    case .text:
      (
        .texts, ("a", "known text"), "words of any of these, or of the alternative text",
        ["text:lake"]
      )
    case .near:
      (
        .texts, ("a", "known position"), "taken near a position, or near the selected photo",
        ["near:48.85,2.29/2km", "near:this/500m"]
      )
    case .place:
      (
        .texts, ("a", "known place"), "town nearest to the position, or its region",
        ["place:paris", "place:bavaria"]
      )
    case .country:
      (
        .texts, ("a", "known country"), "country of that town, by name or code",
        ["country:france", "country:fr"]
      )
    case .size: (.files, size, "file size", ["size:>2MB", "size:300kB-2MB"])
    case .kind:
      (
        .names, ("a", "known kind"), "file type, by extension",
        ["kind:png", "kind:raw", "kind:video"]
      )
    case .length:
      (.contents, ("a", "known length"), "length of a video", ["length:>1m", "length:10s-2m"])
    case .ext: (.names, ("an", "extension"), "start of the extension", ["ext:jpg"])
    case .folder: (.names, ("a", "known folder"), "part of the folder's name", ["folder:italy"])
    case .date:
      (
        .contents, date, "day, month or range of days taken",
        ["date:2024-05-17", "date:2024-05", "date:2024-05..2024-07"]
      )
    case .before: (.contents, date, "taken before that day, month or year", ["before:2024-05"])
    case .after:
      (.contents, date, "taken after the end of that day, month or year", ["after:2024-05-17"])
    case .year: (.contents, date, "year taken", ["year:2024", "year:2019-2024"])
    case .month: (.contents, date, "month taken, in any year", ["month:5", "month:6-8"])
    case .camera:
      (.contents, ("a", "camera"), "part of the camera's make or model", ["camera:nikon"])
    case .lens: (.contents, ("a", "lens"), "part of the lens's name", ["lens:50mm"])
    case .iso:
      (.contents, ("an", "ISO value"), "ISO sensitivity", ["iso:200", "iso:200-400", "iso:>800"])
    case .aperture: (.contents, ("an", "f-number"), "f-number", ["f:2.8", "f:1.4-2.8"])
    case .focalLength:
      (.contents, ("a", "focal length"), "focal length in millimetres", ["mm:50", "mm:24-70"])
    case .megapixels: (.contents, size, "megapixels", ["mp:>12"])
    case .rating:
      (
        .contents, ("a", "known rating"), "stars, 0 to 5; -1 means rejected",
        ["rating:5", "rating:>=3"]
      )
    case .label: (.contents, ("a", "label"), "colour label", ["label:red"])
    case .flag:
      (
        .contents, ("a", "known flag"), "picked, rejected or unflagged",
        ["flag:picked", "flag:rejected", "flag:none"]
      )
    case .portrait: (.contents, size, "taller than wide", [rawValue])
    case .landscape: (.contents, size, "wider than tall", [rawValue])
    case .square: (.contents, size, "as wide as tall", [rawValue])
    case .marked: (.names, ("a", "known marked"), "marked photos", [rawValue])
    }
  }
}

// MARK: - Values

extension FilterField {
  /// Units of `size:`, decimal as in the status line, or binary.
  private static let byteUnits: [String: Double] = [
    "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12,
    "tb": 1e12, "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776,
  ]

  private static let timeUnits: [String: Double] = [
    "": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600,
  ]

  /// Throws how the field is written if the value is invalid.
  func test(of text: Substring, this: PhotoID? = nil) throws(FilterProblem) -> FilterTest {
    switch self {
    case .portrait: .shape(.portrait)
    case .landscape: .shape(.landscape)
    case .square: .shape(.square)
    case .marked: .marked
    case .fileName: .fileName(try pattern(text))
    case .keyword: .keyword(try valid(TextPattern(String(text))))
    case .person: .person(try valid(TextPattern(String(text))))
    case .title: .title(try valid(TextPattern(String(text))))
    case .caption: .caption(try valid(TextPattern(String(text))))
    case .text: .text(try valid(TextPattern(String(text))))
    case .place: .place(try valid(TextPattern(String(text))))
    case .country: .country(try valid(TextPattern(String(text))))
    case .near: .near(try valid(Vicinity(parsing: text, this: this)))
    case .folder: .folder(try pattern(text))
    case .camera: .camera(try pattern(text))
    case .lens: .lens(try pattern(text))
    case .label: .label(try pattern(text))
    case .flag: .flag(try valid(PhotoFlag(rawValue: text.lowercased())))
    case .ext: .fileExtension(try fileExtension(text))
    case .kind: .kind(try kinds(text))
    case .date: .taken(try valid(DayRange(parsing: text)))
    case .before: .taken(try valid(DayRange(naming: text)).before)
    case .after: .taken(try valid(DayRange(naming: text)).after)
    case .size: .size(try numbers(text, units: Self.byteUnits))
    case .length: .length(try numbers(text, units: Self.timeUnits))
    case .year: .year(try numbers(text))
    case .month: .month(try numbers(text))
    case .iso: .iso(try numbers(text))
    case .aperture: .aperture(try numbers(text))
    case .focalLength: .focalLength(try numbers(text, units: ["": 1, "mm": 1]))
    case .megapixels: .megapixels(try numbers(text, units: ["": 1, "mp": 1]))
    case .rating: .rating(try numbers(text))
    }
  }

  private func valid<Value>(_ value: Value?) throws(FilterProblem) -> Value {
    guard let value else {
      throw FilterProblem(reason: "\(name) takes \(usage)", field: self)
    }
    return value
  }

  private func pattern(_ text: Substring) throws(FilterProblem) -> NamePattern {
    let pattern = NamePattern(String(text), .anywhere)
    return try valid(pattern.folded.isEmpty ? nil : pattern)
  }

  private func fileExtension(_ text: Substring) throws(FilterProblem) -> [UInt8] {
    let bytes = Array((text.first == "." ? text.dropFirst() : text).lowercased().utf8)
    return try valid(bytes.isEmpty ? nil : bytes)
  }

  /// The formats with a name, file extension, `raw` or `video`; without a match, those with that prefix.
  private func kinds(_ text: Substring) throws(FilterProblem) -> Set<PictureFormat> {
    let name = try valid(text.isEmpty ? nil : text.lowercased())
    let named = PictureFormat.allCases.filter { $0.filterNames.contains(name) }
    let kinds =
      named.isEmpty
      ? PictureFormat.allCases.filter { $0.filterNames.contains { $0.hasPrefix(name) } } : named
    guard !kinds.isEmpty else {
      throw FilterProblem(reason: "Unknown kind \(text) – try jpeg, png or raw", field: self)
    }
    return Set(kinds)
  }

  private func numbers(
    _ text: Substring, units: [String: Double] = ["": 1]
  ) throws(FilterProblem) -> NumberRange {
    try valid(NumberRange(parsing: text, units: units))
  }
}

extension PictureFormat {
  var filterNames: [String] {
    let name = descriptor.name.lowercased().filter { $0 != " " }
    return [name] + (descriptor.isRaw ? ["raw"] : isVideo ? ["video"] : []) + descriptor.extensions
  }
}
