package import Catalog

/// Which photos are picked for what is done next.
///
/// Marks belong to photos and not to places: they stay on theirs while others come, go or change places.
///
/// ```swift
/// var marks = Marks()
/// marks.toggle(arrangement[3..<5].map(\.id))   // two photos are marked
/// marks.extend(to: 9, in: arrangement)                 // and those from the fourth to the tenth
/// ```
package struct Marks: Hashable, Sendable {
  /// The marked photos without those of the range that is open.
  private var kept: Set<PhotoID> = []
  /// The photo whose mark was changed last, and how: what `extend` goes on with.
  private var last: Change?
  /// Where a range begins that has not been ended.
  private var anchor: PhotoID?
  /// The photos of that range.
  private var range: Set<PhotoID> = []

  private struct Change: Hashable {
    var id: PhotoID
    var isMarked: Bool
  }

  /// So many photos can be marked at once where photos are read page by page: what is marked is held.
  package static let pagedLimit = 10_000

  /// Marks nothing.
  package init() {}

  /// Marks some photos.
  init(_ ids: [PhotoID]) {
    kept = Set(ids)
  }

  /// The marked photos.
  var ids: Set<PhotoID> { range.isEmpty ? kept : kept.union(range) }

  /// How many photos are marked.
  package var count: Int { ids.count }

  /// Whether a range has been begun and not ended.
  package var isInRange: Bool { anchor != nil }

  /// Whether a photo is marked.
  package func contains(_ id: PhotoID) -> Bool { kept.contains(id) || range.contains(id) }

  /// Marks photos, or where the first of them is marked takes the marks away from all.
  package mutating func toggle(_ ids: [PhotoID]) {
    guard let first = ids.first, let end = ids.last else { return }
    set(ids, !contains(first))
    last = Change(id: end, isMarked: contains(end))
  }

  /// Does to all photos from the one whose mark was changed last to another what was done to that one.
  /// - Returns: Whether there is such a photo.
  package mutating func extend(to index: Int, in arrangement: Arrangement) -> Bool {
    guard let last, arrangement.indices.contains(index),
      let start = arrangement.index(of: last.id, near: index)
    else { return false }
    let ids = arrangement.photoIDs(in: min(start, index)..<max(start, index) + 1)
    set(ids, last.isMarked)
    self.last = Change(id: ids.isEmpty ? last.id : arrangement[index].id, isMarked: last.isMarked)
    return true
  }

  /// How many photos there are from the one whose mark was changed last to another; nil where there is no such
  /// photo.
  package func reach(to index: Int, in arrangement: Arrangement) -> Int? {
    last.flatMap { arrangement.index(of: $0.id, near: index) }.map { abs($0 - index) + 1 }
  }

  /// Gives one photo the mark that was given last, or takes it away likewise, as while dragging over cells.
  package mutating func extend(to id: PhotoID) {
    guard let last else { return }
    set([id], last.isMarked)
    self.last = Change(id: id, isMarked: last.isMarked)
  }

  /// Marks all photos of an arrangement.
  package mutating func markAll(in arrangement: Arrangement) {
    kept.formUnion(arrangement.photoIDs(in: arrangement.indices))
  }

  /// Marks the photos of an arrangement that are not marked, and no others of it.
  package mutating func invert(in arrangement: Arrangement) {
    endRange()
    kept.formSymmetricDifference(arrangement.photoIDs(in: arrangement.indices))
  }

  /// Takes all marks away.
  package mutating func clear() {
    self = Marks()
  }

  /// Begins a range at a photo.
  package mutating func beginRange(at id: PhotoID) {
    (anchor, range) = (id, [id])
  }

  /// Lets the range reach as far as the selected photo; it ends where its first photo has gone.
  mutating func follow(_ selection: GridSelection, in arrangement: Arrangement) {
    guard let anchor, arrangement.indices.contains(selection.index) else { return }
    guard let start = arrangement.index(of: anchor, near: selection.index) else {
      return endRange()
    }
    let bounds = min(start, selection.index)..<max(start, selection.index) + 1
    // What is marked is held: of more photos the range stays what it was.
    guard arrangement.isWhole || bounds.count <= Self.pagedLimit else { return }
    range = Set(arrangement.photoIDs(in: bounds))
  }

  /// Ends the range; its photos stay marked.
  package mutating func endRange() {
    kept.formUnion(range)
    dropRange()
  }

  /// Ends the range; what it marked is not marked any more, but what was before is.
  package mutating func dropRange() {
    (anchor, range) = (nil, [])
  }

  /// Marks what stands from now on for photos that are marked.
  /// - Parameter standIns: The photos that others stand for, by those.
  mutating func carry(to standIns: [PhotoID: [PhotoID]]) {
    guard count > 0 else { return }
    for (id, others) in standIns where others.contains(where: contains) {
      kept.subtract(others)
      range.subtract(others)
      kept.insert(id)
    }
  }

  /// Forgets photos that are no more.
  mutating func keep(only snapshot: CatalogSnapshot) {
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
