/// How many entries of a feed were passed over, and why the first of them.
package struct FaultyEntries: Hashable, Sendable {
  /// All of them.
  package private(set) var count = 0
  /// The first five.
  package private(set) var first: [EntryFault] = []

  /// None yet.
  package init() {}

  /// Notes one more.
  mutating func add(_ fault: EntryFault) {
    count += 1
    if first.count < 5 { first.append(fault) }
  }

  /// Notes those of a later page.
  package mutating func add(_ others: FaultyEntries) {
    count += others.count
    first += others.first.prefix(5 - first.count)
  }
}
