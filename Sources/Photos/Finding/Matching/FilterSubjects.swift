import Base
package import Catalogs
import Imaging
import Storage

package struct FilterSubjects {
  let entries: [CatalogEntry]
  let names: FoldedNames
  let facts: FactsTable
  private let isMarked: (PhotoID) -> Bool

  package init(
    _ entries: [CatalogEntry], names: FoldedNames, facts: FactsTable = FactsTable(),
    isMarked: @escaping (PhotoID) -> Bool = { _ in false }
  ) {
    self.entries = entries
    self.names = names
    self.facts = facts
    self.isMarked = isMarked
  }

  /// Whether a photo matches a term; nil if its facts are unknown.
  func verdict(on term: FilterTerm, at index: Int, folders: inout FolderVerdicts) -> Bool? {
    var isKnown = true
    for condition in term.alternatives {
      switch verdict(on: condition.test, at: index, folders: &folders) {
      case nil: isKnown = false
      case let verdict? where verdict != condition.isNegated: return true
      default: break
      }
    }
    return isKnown ? false : nil
  }

  private func verdict(
    on test: FilterTest, at index: Int, folders: inout FolderVerdicts
  ) -> Bool? {
    let entry = entries[index]
    let photo = entry.photo
    switch test {
    case .name(let pattern):
      return names.withName(index) { pattern.matches(folded: $0) }
        && pattern.matchesCase(of: photo.name)
    case .folder(let pattern): return folders.verdict(on: pattern, of: photo)
    case .fileExtension(let beginning):
      return photo.fileExtension.map { $0.starts(with: beginning) }
    case .kind(let kinds): return photo.namedFormat.map(kinds.contains)
    case .size(let range): return facts[entry.id]?.byteCount.map { range.contains(Double($0)) }
    case .taken(let days): return day(of: entry).map(days.contains)
    case .year(let range): return day(of: entry).map { range.contains(Double($0.year)) }
    case .month(let range):
      // Unknown if only the year is known.
      guard facts[entry.id]?.taken?.precision != .year else { return nil }
      return day(of: entry).map { range.contains(Double($0.month)) }
    case .megapixels(let range):
      return size(of: entry).map { range.contains(Double($0.width) * Double($0.height) / 1e6) }
    case .shape(let shape):
      return size(of: entry).map { PhotoShape(width: $0.width, height: $0.height) == shape }
    case .marked: return isMarked(entry.id)
    case .camera(let pattern): return said(of: entry) { Self.matches(pattern, $0.words?.camera) }
    case .lens(let pattern): return said(of: entry) { Self.matches(pattern, $0.words?.lens) }
    case .label(let pattern): return said(of: entry) { Self.matches(pattern, $0.words?.label) }
    case .flag(let flag): return said(of: entry) { $0.flag == flag }
    case .iso(let range): return said(of: entry) { Self.contains(range, $0.iso.map(Double.init)) }
    case .aperture(let range): return said(of: entry) { Self.contains(range, $0.aperture) }
    case .focalLength(let range): return said(of: entry) { Self.contains(range, $0.focalLength) }
    case .rating(let range): return said(of: entry) { range.contains(Double($0.rating ?? 0)) }
    }
  }

  /// Nil if the photo was not read; absent facts are evaluated.
  private func said(of entry: CatalogEntry, _ verdict: (PhotoFacts) -> Bool) -> Bool? {
    facts[entry.id].flatMap { $0.isRead ? verdict($0) : nil }
  }

  private static func matches(_ pattern: NamePattern, _ text: String?) -> Bool {
    text.map { pattern.matches(ByteString($0)) } ?? false
  }

  private static func contains(_ range: NumberRange, _ number: Double?) -> Bool {
    number.map(range.contains) ?? false
  }

  func day(of entry: CatalogEntry) -> Day? { entry.photo.day(knowing: facts[entry.id]) }

  private func size(of entry: CatalogEntry) -> PixelSize? {
    facts[entry.id]?.size ?? entry.photo.onWeb?.largestSize
  }
}

/// Caches the last verdict, since consecutive photos are mostly of one folder.
struct FolderVerdicts {
  private var last: (pattern: NamePattern, folder: ByteString, verdict: Bool)?

  mutating func verdict(on pattern: NamePattern, of photo: Photo) -> Bool? {
    guard photo.onWeb == nil else { return nil }
    if let last, last.pattern == pattern, last.folder == photo.folder { return last.verdict }
    let verdict = pattern.matches(photo.folder)
    last = (pattern, photo.folder, verdict)
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
