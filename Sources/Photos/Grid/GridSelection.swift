package import Catalog

/// Which photo of a grid is selected, and which row of cells stands at the top of the screen.
///
/// A value: the same changes in the same arrangement and layout lead to the same selection.
package struct GridSelection: Hashable, Sendable {
  /// The selected entry; nil where there are none.
  package private(set) var id: PhotoID?
  /// Where it stands; zero where there is none.
  package private(set) var index = 0
  /// The row of cells at the top of the screen.
  package private(set) var firstRow = 0
  /// Whether the last motion went towards the first photo.
  package private(set) var isMovingBack = false
  /// Whether nobody has moved from the beginning, or somebody has come back to it.
  private var isAtStart = true

  /// Selects nothing, at the beginning.
  package init() {}

  /// Selects the entry at an index of an arrangement.
  mutating func select(_ index: Int, of arrangement: Arrangement) {
    if index != self.index { isMovingBack = index < self.index }
    self.index = index
    id = arrangement.indices.contains(index) ? arrangement[index].id : nil
    isAtStart = index == 0
  }

  /// Selects an entry that was selected before, with the row at the top of the screen that was there then.
  mutating func restore(_ index: Int, firstRow: Int, of arrangement: Arrangement) {
    select(index, of: arrangement)
    self.firstRow = firstRow
  }

  /// Scrolls by rows of cells; the selection comes along where it would go out of sight.
  mutating func scroll(byRows rows: Int, in layout: GridLayout, of arrangement: Arrangement) {
    let all = arrangement.rows(in: layout)
    let top = max(0, min(firstRow + rows, max(0, all.rowCount - layout.wholeRows)))
    let cells = all[min(max(all.row(of: index), top), top + layout.wholeRows - 1)]
    select(min(cells.lowerBound + all.column(of: index), cells.upperBound - 1), of: arrangement)
    isMovingBack = top < firstRow
    firstRow = top
  }

  /// Scrolls the least way that shows the selection whole.
  mutating func reveal(in layout: GridLayout, of arrangement: Arrangement) {
    firstRow = layout.firstRow(showing: index, from: firstRow, in: arrangement.rows(in: layout))
  }

  /// Follows the selected entry into another arrangement.
  ///
  /// Where it has gone, the one after it is selected. Who has not moved from the beginning may stay there, or
  /// begin with the entry that was asked for by its name.
  mutating func follow(
    from old: Arrangement, to new: Arrangement, in layout: GridLayout, named: PhotoID? = nil,
    staysAtStart: Bool = true
  ) {
    let isAtStart = staysAtStart && isAtStart && firstRow == 0
    let wanted =
      if old.isEmpty, let named {
        new.index(of: named, near: 0) ?? 0
      } else {
        isAtStart && named == nil ? 0 : new.index(ofNearestTo: index, in: old)
      }
    select(wanted, from: old, of: new, in: layout)
  }

  /// Selects an entry of another arrangement; it takes the row on the screen that the selected one has, so
  /// that what stands around both does, too.
  mutating func select(
    _ index: Int, from old: Arrangement, of new: Arrangement, in layout: GridLayout
  ) {
    let row = old.rows(in: layout).row(of: self.index)
    self.index = index
    id = index < new.count ? new[index].id : nil
    firstRow = max(0, firstRow + new.rows(in: layout).row(of: index) - row)
    reveal(in: layout, of: new)
  }
}
