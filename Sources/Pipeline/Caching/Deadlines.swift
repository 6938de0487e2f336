/// The deadlines of the slots, and the way to the earliest of them.
///
/// A tree of minima in rows: the deadlines are the lowest row, and each place of a higher row has a
/// bound for a group of eight places in the row below, which share one or two lines of the processor's
/// cache. In the first row of bounds each is the earliest of its deadlines; higher up it may be too
/// early. For a hit, which moves a deadline to a later moment, updates only the bound right above it; the
/// others are corrected when a search for the earliest is misled by them. So the time of a sweep grows
/// with the number of expired entries, plus a few nanoseconds for each group in which hits have moved
/// deadlines since the last sweep, whatever the lifetimes are.
///
/// One queue for each lifetime would need no bounds, but a hit would move its slot from the middle to
/// the end, in four distant places of memory. In a timer wheel (Varghese and Lauck, SOSP 1987) a hit
/// would be as cheap as here, but a sweep that spreads out a wide bucket visits everything in it.
@usableFromInline struct Deadlines: Sendable {
  private static var emptyGroup: [Moment] { Array(repeating: .never, count: 8) }

  /// The lowest row: the deadline of each slot, `never` for none.
  private var deadlines = Deadlines.emptyGroup
  /// The row above it: the earliest deadline of every group.
  ///
  /// It is apart from the higher rows, as every hit reads it. All rows are filled up to whole groups.
  private var nearest = Deadlines.emptyGroup
  /// The rows above that, each with a bound for every group of the row below; the last is one group.
  private var higher: [[Moment]] = []
  /// A bound for all deadlines, by which every store knows that nothing is due.
  private var soonest = Moment.never

  @usableFromInline init() {}

  /// The number of the highest row, which is one group; that of the deadlines is 0.
  var highestRow: Int { 1 + higher.count }

  /// The first moment at which a slot's entry has expired.
  @usableFromInline func deadline(of slot: Int) -> Moment { deadlines[slot] }

  /// The deadline or bound at a place of a row.
  func value(at place: Int, inRow row: Int) -> Moment {
    switch row {
    case 0: deadlines[place]
    case 1: nearest[place]
    default: higher[row - 2][place]
    }
  }

  /// Sets the deadline of a slot; `never` for none.
  @usableFromInline mutating func set(_ deadline: Moment, for slot: Int) {
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

  /// Forgets deadlines that a moment has reached, at most as many as the limit, and returns their slots.
  @usableFromInline mutating func takeDue(at now: Moment, limit: Int) -> [Int] {
    var due: [Int] = []
    guard soonest <= now else { return due }
    takeDue(at: now, limit: limit, inGroup: 0, ofRow: highestRow, into: &due)
    soonest = least(inGroup: 0, ofRow: highestRow)
    return due
  }

  /// The earliest deadline of all, `never` where there is none.
  @usableFromInline mutating func earliest() -> Moment {
    earliest(inGroup: 0, ofRow: highestRow)
  }

  /// The earliest deadline below a group; corrects the bounds in it that hide it.
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
        // Mostly the old bound is just too early, and nothing below it is due.
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
  /// Whether all bounds hold; for tests, as it visits everything.
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

/// Visits the deadlines from the earliest on, as far as it is asked to.
///
/// Groups wait in a heap by their bounds, and slots by their deadlines. A group that comes first is
/// opened, so that only groups are visited that hold one of the next deadlines; a bound that turns out
/// to be too early is corrected, and its group goes back into the heap.
@usableFromInline struct DeadlineSearch {
  private struct Found {
    var value: Moment
    var row: Int
    var place: Int

    /// Of equal moments groups come first, and so the first of equal slots: otherwise a list would
    /// change its order from one listing to the next.
    static func < (first: Found, second: Found) -> Bool {
      if first.value != second.value { return first.value < second.value }
      return first.row == second.row ? first.place < second.place : first.row > second.row
    }
  }

  /// A binary heap: none is earlier than its parent at half its index.
  private var heap: [Found] = []

  /// Begins before the first deadline.
  @usableFromInline init(_ deadlines: Deadlines) {
    open(group: 0, ofRow: deadlines.highestRow, deadlines)
  }

  /// The slot with the next deadline; nil where only entries are left that never expire.
  @usableFromInline mutating func next(in deadlines: inout Deadlines) -> Int? {
    while let found = heap.first {
      removeFirst()
      guard found.row > 0 else { return found.place }
      let earliest = deadlines.earliest(inGroup: found.place, ofRow: found.row - 1)
      if earliest == found.value {
        open(group: found.place, ofRow: found.row - 1, deadlines)
      } else if earliest != .never {
        insert(Found(value: earliest, row: found.row, place: found.place))
      }
    }
    return nil
  }

  private mutating func open(group: Int, ofRow row: Int, _ deadlines: Deadlines) {
    for place in Deadlines.places(inGroup: group) {
      let value = deadlines.value(at: place, inRow: row)
      if value != .never { insert(Found(value: value, row: row, place: place)) }
    }
  }

  private mutating func insert(_ found: Found) {
    heap.append(found)
    var place = heap.count - 1
    while place > 0, found < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < heap[place] else { return }
      heap.swapAt(place, child)
      place = child
    }
  }
}
