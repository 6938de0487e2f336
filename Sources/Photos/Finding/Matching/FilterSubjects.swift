import Base
package import Catalogs
import Imaging
import Storage

package struct FilterSubjects {
  let entries: [CatalogEntry]
  let names: FoldedNames
  let facts: FactsTable
  let texts: TextTable
  private let isMarked: (PhotoID) -> Bool

  /// `names` are those of the entries, which are folded if nil.
  package init(
    _ entries: [CatalogEntry], names: FoldedNames? = nil, facts: FactsTable = FactsTable(),
    texts: TextTable = TextTable(), isMarked: @escaping (PhotoID) -> Bool = { _ in false }
  ) {
    self.entries = entries
    self.names = names ?? FoldedNames(entries.lazy.map(\.photo.name))
    self.facts = facts
    self.texts = texts
    self.isMarked = isMarked
  }

  /// Adds the verdicts of a condition to those of other alternatives; nil for photos whose facts are
  /// unknown.
  private func evaluate(
    _ condition: FilterCondition, _ verdicts: inout [Bool?], where isNeeded: (Int) -> Bool
  ) {
    let texts = texts.matches(condition.test)
    let isOnlyText = texts != nil && condition.field != nil
    var folders = FolderVerdicts()
    for index in entries.indices where verdicts[index] != true && isNeeded(index) {
      var verdict = texts?[entries[index].id]
      if !isOnlyText, verdict != true {
        verdict = self.verdict(on: condition.test, at: index, folders: &folders)
      }
      if let verdict {
        if verdict != condition.isNegated { verdicts[index] = true }
      } else {
        verdicts[index] = nil
      }
    }
  }

  private func verdict(on test: FilterTest, at index: Int, folders: inout FolderVerdicts) -> Bool? {
    let entry = entries[index]
    let photo = entry.photo
    switch test {
    case .text, .near: return nil
    case .word(let pattern), .name(.fileName, let pattern):
      return names.withName(index) { pattern.matches(folded: $0) }
        && pattern.matchesCase(of: photo.name)
    case .name(.folder, let pattern): return folders.verdict(on: pattern, of: photo)
    case .name(let field, let pattern):
      return read(entry).map { facts in
        word(of: field, in: facts).map { pattern.matches(ByteString($0)) } ?? false
      }
    case .fileExtension(let beginning):
      return photo.fileExtension.map { $0.starts(with: beginning) }
    case .kind(let kinds): return photo.namedFormat.map(kinds.contains)
    case .number(let field, let range): return number(of: field, entry).map(range.contains)
    case .taken(let days): return day(of: entry).map(days.contains)
    case .flag(let flag): return read(entry).map { $0.flag == flag }
    case .shape(let shape):
      return size(of: entry).map { PhotoShape(width: $0.width, height: $0.height) == shape }
    case .marked: return isMarked(entry.id)
    }
  }

  /// Nil if it is unknown; not a number if the photo has none, which is in no range.
  private func number(of field: FilterField, _ entry: CatalogEntry) -> Double? {
    switch field {
    case .size: facts[entry.id]?.byteCount.map(Double.init)
    case .year: day(of: entry).map { Double($0.year) }
    // Unknown if only the year is known.
    case .month where facts[entry.id]?.taken?.precision == .year: nil
    case .month: day(of: entry).map { Double($0.month) }
    case .megapixels: size(of: entry).map { Double($0.width) * Double($0.height) / 1e6 }
    case .iso: read(entry).map { $0.iso.map(Double.init) ?? .nan }
    case .aperture: read(entry).map { $0.aperture ?? .nan }
    case .focalLength: read(entry).map { $0.focalLength ?? .nan }
    case .length: read(entry).map { $0.duration ?? .nan }
    case .rating: read(entry).map { Double($0.rating ?? 0) }
    default: nil
    }
  }

  private func word(of field: FilterField, in facts: PhotoFacts) -> String? {
    switch field {
    case .camera: facts.words?.camera
    case .lens: facts.words?.lens
    default: facts.label
    }
  }

  /// Nil if the photo was not read; absent facts are evaluated.
  private func read(_ entry: CatalogEntry) -> PhotoFacts? {
    facts[entry.id].flatMap { $0.isRead ? $0 : nil }
  }

  func day(of entry: CatalogEntry) -> Day? { entry.photo.day(knowing: facts[entry.id]) }

  private func size(of entry: CatalogEntry) -> PixelSize? {
    facts[entry.id]?.size ?? entry.photo.onWeb?.largestSize
  }
}

/// Caches the last verdict on one pattern, since consecutive photos are mostly of one folder.
private struct FolderVerdicts {
  private var last: (folder: ByteString, verdict: Bool)?

  mutating func verdict(on pattern: NamePattern, of photo: Photo) -> Bool? {
    guard photo.onWeb == nil else { return nil }
    if let last, last.folder == photo.folder { return last.verdict }
    let verdict = pattern.matches(photo.folder)
    last = (photo.folder, verdict)
    return verdict
  }
}

extension Photo {
  var fileExtension: [UInt8]? {
    guard isNamedAsFile else { return nil }
    return name.bytes.lastIndex(of: UInt8(ascii: ".")).map {
      name.bytes[($0 + 1)...].map(\.lowercased)
    } ?? []
  }
}

