/// The deadlines of the slots in ticks, and a bound for each block of 256 of them.
///
/// A bound is not later than any deadline of its block. A hit, which moves a deadline to a later moment,
/// changes no bound: a sweep corrects those that have been reached, and reads no other block.
@usableFromInline struct Deadlines: Sendable {
  private static var blockLength: Int { 256 }
  private var deadlines: [Int64] = []
  private var bounds: [Int64] = []
  /// A bound for all deadlines.
  @usableFromInline private(set) var soonest = Int64.never

  @usableFromInline init() {}

  /// The first moment at which a slot's entry has expired.
  @usableFromInline subscript(slot: Int) -> Int64 { deadlines[slot] }

  /// The earliest deadline of all.
  var earliest: Int64 { deadlines.min() ?? .never }

  @usableFromInline mutating func set(_ deadline: Int64, for slot: Int) {
    let block = slot / Self.blockLength
    if slot == deadlines.count { deadlines.append(.never) }
    if block == bounds.count { bounds.append(.never) }
    deadlines[slot] = deadline
    guard deadline < bounds[block] else { return }
    bounds[block] = deadline
    soonest = min(soonest, deadline)
  }

  /// Clears deadlines that a moment has reached, at most so many, and returns their slots.
  @usableFromInline mutating func takeDue(at now: Int64, limit: Int) -> [Int] {
    var due: [Int] = []
    for block in bounds.indices where bounds[block] <= now && due.count < limit {
      let start = block * Self.blockLength
      var bound = Int64.never
      for slot in start..<min(start + Self.blockLength, deadlines.count) {
        if deadlines[slot] > now || due.count == limit {
          bound = min(bound, deadlines[slot])
        } else {
          due.append(slot)
          deadlines[slot] = .never
        }
      }
      bounds[block] = bound
    }
    soonest = bounds.min() ?? .never
    return due
  }
}
