package import Catalog
import Culling
import Finding
import Imaging

/// The bursts of a listing, each of which may be shown as one photo until somebody opens it.
struct BurstStacks: Sendable {
  /// Where the frames of each burst stand in the listing, in the order in which they were taken.
  let bursts: [[Int]]
  /// Which burst a frame belongs to.
  private let numbers: [PhotoID: Int]

  /// Finds the bursts of photos as far as it is known what they say and look like.
  init(_ entries: [CatalogEntry], knowing knowledge: ArrangementKnowledge) {
    bursts = BurstGroups.groups(
      of: entries.map {
        BurstGroups.Frame(knowledge.facts[$0.id], knowledge.looks[$0.id] ?? nil)
      })
    var numbers: [PhotoID: Int] = [:]
    for (number, burst) in bursts.enumerated() {
      for place in burst { numbers[entries[place].id] = number }
    }
    self.numbers = numbers
  }

  /// Where the frames of the burst stand that a photo is of; none where it is of none.
  func burst(of id: PhotoID) -> [Int] { numbers[id].map { bursts[$0] } ?? [] }

  /// What is left of the photos that a filter shows.
  /// - Parameters:
  ///   - mask: Which entries are shown otherwise; nil where all are.
  ///   - open: The frames of the bursts that somebody has opened.
  ///   - entries: The listing.
  ///   - knowledge: What is known of the photos: the picked frame stands for its burst, or the best rated, of several the
  ///     sharpest, or the first where that is not known of all of these.
  /// - Returns: Which entries are shown, and how many stand behind those that stand for a burst.
  func folded(
    _ mask: [Bool]?, open: Set<PhotoID>, of entries: [CatalogEntry],
    knowing knowledge: ArrangementKnowledge
  ) -> FoldedStacks {
    var folded = FoldedStacks(mask: mask ?? Array(repeating: true, count: entries.count))
    for burst in bursts {
      let frames = burst.filter { folded.mask[$0] }.map { entries[$0].id }
      guard frames.count > 1 else { continue }
      let top = Self.top(of: frames, knowing: knowledge)
      folded.frames[top] = frames
      guard !frames.contains(where: open.contains) else { continue }
      folded.closed.insert(top)
      for place in burst where folded.mask[place] && entries[place].id != top {
        folded.mask[place] = false
        folded.tops[entries[place].id] = top
      }
    }
    return folded
  }

  private static func top(
    of frames: [PhotoID], knowing knowledge: ArrangementKnowledge
  ) -> PhotoID {
    let ranks = frames.map { id in
      let facts = knowledge.facts[id]
      return (facts?.isPicked == true ? 10 : 0) + (facts?.rating ?? 0)
    }
    let best = ranks.max()
    let all = zip(frames, ranks).filter { $0.1 == best }.map(\.0)
    return knowledge.sharpest(of: all) ?? all[0]
  }
}

extension ArrangementKnowledge {
  /// The sharpest of some frames of one burst, the first of equals; nil where not all have been measured, or none can be
  /// seen.
  func sharpest(of frames: [PhotoID]) -> PhotoID? {
    var best: (id: PhotoID, sharpness: Sharpness)?
    for id in frames {
      guard let measured = sharpness[id] else { return nil }
      guard let measured, best.map({ $0.sharpness < measured }) ?? true else { continue }
      best = (id, measured)
    }
    return best?.id
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
  /// Which photo stands for each that is hidden.
  var tops: [PhotoID: PhotoID] = [:]
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

  /// Whether a photo stands for a stack in which there are others that are not rejected.
  package func hasOthers(inStackOf id: PhotoID) -> Bool {
    guard let stacks = arranging.arranged.stacks, stacks.closed.contains(id) else { return false }
    return stacks.frames[id]?.contains { $0 != id && !isRejected($0) } == true
  }

  /// Shows all frames of the selected stack.
  /// - Returns: False where none is selected.
  package func openStack() -> Bool {
    guard let id = selection.id, let stacks = arranging.arranged.stacks,
      stacks.closed.contains(id), let frames = stacks.frames[id]
    else { return false }
    arranging.wish.openFrames.formUnion(frames)
    arrange()
    // Whoever has not moved from the beginning would go to the first frame.
    if let index = arrangement.index(of: id, near: selection.index) { select(index) }
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