extension FilterSubjects {
  /// The known values of a field as written in a filter, unquoted, with the number of photos;
  /// numbers in ascending order, then texts in alphabetical order; keywords, people and places by
  /// frequency.
  package func values(of field: FilterField) -> [(value: String, count: Int)] {
    if [.keyword, .person, .place, .country].contains(field) {
      return texts.values(of: field, among: entries)
    }
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
    let photo = entry.photo
    return switch field {
    case .kind: photo.namedFormat?.filterNames[0]
    case .ext: photo.fileExtension.map { String(decoding: $0, as: UTF8.self) }
    case .folder:
      photo.onWeb == nil
        ? photo.folder.bytes.split(separator: UInt8(ascii: "/")).last
          .map { String(decoding: $0, as: UTF8.self) } : nil
    case .date, .before, .after:
      day(of: entry).map { "\($0.year.zeroPadded(to: 4))-\($0.month.zeroPadded(to: 2))" }
    case .year, .month, .iso, .aperture, .focalLength, .rating:
      // A minus sign means a range, so a rejected photo has no rating.
      number(of: field, entry).flatMap { $0 >= 0 ? Self.text($0) : nil }
    case .camera, .lens, .label: facts[entry.id].flatMap { word(of: field, in: $0) }
    case .flag: read(entry)?.flag.rawValue
    case .keyword, .person, .fileName, .title, .caption, .text, .near, .place, .country: nil
    case .size, .length, .megapixels, .portrait, .landscape, .square, .marked: nil
    }
  }

  private static func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

package struct FilterResult: Sendable {
  package let filter: Filter
  package private(set) var mask: [Bool]
  package private(set) var count: Int
  package private(set) var notes: [FilterNote]
}

extension FilterResult {
  package mutating func append(_ other: FilterResult) {
    mask += other.mask
    count += other.count
    let byTerm = Dictionary(grouping: notes + other.notes, by: \.term)
    notes = byTerm.values.map { notes in
      var note = notes[0]
      note.unknownCount = notes.reduce(0) { $0 + $1.unknownCount }
      note.isUnknownOfAll = note.unknownCount == mask.count
      return note
    }
    .sorted { $0.term < $1.term }
  }
}

/// A term that could not be evaluated for some photos, which are therefore hidden.
package struct FilterNote: Hashable, Sendable, CustomStringConvertible {
  let term: Int
  package let field: FilterField
  package fileprivate(set) var unknownCount: Int
  package fileprivate(set) var isUnknownOfAll: Bool

  package var description: String {
    guard !isUnknownOfAll else { return "no photo here has \(field.missing)" }
    let fact = field.missing.drop { $0 != " " }.dropFirst()
    return unknownCount == 1
      ? "1 photo has no \(fact)" : "\(unknownCount.grouped) photos have no \(fact)"
  }
}

extension Filter {
  /// Takes some milliseconds for 100,000 names. Each term is evaluated for all photos, so that the
  /// number of unknown ones is independent of other terms. `previous` is the result of another
  /// filter for the same photos and facts; if this one is narrower, only its matches are evaluated.
  package func result(
    on subjects: FilterSubjects, after previous: FilterResult? = nil
  ) -> FilterResult {
    let wider = previous.flatMap { isNarrower(than: $0.filter) ? $0 : nil }
    var mask = wider?.mask ?? Array(repeating: true, count: subjects.entries.count)
    var notes = wider?.notes ?? []
    for (index, term) in terms.enumerated() {
      if let wider, index < wider.filter.terms.count,
        wider.filter.terms[index].alternatives == term.alternatives
      {
        continue
      }
      if let pattern = term.pattern {
        subjects.keep(&mask, matching: pattern)
      } else {
        let unknownCount = subjects.keep(&mask, matching: term)
        guard unknownCount > 0, let field = term.alternatives.lazy.compactMap(\.field).first else {
          continue
        }
        notes.append(
          FilterNote(
            term: index, field: field, unknownCount: unknownCount,
            isUnknownOfAll: unknownCount == mask.count))
      }
    }
    return FilterResult(filter: self, mask: mask, count: mask.count { $0 }, notes: notes)
  }
}

extension FilterSubjects {
  fileprivate func keep(_ mask: inout [Bool], matching pattern: NamePattern) {
    let matches = texts.matches(.word(pattern))
    names.keep(
      &mask, matching: pattern,
      { pattern.cased == nil || pattern.matchesCase(of: entries[$0].photo.name) },
      or: { matches?[entries[$0].id] ?? false })
  }

  /// Removes photos that do not match, and returns for how many the term is unknown.
  fileprivate func keep(_ mask: inout [Bool], matching term: FilterTerm) -> Int {
    var verdicts = [Bool?](repeating: false, count: mask.count)
    let evaluatesAll = term.hasFields
    for condition in term.alternatives {
      evaluate(condition, &verdicts) { evaluatesAll || mask[$0] }
    }
    var unknownCount = 0
    for index in mask.indices where verdicts[index] != true {
      mask[index] = false
      if verdicts[index] == nil { unknownCount += 1 }
    }
    return evaluatesAll ? unknownCount : 0
  }
}
