/// A field of a filter, written `size:>2MB`, or a keyword such as `marked`.
///
/// Code that parses filters uses `allCases` and switches without a default, so that a new field
/// cannot be missed.
package enum FilterField: String, CaseIterable, Hashable, Sendable {
  case size, kind, ext, folder
  case date, before, after, year, month
  case camera, lens, iso
  case aperture = "f"
  case focalLength = "mm"
  case megapixels = "mp"
  case rating, label, flag
  case portrait, landscape, square, marked

  var isFlag: Bool {
    switch self {
    case .portrait, .landscape, .square, .marked: true
    case .size, .kind, .ext, .folder, .date, .before, .after, .year, .month, .camera, .lens, .iso,
      .aperture, .focalLength, .megapixels, .rating, .label, .flag:
      false
    }
  }

  package var depth: FactsDepth {
    switch self {
    case .kind, .ext, .folder, .marked: .names
    case .size: .files
    case .date, .before, .after, .year, .month, .camera, .lens, .iso, .aperture, .focalLength,
      .megapixels, .rating, .label, .flag, .portrait, .landscape, .square:
      .contents
    }
  }

  /// As written in a filter: `size:`, `marked`.
  package var name: String { isFlag ? rawValue : "\(rawValue):" }

  package var examples: [String] {
    switch self {
    case .size: ["size:>2MB", "size:300kB-2MB"]
    case .kind: ["kind:png", "kind:raw"]
    case .ext: ["ext:jpg"]
    case .folder: ["folder:italy"]
    case .date: ["date:2024-05-17", "date:2024-05", "date:2024-05..2024-07"]
    case .before: ["before:2024-05"]
    case .after: ["after:2024-05-17"]
    case .year: ["year:2024", "year:2019-2024"]
    case .month: ["month:5", "month:6-8"]
    case .camera: ["camera:nikon"]
    case .lens: ["lens:50mm"]
    case .iso: ["iso:200", "iso:200-400", "iso:>800"]
    case .aperture: ["f:2.8", "f:1.4-2.8"]
    case .focalLength: ["mm:50", "mm:24-70"]
    case .megapixels: ["mp:>12"]
    case .rating: ["rating:5", "rating:>=3"]
    case .label: ["label:red"]
    case .flag: ["flag:picked", "flag:rejected", "flag:none"]
    case .portrait, .landscape, .square, .marked: [rawValue]
    }
  }

  /// The examples as a phrase: `year:2024 or year:2019-2024`.
  var usage: String {
    guard let last = examples.last, examples.count > 1 else { return examples[0] }
    return "\(examples.dropLast().joined(separator: ", ")) or \(last)"
  }

  package var summary: String {
    switch self {
    case .size: "the size of the file"
    case .kind: "the kind of the file, by its extension"
    case .ext: "the beginning of the extension"
    case .folder: "letters of the folder's name"
    case .date: "the day, the month or the days on which the photo was taken"
    case .before: "taken before the day, month or year begins"
    case .after: "taken after the day, month or year has ended"
    case .year: "the year in which it was taken"
    case .month: "the month in which it was taken, of any year"
    case .camera: "letters of the camera's maker or model"
    case .lens: "letters of the lens's name"
    case .iso: "the ISO sensitivity"
    case .aperture: "the f-number"
    case .focalLength: "the focal length in millimetres"
    case .megapixels: "the size of the picture in megapixels"
    case .rating: "stars, from 0 to 5; -1 for a rejected photo"
    case .label: "the colour label"
    case .flag: "whether it is picked, rejected or neither"
    case .portrait: "taller than wide"
    case .landscape: "wider than tall"
    case .square: "as wide as tall"
    case .marked: "marked photos"
    }
  }
}
