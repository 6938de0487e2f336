package import Catalogs
package import Imaging

extension GridViewModel {
  package func mark<Result>(_ change: (inout Marks, Arrangement) -> Result) -> Result {
    let result = change(&marks, arrangement)
    marks.follow(selection, in: arrangement)
    noteMarks()
    onChange()
    return result
  }

  /// Those of folders left before, then those of this folder, including those hidden by the filter.
  package var markedPhotos: [Photo] {
    (placing.places.marked + markedHere).map(\.photo)
  }

  /// The marked entries, or the selected entry if none is marked.
  package var chosenEntries: [CatalogEntry] {
    let marked = placing.places.marked + markedHere
    return marked.isEmpty ? [selectedEntry].compactMap(\.self) : marked
  }

  var markedHere: [CatalogEntry] {
    guard marks.count > 0 else { return [] }
    let listed = arranging.arranged.unfiltered.entries(among: marks.ids)
    let ids = Set(listed.lazy.map(\.id))
    return placing.remembered.filter { marks.contains($0.id) && !ids.contains($0.id) } + listed
  }

  package var unreadMarkCount: Int {
    guard let paged = arrangement.listing.paged else { return 0 }
    return marks.ids.count { id in paged.rank(of: id).map { paged[$0] == nil } ?? false }
  }

  package func entry(at point: CellPoint) -> GridEntry? {
    layout.cell(at: point, firstRow: selection.firstRow, in: rows).map {
      arrangement[$0]
    }
  }
}
