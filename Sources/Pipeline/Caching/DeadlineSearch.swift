/// Goes through the deadlines from the earliest on, as far as it is asked to.
///
/// Groups wait in a heap by their bounds, and slots by their deadlines. What comes first is opened
/// if it is a group, so that only groups are looked into which hold one of the next; a bound that
/// turns out to be too early is put right, and its group waits on.
struct DeadlineSearch {
  private struct Found {
    var value: Moment
    var row: Int
    var place: Int

    /// Of equal ones groups come first, so that of equal slots the first does: a list would
    /// otherwise jump from look to look.
    static func < (first: Found, second: Found) -> Bool {
      if first.value != second.value { return first.value < second.value }
      return first.row == second.row ? first.place < second.place : first.row > second.row
    }
  }

  /// A binary heap: none is before the one at half its place.
  private var heap: [Found] = []

  /// Begins before the first deadline.
  init(_ deadlines: Deadlines) {
    open(group: 0, ofRow: deadlines.highestRow, deadlines)
  }

  /// The slot with the next deadline; nil where only those are left that never expire.
  mutating func next(in deadlines: inout Deadlines) -> Int? {
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
