package import Catalog
package import Imaging

/// What is picked.
extension GridViewModel {
  /// Changes which photos are marked.
  /// - Parameter change: What to do with the marks, given what they are in.
  /// - Returns: What the change returns.
  package func mark<Result>(_ change: (inout Marks, Arrangement) -> Result) -> Result {
    let result = change(&marks, arrangement)
    marks.follow(selection, in: arrangement)
    noteMarks()
    onChange()
    return result
  }

  /// The marked photos, folder by folder: those of the folders that have been left, as they were left, and
  /// then in the order of the grid those that are here, with what a filter hides.
  package var markedPhotos: [Photo] {
    (placing.places.marked + markedHere).map(\.photo)
  }

  /// The entries of the marked photos, or where none is marked of the selected one.
  package var chosenEntries: [CatalogEntry] {
    let marked = placing.places.marked + markedHere
    return marked.isEmpty ? [selectedEntry].compactMap(\.self) : marked
  }

  /// The marked photos of the folder that is shown; what has not been listed again stands as it did.
  var markedHere: [CatalogEntry] {
    guard marks.count > 0 else { return [] }
    let listed = arranging.arranged.unfiltered.entries(among: marks.ids)
    let ids = Set(listed.lazy.map(\.id))
    return placing.remembered.filter { marks.contains($0.id) && !ids.contains($0.id) } + listed
  }

  /// How many of the marked photos have still to be read, where photos are read page by page.
  package var unreadMarkCount: Int {
    guard let paged = arrangement.listing.paged else { return 0 }
    return marks.ids.count { id in paged.rank(of: id).map { paged[$0] == nil } ?? false }
  }

  /// The entry whose cell is at a place in the area; nil where there is none.
  package func entry(at point: CellPoint) -> GridEntry? {
    layout.cell(at: point, firstRow: selection.firstRow, in: rows).map {
      arrangement[$0]
    }
  }
}
