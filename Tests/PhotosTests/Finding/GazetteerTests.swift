import Glibc
import Imaging
import Photos
import TestSupport
import Testing

@Suite("Names of places") struct GazetteerTests {
  private static let shipped = Gazetteer { [ShippedGazetteer.path] }

  /// Countries and towns in the spellings that GeoNames might use.
  private static let land: [(latitude: Double, longitude: Double, expected: String)] = [
    (48.8584, 2.2945, "FR Paris"),  // the Eiffel Tower
    (48.8530, 2.3499, "FR Paris"),  // Notre-Dame
    (48.8049, 2.1204, "FR Versailles"),
    (43.6950, 7.2650, "FR Nice"),  // Promenade des Anglais
    (43.7394, 7.4282, "MC Monte-Carlo|Monte Carlo|Monaco"),  // the casino
    (51.5007, -0.1246, "GB London"),  // Big Ben
    (51.5055, -0.0754, "GB London"),  // Tower Bridge
    (51.4839, -0.6044, "GB Windsor"),  // the castle
    (52.5163, 13.3777, "DE Berlin"),  // the Brandenburg Gate
    (52.4042, 13.0385, "DE Potsdam"),  // Sanssouci
    (48.1374, 11.5755, "DE Munich|München"),  // Marienplatz
    (50.9413, 6.9583, "DE Köln|Cologne"),  // the cathedral
    (47.5576, 10.7498, "DE Schwangau|Füssen"),  // Neuschwanstein
    (48.2085, 16.3731, "AT Vienna|Wien"),  // St. Stephen's
    (48.1845, 16.3119, "AT Vienna|Wien"),  // Schönbrunn
    (47.7949, 13.0477, "AT Salzburg"),  // the fortress
    (46.0207, 7.7491, "CH Zermatt"),
    (47.3701, 8.5441, "CH Zürich|Zurich"),  // Grossmünster
    (46.2074, 6.1559, "CH Geneva|Genève"),  // Jet d'Eau
    (41.8902, 12.4922, "IT Rome|Roma"),  // the Colosseum
    (41.9022, 12.4573, "VA Vatican City"),  // St. Peter's Square
    (45.4341, 12.3388, "IT Venice|Venezia"),  // St. Mark's Square
    (41.4036, 2.1744, "ES Barcelona"),  // Sagrada Família
    (37.1760, -3.5881, "ES Granada"),  // the Alhambra
    (36.1408, -5.3536, "GI Gibraltar"),
    (50.0909, 14.4005, "CZ Prague|Praha"),  // the castle
    (64.1417, -21.9266, "IS Reykjavík"),
    (40.7580, -73.9855, "US New York City|Manhattan"),  // Times Square
    (40.7163, -74.0327, "US Jersey City"),  // Exchange Place
    (37.7793, -122.4193, "US San Francisco"),  // the city hall
    (37.8044, -122.2560, "US Oakland"),  // Lake Merritt
    (38.8899, -77.0091, "US Washington|Washington, D.C."),  // the Capitol
    (43.0790, -79.0784, "CA Niagara Falls"),  // Table Rock
    (31.7592, -106.4885, "US El Paso"),  // San Jacinto Plaza
    (31.7383, -106.4870, "MX Ciudad Juárez"),  // the cathedral
    (-22.9519, -43.2105, "BR Rio de Janeiro"),  // Corcovado
    (-33.8568, 151.2153, "AU Sydney"),  // the opera house
    (-33.9258, 18.4232, "ZA Cape Town"),
    (37.5796, 126.9770, "KR Seoul"),  // Gyeongbokgung
    (35.6586, 139.7454, "JP Tokyo"),  // Tokyo Tower
    (27.1751, 78.0421, "IN Agra"),  // the Taj Mahal
  ]

  private static let sea: [(latitude: Double, longitude: Double)] = [
    (45, -30), (0, -140), (56, 3), (45.5, -6), (-40, 80), (-48.876, -123.393), (56.2, 18.9),
    (40, 12), (88, 10),
  ]

  @Test func `of fifty positions, at least forty-eight have the expected name`() {
    let misses = Self.land.filter { latitude, longitude, expected in
      let place = Self.shipped.town(at: GeoPosition(latitude: latitude, longitude: longitude))
      let names = expected.dropFirst(3).split(separator: "|")
      return place.map { $0.countryCodes[0] == expected.prefix(2) && names.contains($0.name[...]) }
        != true
    }
    #expect(Self.land.count + Self.sea.count == 50 && misses.count <= 2, "\(misses)")
  }

