/// What a filter can ask of a photo besides its name, written `size:>2MB`, or as a word of its own.
///
/// Who reads filters goes by `allCases` and by switches without a default, so that a new field can be
/// forgotten nowhere.
package enum FilterField: String, CaseIterable, Hashable, Sendable {
  case size, kind, ext, folder
  case date, before, after, year, month
  case camera, lens, iso
  case aperture = "f"
  case focalLength = "mm"
  case megapixels = "mp"
  case rating, label, flag
  case portrait, landscape, square, marked

  /// Whether it is a word of its own, and has no value.
  var isFlag: Bool {
    switch self {
    case .portrait, .landscape, .square, .marked: true
    case .size, .kind, .ext, .folder, .date, .before, .after, .year, .month, .camera, .lens, .iso,
      .aperture, .focalLength, .megapixels, .rating, .label, .flag:
      false
    }
  }

  /// How much has to be found out of a photo before it can be answered.
  package var depth: FactsDepth {
    switch self {
    case .kind, .ext, .folder, .marked: .names
    case .size: .files
    case .date, .before, .after, .year, .month, .camera, .lens, .iso, .aperture, .focalLength,
      .megapixels, .rating, .label, .flag, .portrait, .landscape, .square:
      .contents
    }
  }

  /// How it is written in a filter: `size:`, `marked`.
  package var name: String { isFlag ? rawValue : "\(rawValue):" }

  /// How it is written with values.
  var examples: String {
    switch self {
    case .size: "size:>2MB or size:300kB-2MB"
    case .kind: "kind:png or kind:raw"
    case .ext: "ext:jpg"
    case .folder: "folder:italy"
    case .date: "date:2024-05-17, date:2024-05 or date:2024-05..2024-07"
    case .before: "before:2024-05"
    case .after: "after:2024-05-17"
    case .year: "year:2024 or year:2019-2024"
    case .month: "month:5 or month:6-8"
    case .camera: "camera:nikon"
    case .lens: "lens:50mm"
    case .iso: "iso:200 or iso:200-400"
    case .aperture: "f:2.8 or f:1.4-2.8"
    case .focalLength: "mm:50 or mm:24-70"
    case .megapixels: "mp:>12"
    case .rating: "rating:5 or rating:>=3"
    case .label: "label:red"
    case .flag: "flag:picked, flag:rejected or flag:none"
    case .portrait, .landscape, .square, .marked: rawValue
    }
  }
}
