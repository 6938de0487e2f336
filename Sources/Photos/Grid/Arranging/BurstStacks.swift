package import Catalogs
import Imaging

/// The bursts of a listing, which may be collapsed into stacks.
struct BurstStacks: Sendable {
  /// Indices in the listing, in order of capture.
  let bursts: [[Int]]
  private let numbers: [PhotoID: Int]

  /// Among the photos whose facts and hashes are known.
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

  /// Indices in the listing; empty if the photo is in no burst.
  func burst(of id: PhotoID) -> [Int] { numbers[id].map { bursts[$0] } ?? [] }

  /// Collapses the bursts of the entries in `mask`, nil for all, except those in `open`.
  ///
  /// A burst is represented by its picked frame, else by the best rated, among several by the
  /// sharpest, or the first if not all were measured.
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
  /// The first of equals; nil if not all are measured, or none can be decoded.
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

struct FoldedStacks: Sendable {
  var mask: [Bool]
  /// The visible frames of each burst, by the top frame.
  var frames: [PhotoID: [PhotoID]] = [:]
  /// Top frames of collapsed stacks.
  var closed: Set<PhotoID> = []
  /// The top frame for each hidden frame.
  var tops: [PhotoID: PhotoID] = [:]
}

extension GridViewModel {
  package var foldsBursts: Bool { arranging.options.foldsBursts }

  package func toggleStacks() {
    arranging.options.foldsBursts.toggle()
    arranging.options.openFrames = []
    arrange()
  }

  /// Number of frames in the stack; nil if the photo represents none.
  package func frameCount(of id: PhotoID) -> Int? {
    guard let stacks = arranging.arranged.stacks, stacks.closed.contains(id) else { return nil }
    return stacks.frames[id]?.count
  }

  /// Whether the stack contains other frames that are not rejected.
  package func hasOthers(inStackOf id: PhotoID) -> Bool {
    guard let stacks = arranging.arranged.stacks, stacks.closed.contains(id) else { return false }
    return stacks.frames[id]?.contains { $0 != id && !isRejected($0) } == true
  }

  package func openStack() -> Bool {
    guard let id = selection.id, let stacks = arranging.arranged.stacks,
      stacks.closed.contains(id), let frames = stacks.frames[id]
    else { return false }
    arranging.options.openFrames.formUnion(frames)
    arrange()
    // At the start of the grid, the selection would otherwise move to the first frame.
    if let index = arrangement.index(of: id, near: selection.index) { select(index) }
    return true
  }

  /// Returns false if no frame of an expanded stack is selected.
  package func foldStack() -> Bool {
    guard let id = selection.id, let stacks = arranging.arranged.stacks,
      arranging.options.openFrames.contains(id),
      let stack = stacks.frames.first(where: { $0.value.contains(id) }),
      let index = arrangement.index(of: stack.key, near: selection.index)
    else { return false }
    select(index)
    arranging.options.openFrames.subtract(stack.value)
    arrange()
    return true
  }
}
