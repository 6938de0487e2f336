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

  /// The marked photos, in the order of the grid, with those that a filter hides.
  package var markedPhotos: [Photo] {
    guard marks.count > 0 else { return [] }
    return arranging.arranged.unfiltered.lazy.filter { [marks] in marks.contains($0.id) }
      .map(\.photo)
  }

  /// The entry whose cell is at a place in the area; nil where there is none.
  package func entry(at point: CellPoint) -> CatalogEntry? {
    layout.cell(at: point, firstRow: selection.firstRow, in: rows).map {
      arrangement[$0]
    }
  }
}
