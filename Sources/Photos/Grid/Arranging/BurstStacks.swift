package import Catalog
import Culling
import Finding

/// The bursts of a listing, each of which is shown as one photo until somebody opens it.
struct BurstStacks: Sendable {
  /// Where the frames of each burst stand in the listing, in the order in which they were taken.
  private let bursts: [[Int]]

  /// Finds the bursts of photos as far as it is known what they say and look like.
  init(_ entries: [CatalogEntry], knowing knowledge: ArrangementKnowledge) {
    bursts = BurstGroups.groups(
      of: entries.map {
        BurstGroups.Frame(knowledge.facts[$0.id], knowledge.looks[$0.id] ?? nil)
      })
  }

  /// What is left of the photos that a filter shows.
  /// - Parameters:
  ///   - mask: Which entries are shown otherwise; nil where all are.
  ///   - open: The frames of the bursts that somebody has opened.
  ///   - entries: The listing.
  ///   - facts: What is known of the photos: the picked frame stands for its burst, or the best rated, or the first.
  /// - Returns: Which entries are shown, and how many stand behind those that stand for a burst.
  func folded(
    _ mask: [Bool]?, open: Set<PhotoID>, of entries: [CatalogEntry], facts: FactsTable
  ) -> FoldedStacks {
    var folded = FoldedStacks(mask: mask ?? Array(repeating: true, count: entries.count))
    for burst in bursts {
      let shown = burst.filter { folded.mask[$0] }
      guard shown.count > 1 else { continue }
      let ranks = shown.map { place in
        let facts = facts[entries[place].id]
        return (facts?.isPicked == true ? 10 : 0) + (facts?.rating ?? 0)
      }
      let best = shown.indices.reduce(0) { ranks[$1] > ranks[$0] ? $1 : $0 }
      let top = entries[shown[best]].id
      let frames = shown.map { entries[$0].id }
      folded.frames[top] = frames
      guard !frames.contains(where: open.contains) else { continue }
      folded.closed.insert(top)
      for place in shown where entries[place].id != top { folded.mask[place] = false }
    }
    return folded
  }
}

/// Bursts of which the photos stand that are on top.
struct FoldedStacks: Sendable {
  /// Which entries of the listing are shown.
  var mask: [Bool]
  /// The frames of each burst that are shown when it is open, by the one on top.
  var frames: [PhotoID: [PhotoID]] = [:]
  /// The photos on top of those that are closed.
  var closed: Set<PhotoID> = []
}

/// Bursts as stacks.
extension GridViewModel {
  /// Whether bursts are shown as one photo each.
  package var foldsBursts: Bool { arranging.wish.foldsBursts }

  /// Shows bursts as one photo each, or all frames again.
  package func toggleStacks() {
    arranging.wish.foldsBursts.toggle()
    arranging.wish.openFrames = []
    arrange()
  }

  /// How many frames stand behind a photo and itself; nil where it stands for itself.
  package func frameCount(of id: PhotoID) -> Int? {
    guard let stacks = arranging.arranged.stacks, stacks.closed.contains(id) else { return nil }
    return stacks.frames[id]?.count
  }

  /// Shows all frames of the selected stack.
  /// - Returns: False where none is selected.
  package func openStack() -> Bool {
    guard let id = selection.id, let stacks = arranging.arranged.stacks,
      stacks.closed.contains(id), let frames = stacks.frames[id]
    else { return false }
    arranging.wish.openFrames.formUnion(frames)
    arrange()
    return true
  }

  /// Folds the burst again whose frame is selected, and selects what stands for it.
  /// - Returns: False where no frame of an open stack is selected.
  package func foldStack() -> Bool {
    guard let id = selection.id, let stacks = arranging.arranged.stacks,
      arranging.wish.openFrames.contains(id),
      let stack = stacks.frames.first(where: { $0.value.contains(id) }),
      let index = arrangement.index(of: stack.key, near: selection.index)
    else { return false }
    select(index)
    arranging.wish.openFrames.subtract(stack.value)
    arrange()
    return true
  }
}