  @Test(arguments: sea)
  func `the open sea has no name`(latitude: Double, longitude: Double) {
    #expect(
      Self.shipped.town(at: GeoPosition(latitude: latitude, longitude: longitude)) == nil)
  }

  @Test(
    arguments: [
      (48.8584, 2.2945, "Paris, Île-de-France, France"), (1.2894, 103.8500, "Singapore"),
      (37.5796, 126.9770, "Seoul, South Korea"),
    ] as [(Double, Double, String)])
  func `a place has its region and country, without repetition`(
    latitude: Double, longitude: Double, text: String
  ) {
    let place = Self.shipped.town(at: GeoPosition(latitude: latitude, longitude: longitude))
    #expect(place?.description == text)
  }

  @Test func `a photo without a position, or without a gazetteer, has no place`() async {
    let position = GeoPosition(latitude: 48.8584, longitude: 2.2945)
    #expect(Self.shipped.town(at: nil) == nil)
    #expect(await Self.shipped.find(position)?.name == "Paris")
    let missing = Gazetteer { ["/nowhere/gazetteer"] }
    guard case .missing = missing.state else {
      Issue.record("missing expected")
      return
    }
    #expect(missing.town(at: position) == nil)
  }

  @Test func `the file is read once, when a position is first looked up`() {
    let folder = TemporaryFolder()
    let path = folder.write(SmallGazetteer().file, as: "gazetteer")
    let gazetteer = Gazetteer { [folder.path + "/missing", path] }
    #expect(gazetteer.town(at: nil) == nil)
    let replaced = SmallGazetteer(names: ["X", "Y", "Z", "R", "", "FR\tF", "DE\tG"])
    _ = folder.write(replaced.file, as: "gazetteer")
    let position = GeoPosition(latitude: 0.5, longitude: 0.5)
    #expect(gazetteer.town(at: position)?.name == "X")
    _ = folder.write([1, 2, 3], as: "gazetteer")
    #expect(gazetteer.town(at: position)?.name == "X")
  }
}

/// A table with three towns: at 0.5 degrees north and east, on the antimeridian, and at a pole.
struct SmallGazetteer {
  var counts: [UInt32] = [3, 2, 2]
  var cells: [UInt16] = [90 * 360 + 180, 90 * 360 + 359, 179 * 360]
  var latitudes: [UInt8] = [128, 128, 255], longitudes: [UInt8] = [128, 255, 0]
  var sizes: [UInt8] = [80, 80, 80]
  var regions: [UInt16] = [0, 1, 1]
  var countries: [UInt8] = [0, 1]
  var names = ["Here", "Far", "Pole", "Region", "", "FR FRA\tFrance", "DE DEU\tGermany"]
  var end = "\n"

  var file: [UInt8] {
    var body: [UInt8] = []
    for count in counts {
      for shift in [0, 8, 16, 24] { body.append(UInt8(truncatingIfNeeded: count >> shift)) }
    }
    for cell in cells { body += [UInt8(truncatingIfNeeded: cell), UInt8(cell >> 8)] }
    body += latitudes + longitudes + sizes
    for region in regions { body += [UInt8(truncatingIfNeeded: region), UInt8(region >> 8)] }
    body += countries + Array((names.joined(separator: "\n") + end).utf8)
    return Self.file(of: body)
  }

  static func file(of body: [UInt8]) -> [UInt8] {
    Array("photocell gazetteer 1\n".utf8) + (Deflate.repetitions.zlibStream(of: body) ?? [])
  }
}

@Suite("Tables of places") struct GazetteerTableTests {
  private static func name(_ table: GazetteerTable?, _ latitude: Double, _ longitude: Double)
    -> String?
  {
    GeoPosition(latitude: latitude, longitude: longitude).flatMap { table?.town(at: $0)?.name }
  }

