package import Catalogs

/// Marks belong to photos, not positions: they stay while photos are added, removed or moved.
package struct Marks: Hashable, Sendable {
  private var kept: Set<PhotoID> = []
  private var last: Change?
  private var anchor: PhotoID?
  private var range: Set<PhotoID> = []

  private struct Change: Hashable {
    var id: PhotoID
    var isMarked: Bool
  }

  /// Limit for marking paged listings at once, since marked entries are kept in memory.
  package static let pagedLimit = 10_000

  package init() {}

  mutating func insert(_ ids: [PhotoID]) { kept.formUnion(ids) }

  var ids: Set<PhotoID> { range.isEmpty ? kept : kept.union(range) }

  package var count: Int { ids.count }

  package var isInRange: Bool { anchor != nil }

  package func contains(_ id: PhotoID) -> Bool { kept.contains(id) || range.contains(id) }

  /// Marks the photos, or unmarks all of them if the first is marked.
  package mutating func toggle(_ ids: [PhotoID]) {
    guard let first = ids.first, let end = ids.last else { return }
    set(ids, !contains(first))
    last = Change(id: end, isMarked: contains(end))
  }

  /// Applies the last change to all photos up to `index`; false if there was none.
  package mutating func extend(to index: Int, in arrangement: Arrangement) -> Bool {
    guard let last, arrangement.indices.contains(index),
      let start = arrangement.index(of: last.id, near: index)
    else { return false }
    let ids = arrangement.photoIDs(in: min(start, index)..<max(start, index) + 1)
    set(ids, last.isMarked)
    self.last = Change(id: ids.isEmpty ? last.id : arrangement[index].id, isMarked: last.isMarked)
    return true
  }

  /// Number of photos that `extend` would change; nil if there was no change.
  package func reach(to index: Int, in arrangement: Arrangement) -> Int? {
    last.flatMap { arrangement.index(of: $0.id, near: index) }.map { abs($0 - index) + 1 }
  }

  /// Applies the last change to one more photo, as while dragging over cells.
  package mutating func extend(to id: PhotoID) {
    guard let last else { return }
    set([id], last.isMarked)
    self.last = Change(id: id, isMarked: last.isMarked)
  }

  package mutating func markAll(in arrangement: Arrangement) {
    kept.formUnion(arrangement.photoIDs(in: arrangement.indices))
  }

  package mutating func invert(in arrangement: Arrangement) {
    endRange()
    kept.formSymmetricDifference(arrangement.photoIDs(in: arrangement.indices))
  }

  package mutating func clear() { self = Marks() }

  package mutating func beginRange(at id: PhotoID) { (anchor, range) = (id, [id]) }

  /// Extends the open range to the selected photo; ends the range if its first photo is gone.
  package mutating func follow(_ selection: GridSelection, in arrangement: Arrangement) {
    guard let anchor, arrangement.indices.contains(selection.index) else { return }
    guard let start = arrangement.index(of: anchor, near: selection.index) else {
      return endRange()
    }
    let bounds = min(start, selection.index)..<max(start, selection.index) + 1
    // Marked entries are kept in memory.
    guard arrangement.isWhole || bounds.count <= Self.pagedLimit else { return }
    range = Set(arrangement.photoIDs(in: bounds))
  }

  package mutating func endRange() {
    kept.formUnion(range)
    dropRange()
  }

  package mutating func dropRange() { (anchor, range) = (nil, []) }

  /// Transfers the marks of hidden photos to those that represent them (the keys).
  mutating func carry(to standIns: [PhotoID: [PhotoID]]) {
    guard count > 0 else { return }
    for (id, others) in standIns where others.contains(where: contains) {
      kept.subtract(others)
      range.subtract(others)
      kept.insert(id)
    }
  }

  package mutating func keep(only snapshot: CatalogSnapshot) {
    guard self != Marks() else { return }
    if let paged = snapshot.paged {
      kept = kept.filter { paged.rank(of: $0) != nil }
      range = range.filter { paged.rank(of: $0) != nil }
    } else {
      let ids = Set(snapshot.entries.lazy.map(\.id))
      kept.formIntersection(ids)
      range.formIntersection(ids)
    }
  }

  private mutating func set(_ ids: [PhotoID], _ isMarked: Bool) {
    if isMarked {
      kept.formUnion(ids)
    } else {
      kept.subtract(ids)
      range.subtract(ids)
    }
  }
}

package struct HiddenMarks: Hashable, Sendable {
  package var byFilter = 0
  package var inBursts = 0
  /// Not listed again yet since the folder was entered.
  package var unlisted = 0
  package var inOtherFolders = 0
}
