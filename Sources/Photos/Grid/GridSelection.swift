package import Catalogs

/// The selected entry, and the row of cells at the top of the screen.
package struct GridSelection: Hashable, Sendable {
  package private(set) var id: PhotoID?
  package private(set) var index = 0
  package private(set) var firstRow = 0
  /// Whether the last motion was toward the first entry; decides the prefetch direction.
  package private(set) var isMovingBack = false
  private var isAtStart = true

  package init() {}

  mutating func select(_ index: Int, of arrangement: Arrangement) {
    if index != self.index { isMovingBack = index < self.index }
    self.index = index
    id = arrangement.indices.contains(index) ? arrangement[index].id : nil
    isAtStart = index == 0
  }

  mutating func restore(_ index: Int, firstRow: Int, of arrangement: Arrangement) {
    select(index, of: arrangement)
    self.firstRow = firstRow
  }

  mutating func scroll(byRows rows: Int, in layout: GridLayout, of arrangement: Arrangement) {
    let all = arrangement.rows(in: layout)
    let top = max(0, min(firstRow + rows, max(0, all.rowCount - layout.wholeRows)))
    let cells = all[min(max(all.row(of: index), top), top + layout.wholeRows - 1)]
    select(min(cells.lowerBound + all.column(of: index), cells.upperBound - 1), of: arrangement)
    isMovingBack = top < firstRow
    firstRow = top
  }

  mutating func reveal(in layout: GridLayout, of arrangement: Arrangement) {
    firstRow = layout.firstRow(showing: index, from: firstRow, in: arrangement.rows(in: layout))
  }

  /// Keeps the entry selected in another arrangement, or selects the one after it if it is gone.
  ///
  /// At the start, the selection stays there if `staysAtStart`, or moves to `named` once listed.
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

  /// Selects an entry of another arrangement at the same row of the screen.
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
