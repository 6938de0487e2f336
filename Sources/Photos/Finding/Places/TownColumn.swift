import Imaging

/// The towns of photos by row, in four bytes each.
struct TownColumn: Sendable {
  private static let none: Int32 = -1

  private var rows: [Int32] = []
  private var towns: [Town] = []
  private var titles: [String] = []
  private var numbers: [Town: Int32] = [:]
  private var names = FoldedTexts()
  private var countryNames = FoldedTexts()

  mutating func append(_ town: Town?) {
    rows.append(town.map { number(of: $0) } ?? Self.none)
  }

  mutating func append(row: Int32) { rows.append(rows[Int(row)]) }

  mutating func add(_ other: TownColumn) {
    let known = other.towns.map { number(of: $0) }
    rows += other.rows.map { $0 < 0 ? $0 : known[Int($0)] }
  }

  private mutating func number(of town: Town) -> Int32 {
    if let number = numbers[town] { return number }
    let number = Int32(towns.count)
    numbers[town] = number
    towns.append(town)
    titles.append("\(town)")
    names.append("\(town.name) \(town.region)")
    countryNames.append(town.country)
    return number
  }

  private func number(inRow row: Int32) -> Int? {
    row > 0 && rows[Int(row)] >= 0 ? Int(rows[Int(row)]) : nil
  }

  func title(inRow row: Int32) -> String? { number(inRow: row).map { titles[$0] } }

  /// The names of towns and regions, or of countries, with the number of photos.
  func counts(
    of field: FilterField, inRows rows: some Sequence<Int32>
  ) -> [(value: String, count: Int)] {
    var photoCounts = towns.map { _ in 0 }
    for row in rows {
      if let number = number(inRow: row) { photoCounts[number] += 1 }
    }
    var counts: [String: Int] = [:]
    for (town, count) in zip(towns, photoCounts) where count > 0 {
      let values: Set = field == .country ? [town.country] : [town.name, town.region]
      for value in values where !value.isEmpty { counts[value, default: 0] += count }
    }
    return counts.map { (value: $0.key, count: $0.value) }
  }

  func mark(_ mask: inout [Bool], matching pattern: TextPattern) {
    var isWanted = towns.map { _ in false }
    names.mark(&isWanted, matching: pattern)
    mark(&mask, isWanted)
  }

  /// Marks photos of the country with a code, or if there is none of countries by name.
  func mark(_ mask: inout [Bool], inCountry pattern: TextPattern, allowsCodes: Bool = true) {
    let code = String(decoding: pattern.bytes.dropFirst(), as: UTF8.self)
    var isWanted = towns.map { town in
      allowsCodes && town.countryCodes.contains { $0.lowercased() == code }
    }
    if !isWanted.contains(true) { countryNames.mark(&isWanted, matching: pattern) }
    mark(&mask, isWanted)
  }

  private func mark(_ mask: inout [Bool], _ isWanted: [Bool]) {
    guard isWanted.contains(true) else { return }
    let (rows, wanted) = (rows.span, isWanted.span)
    for row in rows.indices where rows[row] >= 0 && wanted[Int(rows[row])] { mask[row] = true }
  }
}
