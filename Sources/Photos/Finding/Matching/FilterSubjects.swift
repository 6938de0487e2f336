package import Catalog
internal import Imaging
internal import PictureFormats
internal import Values

/// The photos that a filter is asked about, and what is known of them.
package struct FilterSubjects {
  /// The photos.
  let entries: [CatalogEntry]
  /// Their names.
  let names: FoldedNames
  private let facts: [PhotoID: PhotoFacts]
  private let isMarked: (PhotoID) -> Bool

  /// Takes what is known.
  /// - Parameters:
  ///   - entries: The photos.
  ///   - names: Their folded names, as many and in the same order.
  ///   - facts: What is known of them besides; those that are missing are not known.
  ///   - isMarked: Tells whether a photo is marked.
  package init(
    _ entries: [CatalogEntry], names: FoldedNames, facts: [PhotoID: PhotoFacts] = [:],
    isMarked: @escaping (PhotoID) -> Bool = { _ in false }
  ) {
    self.entries = entries
    self.names = names
    self.facts = facts
    self.isMarked = isMarked
  }

  /// Whether a term holds of a photo; nil where that is not known.
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
    case .taken(let days, _): return day(of: photo).map(days.contains)
    case .year(let range): return day(of: photo).map { range.contains(Double($0.year)) }
    case .month(let range): return day(of: photo).map { range.contains(Double($0.month)) }
    case .megapixels(let range):
      return photo.onWeb?.largestSize.map {
        range.contains(Double($0.width) * Double($0.height) / 1e6)
      }
    case .shape(let shape):
      return photo.onWeb?.largestSize.map {
        PhotoShape(width: $0.width, height: $0.height) == shape
      }
    case .marked: return isMarked(entry.id)
    // What nobody has found out yet.
    case .camera, .lens, .iso, .aperture, .focalLength, .rating, .label: return nil
    }
  }

  /// The day on which a photo was taken, as far as its name tells.
  private func day(of photo: Photo) -> Day? { photo.dayByName }
}

/// What a pattern says of the folder of the photo before: that of the next one is mostly the same.
struct FolderVerdicts {
  private var last: (pattern: NamePattern, folder: ByteString, verdict: Bool)?

  /// Whether the folder of a photo matches; nil where it has none.
  mutating func verdict(on pattern: NamePattern, of photo: Photo) -> Bool? {
    guard photo.onWeb == nil else { return nil }
    if let last, last.pattern == pattern, last.folder == photo.folder { return last.verdict }
    let verdict = pattern.matches(photo.folder)
    last = (pattern, photo.folder, verdict)
    return verdict
  }
}

extension Photo {
  /// What the name of a file ends in after its last point, in lower case; nil for what is on the web.
  fileprivate var fileExtension: [UInt8]? {
    guard onWeb == nil else { return nil }
    return name.bytes.lastIndex(of: UInt8(ascii: ".")).map {
      name.bytes[($0 + 1)...].map(\.lowercased)
    } ?? []
  }
}
