import Base
package import Catalogs
package import Imaging
package import Storage

/// The texts of photos, folded once for filters: keywords, people, titles, captions, alternative
/// texts and places. 100,000 photos with five keywords and a caption of 100 characters take about
/// 15 MB.
///
/// Texts are columns of rows. A photo whose texts change gets another row.
package struct TextTable: Sendable {
  /// Maximum bytes of all folded texts; further photos have none.
  private static let byteLimit = 256 << 20
  private static let emptyRow: Int32 = 0
  private static let unknownRow: Int32 = -1

  private var rows = PhotoPages<Int32>(absent: unknownRow)
  private var rowCount = 1
  private var keywords = WordLists(), people = WordLists()
  private var titles = FoldedTexts(), captions = FoldedTexts()
  private var altTexts = WordLists()
  private var towns = TownColumn()
  /// In degrees, to about two metres; NaN if unknown.
  private var positions: [(latitude: Float, longitude: Float)] = []

  package init() {
    append(PhotoDescription(), at: nil)
  }

  func isKnown(_ id: PhotoID) -> Bool { rows[id] >= 0 }

  /// The number of photos whose texts are known.
  var count: Int { rows.count { $0 != Self.unknownRow } }

  package mutating func set(
    _ description: PhotoDescription?, at town: Town? = nil, of id: PhotoID
  ) {
    guard let description, !description.isEmpty, byteCount < Self.byteLimit else {
      return rows[id] = Self.emptyRow
    }
    rows[id] = Int32(rowCount)
    rowCount += 1
    append(description, at: town)
  }

  /// Changes the texts of photos, if they are known.
  mutating func change(_ ids: some Sequence<PhotoID>, _ change: TextChange) {
    if case .iptc = change { return }
    guard byteCount < Self.byteLimit else { return }
    // Many photos have the same keywords.
    var lists: [[Int32]: [Int32]] = [:]
    for id in ids { self.change(id, change, &lists) }
  }

  private mutating func change(
    _ id: PhotoID, _ change: TextChange, _ lists: inout [[Int32]: [Int32]]
  ) {
    let row = rows[id]
    guard row >= 0 else { return }
    rows[id] = Int32(rowCount)
    rowCount += 1
    if case .keywords(let change) = change {
      let list = keywords.numbers(inRow: row)
      if let changed = lists[list] {
        keywords.append(numbers: changed)
      } else {
        keywords.append(change.applied(to: keywords.list(inRow: row)))
        lists[list] = keywords.numbers(inRow: Int32(rowCount - 1))
      }
    } else {
      keywords.append(row: row)
    }
    people.append(row: row)
    if case .title(let text) = change { titles.append(text) } else { titles.append(row: row) }
    if case .caption(let text) = change { captions.append(text) } else { captions.append(row: row) }
    altTexts.append(row: row)
    towns.append(row: row)
    positions.append(positions[Int(row)])
  }

  mutating func forget(_ id: PhotoID) {
    if isKnown(id) { rows[id] = Self.unknownRow }
  }

  private mutating func append(_ description: PhotoDescription, at town: Town?) {
    keywords.append(description.keywords)
    people.append(description.people)
    titles.append(description.title)
    captions.append(description.caption)
    altTexts.append([description.altText].compactMap(\.self))
    towns.append(town)
    let position = description.position
    positions.append(
      (
        position.map { Float($0.latitude) } ?? .nan, position.map { Float($0.longitude) } ?? .nan
      ))
  }

  private var byteCount: Int {
    [keywords, people, altTexts].map(\.byteCount).reduce(0, +) + titles.byteCount
      + captions.byteCount
  }

  /// Replaces the texts of the photos in another table.
  mutating func add(_ other: TextTable) {
    guard !rows.isEmpty else { return self = other }
    guard byteCount < Self.byteLimit else { return }
    let first = Int32(rowCount)
    rows.merge(other.rows) { own, row in
      row == Self.unknownRow ? own : row == Self.emptyRow ? row : row + first
    }
    rowCount += other.rowCount
    keywords.add(other.keywords)
    people.add(other.people)
    titles.add(other.titles)
    captions.add(other.captions)
    altTexts.add(other.altTexts)
    towns.add(other.towns)
    positions += other.positions
  }
}

