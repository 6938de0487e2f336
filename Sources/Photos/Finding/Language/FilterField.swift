import Base
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

  package var examples: [String] { entry.values.map { name + $0 } }

  package var summary: String { entry.summary }

  /// The fact that photos need for this field, with its article.
  var missing: String { entry.missing }

  /// As written in a filter: `size:`, `marked`.
  package var name: String { isFlag ? rawValue : "\(rawValue):" }

  /// The values of the examples as a phrase: `2024 or 2019-2024`.
  var usage: String {
    let values = entry.values
    guard values.count > 1 else { return values[0] }
    return "\(values.dropLast().joined(separator: ", ")) or \(values[values.count - 1])"
  }

  private typealias Entry = (
    depth: FactsDepth, missing: String, summary: String, values: [String]
  )

  private var entry: Entry {
    switch self {
    case .fileName: (.names, "a name", "part of the file's name alone", ["img_2"])
    case .keyword:
      (
        .texts, "a known keyword", "words of a keyword, or of one above it",
        ["dogs", "animals/dogs"]
      )
    case .person: (.texts, "a known person", "name of a person shown", ["ann"])
    case .title: (.texts, "a known title", "words of the title", ["lake"])
    case .caption: (.texts, "a known caption", "words of the caption", [#""at the lake""#])
    case .text:
      (.texts, "a known text", "words of any of these, or of the alternative text", ["lake"])
    case .near:
      (
        .texts, "a known position", "taken near a position, or near the selected photo",
        ["48.85,2.29/2km", "this/500m"]
      )
    case .place:
      (
        .texts, "a known place", "town nearest to the position, or its region",
        ["paris", "bavaria"]
      )
    case .country:
      (.texts, "a known country", "country of that town, by name or code", ["france", "fr"])
    case .size: (.files, "a known size", "file size", [">2MB", "300kB-2MB"])
    case .kind: (.names, "a known kind", "file type, by extension", ["png", "raw", "video"])
    case .length: (.contents, "a known length", "length of a video", [">1m", "10s-2m"])
    case .ext: (.names, "an extension", "start of the extension", ["jpg"])
    case .folder: (.names, "a known folder", "part of the folder's name", ["italy"])
    case .date:
      (
        .contents, "a date", "day, month or range of days taken",
        ["2024-05-17", "2024-05", "2024-05..2024-07"]
      )
    case .before: (.contents, "a date", "taken before that day, month or year", ["2024-05"])
    case .after:
      (.contents, "a date", "taken after the end of that day, month or year", ["2024-05-17"])
    case .year: (.contents, "a date", "year taken", ["2024", "2019-2024"])
    case .month: (.contents, "a date", "month taken, in any year", ["5", "6-8"])
    case .camera: (.contents, "a camera", "part of the camera's make or model", ["nikon"])
    case .lens: (.contents, "a lens", "part of the lens's name", ["50mm"])
    case .iso: (.contents, "an ISO value", "ISO sensitivity", ["200", "200-400", ">800"])
    case .aperture: (.contents, "an f-number", "f-number", ["2.8", "1.4-2.8"])
    case .focalLength:
      (.contents, "a focal length", "focal length in millimetres", ["50", "24-70"])
    case .megapixels: (.contents, "a known size", "megapixels", [">12"])
    case .rating:
      (.contents, "a known rating", "stars, 0 to 5; -1 means rejected", ["5", ">=3"])
    case .label: (.contents, "a label", "colour label", ["red"])
    case .flag:
      (
        .contents, "a known flag", "picked, rejected or unflagged",
        ["picked", "rejected", "none"]
      )
    case .portrait: (.contents, "a known size", "taller than wide", [""])
    case .landscape: (.contents, "a known size", "wider than tall", [""])
    case .square: (.contents, "a known size", "as wide as tall", [""])
    case .marked: (.names, "a known marked", "marked photos", [""])
    }
  }
}

// MARK: - Values

extension FilterField {
  /// Factors of lowercase suffixes; those of bytes are decimal as in the status line, or binary.
  private var units: [String: Double] {
    switch self {
    case .size:
      [
        "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12,
        "tb": 1e12, "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824,
        "tib": 1_099_511_627_776,
      ]
    case .length: ["": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600]
    case .focalLength: ["": 1, "mm": 1]
    case .megapixels: ["": 1, "mp": 1]
    default: ["": 1]
    }
  }

  /// Throws how the field is written if the value is invalid.
  func test(of text: Substring, this: PhotoID? = nil) throws(FilterProblem) -> FilterTest {
    switch self {
    case .portrait: .shape(.portrait)
    case .landscape: .shape(.landscape)
    case .square: .shape(.square)
    case .marked: .marked
    case .keyword, .person, .title, .caption, .text, .place, .country:
      .text(self, try valid(TextPattern(String(text))))
    case .near: .near(try valid(Vicinity(parsing: text, this: this)))
    case .fileName, .folder, .camera, .lens, .label: .name(self, try pattern(text))
    case .flag: .flag(try valid(PhotoFlag(rawValue: text.lowercased())))
    case .ext: .fileExtension(try fileExtension(text))
    case .kind: .kind(try kinds(text))
    case .date: .taken(try valid(DayRange(parsing: text)))
    case .before: .taken(try valid(DayRange(naming: text)).before)
    case .after: .taken(try valid(DayRange(naming: text)).after)
    case .size, .length, .year, .month, .iso, .aperture, .focalLength, .megapixels, .rating:
      .number(self, try valid(NumberRange(parsing: text, units: units)))
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
      let nearest = NearestName.of(name, in: PictureFormat.allCases.flatMap(\.filterNames))
      let advice = nearest.map { "did you mean \($0)?" } ?? "try jpeg, png, raw or video"
      throw FilterProblem(reason: "Unknown kind \(text) – \(advice)", field: self)
    }
    return Set(kinds)
  }
}

extension PictureFormat {
  var filterNames: [String] {
    let name = descriptor.name.lowercased().filter { $0 != " " }
    return [name] + (descriptor.isRaw ? ["raw"] : isVideo ? ["video"] : []) + descriptor.extensions
  }
}
