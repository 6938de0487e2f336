package import Base
import Catalogs
package import Photos
import Terminal

/// What an import would copy of the photos in the grid, where it is confirmed.
package final class ImportOffer {
  package struct Group {
    let photos: [ByteString]
    let photoCount: Int
    let byteCount: Int

    /// `photoCount` is the number of photos to copy, which need not be all; `byteCount` is that of
    /// all copies, with the files that belong to them.
    package init(photos: [ByteString], photoCount: Int, byteCount: Int) {
      (self.photos, self.photoCount, self.byteCount) = (photos, photoCount, byteCount)
    }
  }

  package let filter: Filter
  package let title: String
  private let groups: [Group]
  private let destination: String
  fileprivate let asks: Bool
  private let places: [ByteString: Int]
  private var counted: (version: [Int], photoCount: Int, byteCount: Int) = ([], 0, 0)
  /// The photos to import; nil unless the import was confirmed.
  package fileprivate(set) var confirmed: Set<ByteString>?

  /// `title` and `destination` are unsanitized.
  package init(
    _ groups: [Group], filter: Filter, title: String, destination: String, asks: Bool
  ) {
    (self.groups, self.filter, self.title) = (groups, filter, title)
    (self.destination, self.asks) = (destination, asks)
    places = groups.indices.reduce(into: [:]) { places, index in
      for path in groups[index].photos { places[path] = index }
    }
  }

  /// `118 photos, 2.4 GB, to ~/Pictures`; nil for none.
  fileprivate func words(in grid: GridViewModel, columns: Int = .max) -> String? {
    if counted.version != grid.choiceVersion { count(in: grid) }
    let (_, photoCount, byteCount) = counted
    guard photoCount > 0 else { return nil }
    let folder = DisplayText(destination).truncated(to: columns)
    return "\(FolderWords.photos(photoCount)), \(ByteCount(byteCount)), to \(folder)"
  }

  private func count(in grid: GridViewModel) {
    var chosen = [Bool](repeating: false, count: groups.count)
    var rejected = chosen
    var (photoCount, byteCount) = (0, 0)
    for entry in grid.markedOrMatchingEntries {
      guard let place = entry.photo.path.flatMap({ places[$0] }) else { continue }
      if grid.facts.isRejected(entry.id) {
        rejected[place] = true
      } else {
        chosen[place] = true
      }
    }
    for place in groups.indices where chosen[place] && !rejected[place] {
      photoCount += groups[place].photoCount
      byteCount += groups[place].byteCount
    }
    counted = (grid.choiceVersion, photoCount, byteCount)
  }
}

extension GridLayer {
  private static let longestFolder = 30

  /// What `import` would copy now; nil without an offer.
  var offerWords: String? {
    guard let offer, !grid.isTrash else { return nil }
    return "import \(offer.words(in: grid, columns: Self.longestFolder) ?? "nothing")"
  }

  /// Imports the marked photos, else those that the filter shows; never rejected ones.
  func confirmImport() -> LayerOutcome {
    guard let offer else { return .ignored }
    guard !grid.isTrash else { return .warning("Leave the trash first") }
    guard grid.markedCount > 0 || grid.isFilterSettled else {
      return .warning("Photos are still being read; try again soon")
    }
    guard let words = offer.words(in: grid) else {
      return .warning("Nothing to import: all photos are rejected or hidden by the filter")
    }
    let entries = grid.markedOrMatchingEntries.filter { !grid.facts.isRejected($0.id) }
    let perform = {
      offer.confirmed = Set(entries.compactMap(\.photo.path))
      return LayerOutcome.quit
    }
    return offer.asks ? .confirm("Import \(words)?", perform) : perform()
  }
}