// MARK: - Filters

struct TextMatches {
  fileprivate let rows: PhotoPages<Int32>
  fileprivate let mask: [Bool]

  /// Nil if the photo's texts are unknown.
  subscript(id: PhotoID) -> Bool? {
    let row = rows[id]
    return row < 0 ? nil : mask[Int(row)]
  }
}

extension TextTable {
  /// Nil for tests of other facts. A word is searched in all texts but alternative ones, and in
  /// places.
  func matches(_ test: FilterTest) -> TextMatches? {
    var mask = [Bool](repeating: false, count: rowCount)
    switch test {
    case .text(.keyword, let pattern): keywords.mark(&mask, matching: pattern)
    case .text(.person, let pattern): people.mark(&mask, matching: pattern)
    case .text(.title, let pattern): titles.mark(&mask, matching: pattern)
    case .text(.caption, let pattern): captions.mark(&mask, matching: pattern)
    case .text(.place, let pattern): towns.mark(&mask, matching: pattern)
    case .text(.country, let pattern): towns.mark(&mask, inCountry: pattern)
    case .text(_, let pattern):
      mark(&mask, matching: pattern)
      altTexts.mark(&mask, matching: pattern)
    case .near(let vicinity):
      // Without a centre it is unknown what is near.
      guard mark(&mask, near: vicinity) else {
        return TextMatches(rows: PhotoPages(absent: Self.unknownRow), mask: [])
      }
    case .word(let word):
      guard word.isAlsoText, let pattern = TextPattern(folded: word.folded) else { return nil }
      mark(&mask, matching: pattern)
      towns.mark(&mask, matching: pattern)
      towns.mark(&mask, inCountry: pattern, allowsCodes: false)
    default: return nil
    }
    return TextMatches(rows: rows, mask: mask)
  }

  /// The keywords, people, places or countries of photos with the number of photos, most frequent
  /// first; levels above a keyword count, too. A path has `/` between its levels, which needs no
  /// quotation marks.
  func values(
    of field: FilterField, among photos: [CatalogEntry], separator: String = "/"
  ) -> [(value: String, count: Int)] {
    let rows = photos.lazy.map { self.rows[$0.id] }
    let values =
      switch field {
      case .place, .country: towns.counts(of: field, inRows: rows)
      case .person: people.counts(inRows: rows, separator: separator)
      default: keywords.counts(inRows: rows, separator: separator)
      }
    return values.sorted { $0.count == $1.count ? $0.value < $1.value : $0.count > $1.count }
  }

  package func photos(
    _ entries: some Sequence<CatalogEntry>, withKeyword isWanted: (String) -> Bool
  ) -> [CatalogEntry] {
    let hasWanted = keywords.test(isWanted)
    return entries.filter { hasWanted(rows[$0.id]) }
  }

  func firstKeyword(of id: PhotoID) -> String? { keywords.first(inRow: rows[id]) }

  func firstPerson(of id: PhotoID) -> String? { people.first(inRow: rows[id]) }

  /// `Paris, Île-de-France, France`; nil if the photo has none, or it is unknown.
  func placeTitle(of id: PhotoID) -> String? { towns.title(inRow: rows[id]) }

  private func mark(_ mask: inout [Bool], near vicinity: Vicinity) -> Bool {
    let center: GeoPosition? =
      switch vicinity.center {
      case .position(let position): position
      case .photo(let id): id.flatMap(position)
      }
    guard let center else { return false }
    for row in mask.indices {
      if let position = position(inRow: row) {
        mask[row] = vicinity.contains(position, from: center)
      }
    }
    return true
  }

  private func position(of id: PhotoID) -> GeoPosition? {
    isKnown(id) ? position(inRow: Int(rows[id])) : nil
  }

