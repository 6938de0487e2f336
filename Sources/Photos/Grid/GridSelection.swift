internal import Base
package import Catalogs

package struct GridSelection: Hashable, Sendable {
  package private(set) var id: PhotoID?
  package private(set) var index = 0
  package private(set) var firstRow = 0
  /// Whether the last motion was toward the first entry; decides the prefetch direction.
  package private(set) var isMovingBack = false
  package private(set) var isChosen = false
  private var isAtStart = true
  /// The photo that a filter hid; it is selected when it is shown again, unless the user moves.
  private var hidden: PhotoID?
  /// To be selected once listed, unless the user moves first.
  private var pending: Pending?

  private struct Pending: Hashable {
    enum Entry: Hashable {
      case named(ByteString)
      /// By its path.
      case file(ByteString)
      case photo(PhotoID)
    }

    let entry: Entry
    /// Of an earlier visit; nil for a restored photo.
    var firstRow: Int?

    func index(in arrangement: Arrangement, near index: Int) -> Int? {
      switch entry {
      case .named(let name): arrangement.index(ofName: name)
      case .file(let path): arrangement.index(ofPath: path)
      case .photo(let id): arrangement.index(of: id, near: index)
      }
    }
  }

  package init() {}

  init(awaiting name: ByteString, firstRow: Int) {
    pending = Pending(entry: .named(name), firstRow: firstRow)
  }

  /// Keeps an entry selected that the user did not choose, even if the chosen one is shown later.
  mutating func keep() {
    hidden = nil
    pending = nil
    isChosen = true
  }

  mutating func wait(for name: ByteString) {
    if !isChosen, pending == nil { pending = Pending(entry: .named(name), firstRow: firstRow) }
  }

  /// Selects a restored photo once, and scrolls as little as possible.
  mutating func select(whenListedAt path: ByteString) {
    pending = Pending(entry: .file(path))
  }

  /// Selects a renamed photo once.
  mutating func select(whenListed name: ByteString) {
    pending = Pending(entry: .named(name))
  }

  /// Selects a photo that a filter hides once it is shown again.
  mutating func select(whenShown id: PhotoID) {
    pending = Pending(entry: .photo(id))
  }

  /// Stops waiting for the selection of an earlier visit, which a complete listing would have.
  mutating func stopReturning() {
    if pending?.firstRow != nil { pending = nil }
  }

  package mutating func select(_ index: Int, of arrangement: Arrangement) {
    keep()
    move(to: index, of: arrangement)
  }

  private mutating func move(to index: Int, of arrangement: Arrangement) {
    if index != self.index { isMovingBack = index < self.index }
    self.index = index
    id = arrangement.indices.contains(index) ? arrangement[index].id : nil
    isAtStart = index == 0
  }

  mutating func scroll(byRows rows: Int, in layout: GridLayout, of arrangement: Arrangement) {
    let all = arrangement.rows(in: layout)
    let top = max(0, min(firstRow + rows, max(0, all.rowCount - layout.wholeRows)))
    let cells = all[min(max(all.row(of: index), top), top + layout.wholeRows - 1)]
    select(min(cells.lowerBound + all.column(of: index), cells.upperBound - 1), of: arrangement)
    isMovingBack = top < firstRow
    firstRow = top
  }

  /// Selects an entry, and scrolls until its row is the first, or the last row is on the screen.
  mutating func selectAtTop(_ index: Int, in layout: GridLayout, of arrangement: Arrangement) {
    select(index, of: arrangement)
    let rows = arrangement.rows(in: layout)
    firstRow = max(0, min(rows.row(of: index), rows.rowCount - layout.wholeRows))
  }

  mutating func reveal(in layout: GridLayout, of arrangement: Arrangement) {
    firstRow = layout.firstRow(showing: index, from: firstRow, in: arrangement.rows(in: layout))
  }
}

// MARK: - Other arrangements

extension GridSelection {
  /// `raws` are the raw files represented by a JPEG, `named` the photo to select first.
  mutating func follow(
    from old: Arranged, to new: Arranged, in layout: GridLayout, raws: [PhotoID: [PhotoID]],
    named: PhotoID?
  ) {
    let (before, after) = (old.arrangement, new.arrangement)
    if new.options.filter != old.options.filter, new.listing === old.listing {
      followFilter(from: before, to: new, in: layout)
    } else if let id,
      let standIn = new.stacks?.tops[id] ?? raws.first(where: { $0.value.contains(id) })?.key,
      let index = after.index(of: standIn, near: index)
    {
      select(index, from: before, of: after, in: layout)
    } else {
      follow(
        from: before, to: after, in: layout, named: named,
        staysAtStart: new.listing === old.listing || !new.listing.isUpdate)
    }
    if let pending, let index = pending.index(in: after, near: index) {
      move(to: index, of: after)
      if let row = pending.firstRow {
        firstRow = row
      } else {
        reveal(in: layout, of: after)
        self.pending = nil
      }
    }
  }

  /// Keeps the entry selected in another arrangement, or selects the one after it if it is gone. At
  /// the start, the selection stays there if `staysAtStart`, or moves to `named` once listed.
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

  private mutating func followFilter(
    from old: Arrangement, to new: Arranged, in layout: GridLayout
  ) {
    let arrangement = new.arrangement
    if hidden == nil, let id, arrangement.index(of: id, near: index) == nil { hidden = id }
    let all = new.unfiltered
    let place = (hidden ?? id).flatMap { all.index(of: $0, near: index) }
    select(
      place.map { arrangement.index(ofNearestTo: $0, in: all) } ?? 0, from: old, of: arrangement,
      in: layout)
    if id == hidden { hidden = nil }
  }

  /// Selects an entry of another arrangement at the same row of the screen.
  private mutating func select(
    _ index: Int, from old: Arrangement, of new: Arrangement, in layout: GridLayout
  ) {
    let row = old.rows(in: layout).row(of: self.index)
    self.index = index
    id = index < new.count ? new[index].id : nil
    firstRow = max(0, firstRow + new.rows(in: layout).row(of: index) - row)
    reveal(in: layout, of: new)
  }
}
