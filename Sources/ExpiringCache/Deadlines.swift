/// The deadlines of the slots, and a bound for each block of 256 of them.
///
/// A bound is not later than any deadline of its block. A hit, which moves a deadline to a later moment,
/// changes no bound: a sweep corrects those that have been reached, and looks into no other block.
@usableFromInline struct Deadlines: Sendable {
  private static var blockLength: Int { 256 }

  private var deadlines: [Moment] = []
  private var bounds: [Moment] = []
  /// A bound for all deadlines.
  @usableFromInline private(set) var soonest = Moment.never

  @usableFromInline init() {}

  /// The first moment at which a slot's entry has expired; `never` for none.
  @usableFromInline subscript(slot: Int) -> Moment { deadlines[slot] }

  @usableFromInline mutating func set(_ deadline: Moment, for slot: Int) {
    while deadlines.count <= slot {
      if deadlines.count % Self.blockLength == 0 { bounds.append(.never) }
      deadlines.append(.never)
    }
    deadlines[slot] = deadline
    let block = slot / Self.blockLength
    guard deadline < bounds[block] else { return }
    bounds[block] = deadline
    soonest = min(soonest, deadline)
  }

  /// Forgets deadlines that a moment has reached, at most so many, and returns their slots.
  @usableFromInline mutating func takeDue(at now: Moment, limit: Int) -> [Int] {
    var due: [Int] = []
    for block in bounds.indices where bounds[block] <= now && due.count < limit {
      if correctBound(of: block) > now { continue }
      for slot in slots(in: block) where deadlines[slot] <= now && due.count < limit {
        due.append(slot)
        deadlines[slot] = .never
      }
      correctBound(of: block)
    }
    soonest = bounds.min() ?? .never
    return due
  }

  /// The earliest deadline of all, `never` where there is none.
  mutating func earliest() -> Moment {
    var earliest = Moment.never
    for block in bounds.indices where bounds[block] < earliest {
      earliest = min(earliest, correctBound(of: block))
    }
    return earliest
  }

  private func slots(in block: Int) -> Range<Int> {
    let start = block * Self.blockLength
    return start..<min(start + Self.blockLength, deadlines.count)
  }

  @discardableResult
  private mutating func correctBound(of block: Int) -> Moment {
    var earliest = Moment.never
    for slot in slots(in: block) { earliest = min(earliest, deadlines[slot]) }
    bounds[block] = earliest
    return earliest
  }
}
