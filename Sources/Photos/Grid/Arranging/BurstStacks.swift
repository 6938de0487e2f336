import Catalogs
import Imaging

struct BurstStacks: Sendable {
  /// Indices in the listing, in order of capture.
  let bursts: [[Int]]
  private let numbers: [PhotoID: Int]

  /// Among the photos whose facts and hashes are known.
  init(_ entries: [CatalogEntry], knowing facts: KnownFacts) {
    bursts = BurstGroups.groups(
      of: entries.map { BurstGroups.Frame(facts.table[$0.id], facts.hashes[$0.id] ?? nil) })
    var numbers: [PhotoID: Int] = [:]
    for (number, burst) in bursts.enumerated() {
      for place in burst { numbers[entries[place].id] = number }
    }
    self.numbers = numbers
  }

  /// Indices in the listing; empty if the photo is in no burst.
  func burst(of id: PhotoID) -> [Int] { numbers[id].map { bursts[$0] } ?? [] }

  /// Collapses the bursts of the entries in `mask`, nil for all, except those in `open`. A burst is
  /// represented by its picked frame, else by the best rated, among several by the sharpest, or the
  /// first if not all were measured.
  func folded(
    _ mask: [Bool]?, open: Set<PhotoID>, of entries: [CatalogEntry], knowing facts: KnownFacts
  ) -> FoldedStacks {
    var folded = FoldedStacks(mask: mask ?? Array(repeating: true, count: entries.count))
    for burst in bursts {
      let frames = burst.filter { folded.mask[$0] }.map { entries[$0].id }
      guard frames.count > 1 else { continue }
      let top = Self.top(of: frames, knowing: facts)
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

  private static func top(of frames: [PhotoID], knowing facts: KnownFacts) -> PhotoID {
    let ranks = frames.map { id in
      let known = facts.table[id]
      return (known?.isPicked == true ? 10 : 0) + (known?.rating ?? 0)
    }
    let best = ranks.max()
    let all = zip(frames, ranks).filter { $0.1 == best }.map(\.0)
    return facts.sharpest(of: all) ?? all[0]
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

  func frames(below top: PhotoID) -> [PhotoID]? { closed.contains(top) ? frames[top] : nil }
}
