import Glibc
package import Imaging

/// The populated places of the world with 500 and more people, from GeoNames (geonames.org, CC BY
/// 4.0), as `Tools/gazetteer` writes them.
///
/// A file is the line `photocell gazetteer 1` and a zlib stream, with numbers in little-endian order:
///
/// - UInt32 × 3: the number of towns, of regions, and of countries
/// - UInt16 × towns, ascending: the cell of one degree, `(⌊latitude⌋ + 90) * 360 + ⌊longitude⌋ + 180`
/// - UInt8 × towns: the latitude in the cell, in 256ths of a degree
/// - UInt8 × towns: the longitude in the cell, in 256ths of a degree
/// - UInt8 × towns: eight times the binary logarithm of the population
/// - UInt16 × towns: the number of the region
/// - UInt8 × regions: the number of the country
/// - lines of the names of towns, of regions (perhaps empty), and of countries: `FR FRA`, a tab,
///   `France`
package struct GazetteerTable: Sendable {
  static let signature = Array("photocell gazetteer 1\n".utf8)
  /// Of the zlib stream, in bytes.
  private static let byteLimit = 16 << 20
  private static let cellCount = 180 * 360

  private let bytes: [UInt8]
  package let count: Int
  private let regionCount, countryCount: Int
  /// The number of the first town in each cell, and the number of towns.
  private let starts: [Int32]
  /// The size of the largest town in each cell.
  private let largest: [UInt8]
  private let nameStarts: [Int32]
  private var countries: [(name: String, codes: [String])] = []

  /// Nil if the file is damaged or of another version.
  package init?(file: [UInt8]) {
    guard file.starts(with: Self.signature),
      let bytes = Inflation.inflated(file[Self.signature.count...], limit: Self.byteLimit)
    else { return nil }
    self.init(bytes: bytes)
  }

  private init?(bytes: [UInt8]) {
    guard bytes.count >= Self.headerLength else { return nil }
    self.bytes = bytes
    let counts = [0, 4, 8].map { Int(bytes.span.uint32(at: $0)) }
    (count, regionCount, countryCount) = (counts[0], counts[1], counts[2])
    let namesStart = Self.headerLength + count * Self.townLength + regionCount
    guard namesStart <= bytes.count, countryCount <= 256 else { return nil }
    var nameStarts = [Int32(namesStart)]
    let span = bytes.span
    for place in namesStart..<bytes.count where span[place] == UInt8(ascii: "\n") {
      nameStarts.append(Int32(place + 1))
    }
    self.nameStarts = nameStarts
    guard nameStarts.count == count + regionCount + countryCount + 1,
      nameStarts.last == Int32(bytes.count)
    else { return nil }
    let sizesStart = Self.headerLength + 4 * count
    var largest = [UInt8](repeating: 0, count: Self.cellCount)
    var starts: [Int32] = []
    starts.reserveCapacity(Self.cellCount + 1)
    for town in 0..<count {
      let cell = Int(span.uint16(at: Self.headerLength + 2 * town))
      // Ascending cells add to `starts` only once for each.
      guard cell < Self.cellCount, cell + 1 >= starts.count else { return nil }
      while starts.count <= cell { starts.append(Int32(town)) }
      largest[cell] = max(largest[cell], span[sizesStart + town])
    }
    while starts.count <= Self.cellCount { starts.append(Int32(count)) }
    (self.starts, self.largest) = (starts, largest)
    guard (0..<count).allSatisfy({ region(of: $0, in: span) < regionCount }),
      (0..<regionCount).allSatisfy({ country(ofRegion: $0) < countryCount })
    else { return nil }
    countries = (0..<countryCount).map { number in
      let line = name(count + regionCount + number)
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts.last ?? ""), parts[0].split(separator: " ").map(String.init))
    }
  }

  private static let headerLength = 12
  /// Bytes of all columns.
  private static let townLength = 7

  private func region(of town: Int, in span: Span<UInt8>) -> Int {
    Int(span.uint16(at: Self.headerLength + 5 * count + 2 * town))
  }

  private func country(ofRegion region: Int) -> Int {
    Int(bytes[Self.headerLength + Self.townLength * count + region])
  }

  private func name(_ number: Int) -> String {
    String(
      decoding: bytes[Int(nameStarts[number])..<Int(nameStarts[number + 1]) - 1], as: UTF8.self)
  }

  private subscript(town: Int) -> Town {
    let region = region(of: town, in: bytes.span)
    let country = countries[country(ofRegion: region)]
    return Town(
      name: name(town), region: name(count + region), country: country.name,
      countryCodes: country.codes)
  }
}