  @Test func `places are found across the antimeridian and at the poles`() {
    let table = GazetteerTable(file: SmallGazetteer().file)
    #expect(table?.count == 3)
    #expect(Self.name(table, 0.4, 0.6) == "Here" && Self.name(table, 0.5, -179.8) == "Far")
    #expect(Self.name(table, 0.5, 179.9) == "Far" && Self.name(table, 0.5, 180) == "Far")
    #expect(Self.name(table, 90, 0) == "Pole" && Self.name(table, 89.9, 120) == "Pole")
    #expect(Self.name(table, 90, 180) == "Pole" && Self.name(table, -90, -180) == nil)
    #expect(Self.name(table, 0.5, 1.5) == nil && Self.name(table, -1, 0.5) == nil)
  }

  @Test func `the larger of two towns is larger around`() {
    var small = SmallGazetteer()
    small.cells[1] = small.cells[0]
    // 0.2 degrees farther east, and sixteen times as many people.
    (small.longitudes[1], small.sizes) = (179, [128, 160, 80])
    let table = GazetteerTable(file: small.file)
    #expect(Self.name(table, 0.5, 0.55) == "Here" && Self.name(table, 0.5, 0.59) == "Far")
  }

  @Test(
    arguments: [
      { $0.counts[0] = 4 }, { $0.counts[0] = .max }, { $0.counts[1] = 3 }, { $0.counts[1] = .max },
      { $0.counts[2] = 1 }, { $0.counts[2] = .max }, { $0.counts = [0, 0, 0] },
      { $0.cells.swapAt(0, 1) }, { $0.cells[2] = 180 * 360 }, { $0.cells[2] = .max },
      { $0.regions[1] = 2 }, { $0.regions[2] = .max }, { $0.countries[0] = 2 },
      { $0.names.removeLast() }, { $0.names.append("X") }, { $0.end = "" }, { $0.end = "\nX" },
      { $0.latitudes.removeLast() }, { $0.sizes.append(0) }, { $0.counts.removeLast() },
    ] as [@Sendable (inout SmallGazetteer) -> Void])
  func `lengths and numbers that contradict each other are damage`(
    damage: @Sendable (inout SmallGazetteer) -> Void
  ) {
    var small = SmallGazetteer()
    damage(&small)
    #expect(GazetteerTable(file: small.file) == nil)
  }

  @Test func `a table of nothing names nothing`() {
    let table = GazetteerTable(file: SmallGazetteer.file(of: [UInt8](repeating: 0, count: 12)))
    #expect(table?.count == 0 && Self.name(table, 0.5, 0.5) == nil)
  }

  @Test func `every truncated file is damage`() {
    let file = SmallGazetteer().file
    for count in 0..<file.count { #expect(GazetteerTable(file: Array(file[..<count])) == nil) }
    let body = Inflation.inflated(file[22...], limit: 1000) ?? []
    #expect(GazetteerTable(file: SmallGazetteer.file(of: body)) != nil)
    for count in body.indices {
      #expect(GazetteerTable(file: SmallGazetteer.file(of: Array(body[..<count]))) == nil)
    }
  }

  @Test func `a changed bit is found, or changes only names and positions`() {
    let body = Inflation.inflated(SmallGazetteer().file[22...], limit: 1000) ?? []
    for place in body.indices {
      for bit in 0..<8 {
        var body = body
        body[place] ^= 1 << bit
        let table = GazetteerTable(file: SmallGazetteer.file(of: body))
        for latitude in [-90, -0.5, 0.5, 89.9, 90] {
          for longitude in [-180, -0.5, 0.5, 179.9, 180] {
            _ = Self.name(table, latitude, longitude)
          }
        }
      }
    }
    let file = SmallGazetteer().file
    for place in file.indices {
      var file = file
      file[place] ^= 0x55
      #expect(GazetteerTable(file: file) == nil)
    }
  }

  @Test func `a damaged file of the whole world is damaged, wherever it is damaged`() throws {
    let folder = TemporaryFolder()
    let file = try #require(Self.bytes(at: ShippedGazetteer.path))
    #expect(GazetteerTable(file: file)?.count ?? 0 > 100_000)
    for place in [0, 22, 30, 1000, file.count / 2, file.count - 1] {
      var damaged = file
      damaged[place] ^= 0x11
      let path = folder.write(damaged, as: "\(place)")
      let gazetteer = Gazetteer { [path] }
      #expect(gazetteer.town(at: GeoPosition(latitude: 48.86, longitude: 2.29)) == nil)
      guard case .damaged = gazetteer.state else {
        Issue.record("byte \(place)")
        continue
      }
    }
  }

  private static func bytes(at path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}
