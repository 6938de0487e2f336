import Testing

@testable import Terminal

@Suite("The table of colour pairs")
struct ColorPairTableTests {
  @Test func `numbers count up from one, and a pair keeps its number`() {
    var table = ColorPairTable(budget: 10)
    #expect(table.pair(0xFF0000, 0) == .new(1))
    #expect(table.pair(0, 0xFF0000) == .new(2))
    #expect(table.pair(0xFF0000, 0) == .known(1))
    #expect(table.pair(0, 0xFF0000) == .known(2))
    #expect(table.count == 2)
  }

  @Test func `the pair of default colours is number zero and takes no room`() {
    var table = ColorPairTable(budget: 0)
    #expect(table.pair(-1, -1) == .known(0))
    #expect(table.pair(-1, 0) == .full)
  }

  @Test func `a pair with one default colour is numbered like any other`() {
    var table = ColorPairTable(budget: 10)
    #expect(table.pair(-1, 7) == .new(1))
    #expect(table.pair(7, -1) == .new(2))
    #expect(table.pair(-1, 7) == .known(1))
  }

  @Test func `growing the table keeps every number`() {
    let colors: [(Int32, Int32)] = (0..<50_000).map { index in
      // Steps of a power of two collide in a weak hash.
      ((index % 250) << 16, (index / 250) << 12)
    }
    var table = ColorPairTable(budget: 50_000)
    for (index, color) in colors.enumerated() {
      #expect(table.pair(color.0, color.1) == .new(Int32(index + 1)))
    }
    let answers = colors.map { table.pair($0.0, $0.1) }
    #expect(answers == (1...50_000).map { .known($0) })
  }

  @Test func `a full table still finds its pairs`() {
    var table = ColorPairTable(budget: 2)
    _ = table.pair(1, 1)
    _ = table.pair(2, 2)
    #expect(table.pair(3, 3) == .full)
    #expect(table.pair(2, 2) == .known(2))
    #expect(table.count == 2)
  }

  @Test func `a larger budget makes room`() {
    var table = ColorPairTable(budget: 1)
    _ = table.pair(1, 1)
    #expect(table.pair(2, 2) == .full)
    table.budget = 2
    #expect(table.pair(2, 2) == .new(2))
  }

  @Test func `an emptied table counts from one again`() {
    var table = ColorPairTable(budget: 10_000)
    for index in Int32(0)..<10_000 { _ = table.pair(index, 0xFFFFFF) }
    table.removeAll()
    #expect(table.count == 0)
    #expect(table.pair(5, 0xFFFFFF) == .new(1))
    #expect(table.pair(4, 0xFFFFFF) == .new(2))
    #expect(table.pair(5, 0xFFFFFF) == .known(1))
  }
}
