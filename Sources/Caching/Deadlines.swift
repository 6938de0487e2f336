/// The deadlines of the slots, and the way to the earliest of them.
///
/// A tree of minima in rows: the deadlines are the lowest row, and a place of a row above has a bound
/// for eight places in a row below it, which lie in one or two lines of the processor's cache. A bound
/// for deadlines is the earliest of them; one above may be too early. For a hit, which moves a deadline
/// to a later moment, puts right the one bound next to it and leaves the others as they are; they are put
/// right by whoever looks for the earliest and is led astray by them. So a sweep costs what has
/// expired, and a few nanoseconds for each group that hits have left behind since the last one,
/// whatever the lifetimes are.
///
/// A queue for each lifetime would do without bounds, but a hit would have to move its slot from the
/// middle to the end, in four places of memory far apart. To a timer wheel (Varghese and Lauck, SOSP
/// 1987) a hit would cost as little as here, but when the time comes to spread a wide bucket out, a
/// sweep meets all that is in it one by one.
struct Deadlines: Sendable {
  private static var emptyGroup: [Moment] { Array(repeating: .never, count: 8) }

  /// The lowest row: the deadline of each slot, `never` for none.
  private var deadlines = Deadlines.emptyGroup
  /// The rows above it, each with a bound for every group of the row below; the last is one group.
  ///
  /// Like the lowest row they are filled up to whole groups.
  private var bounds: [[Moment]] = [Deadlines.emptyGroup]

  init() {}

  /// The number of the highest row, which is one group; that of the deadlines is 0.
  var highestRow: Int { bounds.count }

  /// The first moment at which a slot's entry must not be handed out any more.
  func deadline(of slot: Int) -> Moment { deadlines[slot] }

  /// What stands at a place of a row: a deadline, or a bound.
  func value(at place: Int, inRow row: Int) -> Moment {
    row == 0 ? deadlines[place] : bounds[row - 1][place]
  }

  /// Gives a slot a deadline in the place of the one it had; `never` for none.
  mutating func set(_ deadline: Moment, for slot: Int) {
    if slot >= deadlines.count { makeRoom(for: slot) }
    let old = deadlines[slot]
    guard deadline != old else { return }
    deadlines[slot] = deadline
    if deadline < old {
      lowerBounds(above: slot, to: deadline)
    } else if old == bounds[0][slot / 8] {
      bounds[0][slot / 8] = least(inGroup: slot / 8, ofRow: 0)
    }
  }

  /// Forgets the deadlines that a moment has reached, so many at most, and tells of which slots they
  /// were.
  mutating func takeDue(at now: Moment, limit: Int) -> [Int] {
    var due: [Int] = []
    guard least(inGroup: 0, ofRow: highestRow) <= now else { return due }
    takeDue(at: now, limit: limit, inGroup: 0, ofRow: highestRow, into: &due)
    return due
  }

  /// The earliest deadline of all, `never` where there is none.
  mutating func earliest() -> Moment {
    earliest(inGroup: 0, ofRow: highestRow)
  }

  /// The earliest deadline below a group, after putting right the bounds in it that hide it.
  mutating func earliest(inGroup group: Int, ofRow row: Int) -> Moment {
    while true {
      let least = least(inGroup: group, ofRow: row)
      // The bounds in row 1 are never too early.
      guard row > 1, least != .never,
        let place = Self.places(inGroup: group).first(where: { bounds[row - 1][$0] == least })
      else { return least }
      let earliest = earliest(inGroup: place, ofRow: row - 1)
      if earliest == least { return least }
      bounds[row - 1][place] = earliest
    }
  }

  /// The places of a group in its row.
  static func places(inGroup group: Int) -> Range<Int> { 8 * group..<8 * group + 8 }

  private func least(inGroup group: Int, ofRow row: Int) -> Moment {
    let values = row == 0 ? deadlines : bounds[row - 1]
    let last = 8 * group + 7
    var least = values[last]
    for place in last - 7..<last { least = min(least, values[place]) }
    return least
  }

  private mutating func takeDue(
    at now: Moment, limit: Int, inGroup group: Int, ofRow row: Int, into due: inout [Int]
  ) {
    for place in Self.places(inGroup: group)
    where value(at: place, inRow: row) <= now && due.count < limit {
      if row == 0 {
        deadlines[place] = .never
        due.append(place)
      } else {
        takeDue(at: now, limit: limit, inGroup: place, ofRow: row - 1, into: &due)
        bounds[row - 1][place] = least(inGroup: place, ofRow: row - 1)
      }
    }
  }

  private mutating func lowerBounds(above slot: Int, to deadline: Moment) {
    var place = slot
    for index in bounds.indices {
      place /= 8
      guard deadline < bounds[index][place] else { return }
      bounds[index][place] = deadline
    }
  }

  private mutating func makeRoom(for slot: Int) {
    while deadlines.count <= slot { deadlines += Self.emptyGroup }
    var count = deadlines.count / 8
    for index in bounds.indices {
      while bounds[index].count < count { bounds[index] += Self.emptyGroup }
      count = bounds[index].count / 8
    }
    guard count > 1 else { return }
    bounds.append(Self.emptyGroup)
    bounds[highestRow - 1][0] = least(inGroup: 0, ofRow: highestRow - 1)
  }
}

extension Deadlines {
  /// Tells whether the bounds hold; for tests, as it walks over everything.
  var isValid: Bool {
    bounds.last?.count == 8 && (1...highestRow).allSatisfy { isValid(row: $0) }
  }

  private func isValid(row: Int) -> Bool {
    let countBelow = row == 1 ? deadlines.count : bounds[row - 2].count
    return bounds[row - 1].indices.allSatisfy { place in
      let least = 8 * place < countBelow ? least(inGroup: place, ofRow: row - 1) : .never
      return row == 1 ? bounds[0][place] == least : bounds[row - 1][place] <= least
    }
  }
}