  private func position(inRow row: Int) -> GeoPosition? {
    GeoPosition(
      latitude: Double(positions[row].latitude), longitude: Double(positions[row].longitude))
  }

  /// Nil if the photo has none, or it is unknown.
  func altText(of id: PhotoID) -> String? { altTexts.first(inRow: rows[id]) }

  private func mark(_ mask: inout [Bool], matching pattern: TextPattern) {
    keywords.mark(&mask, matching: pattern)
    people.mark(&mask, matching: pattern)
    titles.mark(&mask, matching: pattern)
    captions.mark(&mask, matching: pattern)
  }
}

extension NamePattern {
  var isAlsoText: Bool { way == .scattered || way == .anywhere }
}

/// A text in a text, from the start of a word, without regard to case, accents and punctuation. A
/// pattern that begins with a letter outside ASCII matches anywhere, as not all scripts have spaces
/// between words.
package struct TextPattern: Hashable, Sendable {
  /// At least two; the first is a space unless the next is not ASCII.
  let bytes: [UInt8]

  /// Nil without letters and digits.
  package init?(_ text: String) {
    self.init(folded: NameFolding.folded(Array(text.utf8)))
  }

  fileprivate init?(folded: [UInt8]) {
    var bytes: [UInt8] = []
    Self.append(folded[...], to: &bytes)
    guard bytes.count > 1 else { return nil }
    self.bytes = bytes[1] < 0x80 ? bytes : Array(bytes.dropFirst())
  }

  /// Words of letters and digits, each after a space.
  fileprivate static func append(_ folded: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var isInWord = false
    for byte in folded {
      let isInWordNow = byte >= 0x80 || byte.isLetter || byte.isDigit
      if isInWordNow {
        if !isInWord { bytes.append(UInt8(ascii: " ")) }
        bytes.append(byte)
      }
      isInWord = isInWordNow
    }
  }
}

/// Folded texts in one block of memory, which is searched as a whole.
struct FoldedTexts: Sendable {
  private static let end = UInt8(ascii: "\n")

  /// 32 bytes, compared at once.
  private typealias Block = SIMD4<UInt64>

  private var bytes: [UInt8] = []
  private var ends: [Int32] = []

  var byteCount: Int { bytes.count }

  mutating func append(_ text: String?) {
    if let text {
      let count = bytes.count
      TextPattern.append(NameFolding.folded(Array(text.utf8))[...], to: &bytes)
      if bytes.count > count { bytes.append(Self.end) }
    }
    ends.append(Int32(clamping: bytes.count))
  }

  mutating func append(row: Int32) {
    let start = row > 0 ? Int(ends[Int(row) - 1]) : 0
    bytes += Array(bytes[start..<Int(ends[Int(row)])])
    ends.append(Int32(clamping: bytes.count))
  }

  mutating func add(_ other: FoldedTexts) {
    let start = Int32(clamping: bytes.count)
    bytes += other.bytes
    ends += other.ends.map { $0 + start }
  }

  func mark(_ mask: inout [Bool], matching pattern: TextPattern) {
    let (needle, ends) = (pattern.bytes, ends.span)
    let last = needle.count - 1
    let (ones, highBits) = (
      Block(repeating: 0x0101_0101_0101_0101), Block(repeating: 0x8080_8080_8080_8080)
    )
    let wanted = [0, 1, last].map { Block(repeating: UInt64(needle[$0])) &* ones }
    let (first, second, third) = (wanted[0], wanted[1], wanted[2])
    unsafe bytes.withUnsafeBytes { bytes in
      func block(at place: Int) -> Block {
        unsafe bytes.loadUnaligned(fromByteOffset: place, as: Block.self)
      }
      var (place, text) = (0, 0)
      while place + last < bytes.count {
        if place + last + 32 <= bytes.count {
          // A byte is zero where three bytes of the pattern match. Of bytes that are zero, the
          // lowest has its highest bit set; those below have not.
          let differences =
            (block(at: place) ^ first) | (block(at: place + 1) ^ second)
            | (block(at: place + last) ^ third)
          let zeros = (differences &- ones) & ~differences & highBits
          guard let lane = zeros.indices.first(where: { zeros[$0] != 0 }) else {
            place += 32
            continue
          }
          place += 8 * lane + zeros[lane].trailingZeroBitCount / 8
        }
        guard unsafe bytes[place..<place + needle.count].elementsEqual(needle) else {
          place += 1
          continue
        }
        while Int(ends[text]) <= place { text += 1 }
        mask[text] = true
        place = Int(ends[text])
      }
    }
  }
}

