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
  /// The row above it: the earliest deadline of every group.
  ///
  /// It is apart from those above, as every hit looks into it. All rows are filled up to whole groups.
  private var nearest = Deadlines.emptyGroup
  /// The rows above that, each with a bound for every group of the row below; the last is one group.
  private var higher: [[Moment]] = []
  /// A bound for all deadlines, which tells every store that nothing is due.
  private var soonest = Moment.never

  init() {}

  /// The number of the highest row, which is one group; that of the deadlines is 0.
  var highestRow: Int { 1 + higher.count }

  /// The first moment at which a slot's entry must not be handed out any more.
  func deadline(of slot: Int) -> Moment { deadlines[slot] }

  /// What stands at a place of a row: a deadline, or a bound.
  func value(at place: Int, inRow row: Int) -> Moment {
    switch row {
    case 0: deadlines[place]
    case 1: nearest[place]
    default: higher[row - 2][place]
    }
  }

  /// Gives a slot a deadline in the place of the one it had; `never` for none.
  mutating func set(_ deadline: Moment, for slot: Int) {
    if slot >= deadlines.count { makeRoom(for: slot) }
    let old = deadlines[slot]
    guard deadline != old else { return }
    deadlines[slot] = deadline
    if deadline < old {
      lowerBounds(above: slot, to: deadline)
    } else if old == nearest[slot / 8] {
      nearest[slot / 8] = least(inGroup: slot / 8, ofRow: 0)
    }
  }

  /// Forgets the deadlines that a moment has reached, so many at most, and tells of which slots they
  /// were.
  mutating func takeDue(at now: Moment, limit: Int) -> [Int] {
    var due: [Int] = []
    guard soonest <= now else { return due }
    takeDue(at: now, limit: limit, inGroup: 0, ofRow: highestRow, into: &due)
    soonest = least(inGroup: 0, ofRow: highestRow)
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
        let place = Self.places(inGroup: group).first(where: { value(at: $0, inRow: row) == least })
      else { return least }
      let earliest = earliest(inGroup: place, ofRow: row - 1)
      if earliest == least { return least }
      setBound(earliest, at: place, inRow: row)
    }
  }

  /// The places of a group in its row.
  static func places(inGroup group: Int) -> Range<Int> { 8 * group..<8 * group + 8 }

  private func least(inGroup group: Int, ofRow row: Int) -> Moment {
    switch row {
    case 0: Self.least(of: deadlines, inGroup: group)
    case 1: Self.least(of: nearest, inGroup: group)
    default: Self.least(of: higher[row - 2], inGroup: group)
    }
  }

  private static func least(of row: [Moment], inGroup group: Int) -> Moment {
    let last = 8 * group + 7
    var least = row[last]
    for place in last - 7..<last { least = min(least, row[place]) }
    return least
  }

  private func firstDue(at now: Moment, inRow row: Int, among places: Range<Int>) -> Int? {
    switch row {
    case 0: places.first { deadlines[$0] <= now }
    case 1: places.first { nearest[$0] <= now }
    default: places.first { higher[row - 2][$0] <= now }
    }
  }

  private mutating func setBound(_ bound: Moment, at place: Int, inRow row: Int) {
    if row == 1 { nearest[place] = bound } else { higher[row - 2][place] = bound }
  }

  private mutating func takeDue(
    at now: Moment, limit: Int, inGroup group: Int, ofRow row: Int, into due: inout [Int]
  ) {
    var places = Self.places(inGroup: group)
    while due.count < limit, let place = firstDue(at: now, inRow: row, among: places) {
      if row == 0 {
        deadlines[place] = .never
        due.append(place)
      } else {
        var bound = least(inGroup: place, ofRow: row - 1)
        // Mostly the one that stands there is only too early, and nothing below it is due.
        if bound <= now {
          takeDue(at: now, limit: limit, inGroup: place, ofRow: row - 1, into: &due)
          bound = least(inGroup: place, ofRow: row - 1)
        }
        setBound(bound, at: place, inRow: row)
      }
      places = place + 1..<places.upperBound
    }
  }

  private mutating func lowerBounds(above slot: Int, to deadline: Moment) {
    var place = slot
    for row in 1...highestRow {
      place /= 8
      guard deadline < value(at: place, inRow: row) else { return }
      setBound(deadline, at: place, inRow: row)
    }
    soonest = min(soonest, deadline)
  }

  private mutating func makeRoom(for slot: Int) {
    while deadlines.count <= slot { deadlines += Self.emptyGroup }
    var count = deadlines.count / 8
    while nearest.count < count { nearest += Self.emptyGroup }
    count = nearest.count / 8
    for index in higher.indices {
      while higher[index].count < count { higher[index] += Self.emptyGroup }
      count = higher[index].count / 8
    }
    guard count > 1 else { return }
    higher.append(Self.emptyGroup)
    setBound(least(inGroup: 0, ofRow: highestRow - 1), at: 0, inRow: highestRow)
  }
}

extension Deadlines {
  /// Tells whether the bounds hold; for tests, as it walks over everything.
  var isValid: Bool {
    count(ofRow: highestRow) == 8 && (1...highestRow).allSatisfy { isValid(row: $0) }
      && soonest <= least(inGroup: 0, ofRow: highestRow)
  }

  private func isValid(row: Int) -> Bool {
    (0..<count(ofRow: row)).allSatisfy { place in
      let isInUse = 8 * place < count(ofRow: row - 1)
      let least = isInUse ? least(inGroup: place, ofRow: row - 1) : .never
      let bound = value(at: place, inRow: row)
      return row == 1 ? bound == least : bound <= least
    }
  }

  private func count(ofRow row: Int) -> Int {
    row == 0 ? deadlines.count : row == 1 ? nearest.count : higher[row - 2].count
  }
}