// MARK: - Search

extension GazetteerTable {
  /// The farthest edge of a town that a photo is near, in kilometres.
  private static let limit: Float = 50
  /// Kilometres per degree, on a sphere.
  private static let degree: Float = 111.195
  /// In degrees: the limit, and the radius of a city of 30 million people.
  private static let reach: Float = 0.7
  /// A town is a circle of 40,000 / π people per square kilometre, in kilometres by `sizes`.
  private static let radii: [Float] = (0..<256).map { 0.005 * exp2(Float($0) / 16) }

  /// The town that a position is in, or the nearest; nil far from any, as on the open sea.
  ///
  /// In several towns it is the one whose centre is nearest in proportion to its size. Takes a few
  /// microseconds.
  package func town(at position: GeoPosition) -> Town? {
    nearest(to: position).map { self[$0] }
  }

  private func nearest(to position: GeoPosition) -> Int? {
    let (latitude, longitude) = (Float(position.latitude) + 90, Float(position.longitude) + 180)
    let scale = max(0.001, cos((latitude - 90) * .pi / 180))
    let width = min(180, Self.reach / scale)
    let rows = max(0, Int(latitude - Self.reach))...min(179, Int(latitude + Self.reach))
    let first = Int((longitude - width).rounded(.down))
    let columns = first...min(first + 359, Int((longitude + width).rounded(.down)))
    let own = (row: min(179, Int(latitude)), column: Int(longitude))
    let (span, starts, radii) = (bytes.span, starts.span, Self.radii.span)
    let latitudes = Self.headerLength + 2 * count
    var best: (town: Int, distance: Float)?
    func search(_ row: Int, _ column: Int) {
      let cell = row * 360 + (column + 360) % 360
      let gap = (
        north: Self.gap(row, latitude) * Self.degree,
        east: Self.gap(column, longitude) * scale * Self.degree
      )
      let bound = Self.distance(gap.north, gap.east, radius: radii[Int(largest[cell])])
      guard bound < best?.distance ?? Self.limit else { return }
      for town in Int(starts[cell])..<Int(starts[cell + 1]) {
        let north = Self.middle(row, span[latitudes + town]) - latitude
        let east = (Self.middle(column, span[latitudes + count + town]) - longitude) * scale
        let distance = Self.distance(
          north * Self.degree, east * Self.degree,
          radius: radii[Int(span[latitudes + 2 * count + town])])
        if distance < best?.distance ?? Self.limit { best = (town, distance) }
      }
    }
    search(own.row, own.column)
    for row in rows { for column in columns where (row, column) != own { search(row, column) } }
    return best?.town
  }

  /// From -1 to 0 in a town, then in kilometres from its edge.
  private static func distance(_ north: Float, _ east: Float, radius: Float) -> Float {
    let center = (north * north + east * east).squareRoot()
    return center < radius ? center / radius - 1 : center - radius
  }

  /// Degrees from a position to the nearest edge of a cell.
  private static func gap(_ cell: Int, _ position: Float) -> Float {
    max(0, Float(cell) - position, position - Float(cell + 1))
  }

  private static func middle(_ degree: Int, _ part: UInt8) -> Float {
    Float(degree) + (Float(part) + 0.5) / 256
  }
}

extension Span<UInt8> {
  fileprivate func uint16(at place: Int) -> UInt16 {
    UInt16(self[place]) | UInt16(self[place + 1]) << 8
  }

  fileprivate func uint32(at place: Int) -> UInt32 {
    UInt32(uint16(at: place)) | UInt32(uint16(at: place + 2)) << 16
  }
}
