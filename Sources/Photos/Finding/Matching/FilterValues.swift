import Base
import Catalogs
import Imaging
import Storage

extension FilterSubjects {
  /// The known values of a field as written in a filter, unquoted, with the number of photos;
  /// numbers in ascending order, then texts in alphabetical order.
  package func values(of field: FilterField) -> [(value: String, count: Int)] {
    var counts: [String: Int] = [:]
    for entry in entries {
      if let value = value(of: field, entry), !value.isEmpty { counts[value, default: 0] += 1 }
    }
    return counts.map { (value: $0.key, count: $0.value) }.sorted {
      let numbers = (Double($0.value) ?? .infinity, Double($1.value) ?? .infinity)
      return numbers.0 == numbers.1 ? $0.value < $1.value : numbers.0 < numbers.1
    }
  }

  private func value(of field: FilterField, _ entry: CatalogEntry) -> String? {
    let (photo, known) = (entry.photo, facts[entry.id])
    return switch field {
    case .kind: photo.namedFormat?.filterNames[0]
    case .ext: photo.fileExtension.map { String(decoding: $0, as: UTF8.self) }
    case .folder:
      photo.onWeb == nil
        ? photo.folder.bytes.split(separator: UInt8(ascii: "/")).last
          .map { String(decoding: $0, as: UTF8.self) } : nil
    case .date, .before, .after:
      day(of: entry).map { "\($0.year.zeroPadded(to: 4))-\($0.month.zeroPadded(to: 2))" }
    case .year: day(of: entry).map { "\($0.year)" }
    case .month: known?.taken?.precision == .year ? nil : day(of: entry).map { "\($0.month)" }
    case .camera: known?.words?.camera
    case .lens: known?.words?.lens
    case .label: known?.label
    case .iso: known?.iso.map { "\($0)" }
    case .aperture: known?.aperture.map(Self.text)
    case .focalLength: known?.focalLength.map(Self.text)
    // A minus sign means a range.
    case .rating:
      known.flatMap { $0.isRead && $0.flag != .rejected ? "\($0.rating ?? 0)" : nil }
    case .flag: known.flatMap { $0.isRead ? $0.flag.rawValue : nil }
    case .size, .megapixels, .portrait, .landscape, .square, .marked: nil
    }
  }

  private static func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