/// Lists of words by row; a word is stored once.
private struct WordLists: Sendable {
  private var words: [String] = []
  private var numbers: [String: Int32] = [:]
  private var folded = FoldedTexts()
  private var members: [Int32] = []
  private var ends: [Int32] = []

  var byteCount: Int { 2 * folded.byteCount + 4 * members.count }

  mutating func append(_ list: [String]) {
    for word in list { members.append(number(of: word)) }
    ends.append(Int32(members.count))
  }

  mutating func append(row: Int32) { append(numbers: numbers(inRow: row)) }

  mutating func append(numbers: [Int32]) {
    members += numbers
    ends.append(Int32(members.count))
  }

  func numbers(inRow row: Int32) -> [Int32] { Array(members[places(ofRow: row)]) }

  private mutating func number(of word: String) -> Int32 {
    if let number = numbers[word] { return number }
    let number = Int32(words.count)
    numbers[word] = number
    words.append(word)
    folded.append(word)
    return number
  }

  mutating func add(_ other: WordLists) {
    let start = Int32(members.count)
    let known = other.words.map { number(of: $0) }
    members += other.members.map { known[Int($0)] }
    ends += other.ends.map { $0 + start }
  }

  private func places(ofRow row: Int32) -> Range<Int> {
    guard row > 0 else { return 0..<0 }
    return Int(ends[Int(row) - 1])..<Int(ends[Int(row)])
  }

  func list(inRow row: Int32) -> [String] {
    places(ofRow: row).map { words[Int(members[$0])] }
  }

  func test(_ isWanted: (String) -> Bool) -> (_ row: Int32) -> Bool {
    let wanted = words.map(isWanted)
    return { row in places(ofRow: row).contains { wanted[Int(members[$0])] } }
  }

  func first(inRow row: Int32) -> String? {
    places(ofRow: row).first.map { words[Int(members[$0])] }
  }

  func counts(
    inRows rows: some Sequence<Int32>, separator: String
  ) -> [(value: String, count: Int)] {
    var (values, numbers): ([String], [String: Int]) = ([], [:])
    // Of each word: itself and the levels above it.
    let paths = words.map { word in
      let levels = word.split(separator: "|").map(String.init)
      return (1...max(1, levels.count)).map { count in
        let value = levels.prefix(count).joined(separator: separator)
        if let number = numbers[value] { return number }
        numbers[value] = values.count
        values.append(value)
        return values.count - 1
      }
    }
    var (counts, lastPhoto) = (values.map { _ in 0 }, values.map { _ in -1 })
    for (photo, row) in rows.enumerated() {
      for place in places(ofRow: row) {
        for value in paths[Int(members[place])] where lastPhoto[value] != photo {
          lastPhoto[value] = photo
          counts[value] += 1
        }
      }
    }
    return zip(values, counts).filter { $0.1 > 0 }.map { (value: $0.0, count: $0.1) }
  }

  func mark(_ mask: inout [Bool], matching pattern: TextPattern) {
    var isWanted = [Bool](repeating: false, count: words.count)
    folded.mark(&isWanted, matching: pattern)
    guard isWanted.contains(true) else { return }
    let (members, ends, wanted) = (members.span, ends.span, isWanted.span)
    var place = 0
    for row in ends.indices {
      while place < Int(ends[row]) {
        if wanted[Int(members[place])] { mask[row] = true }
        place += 1
      }
    }
  }
}
