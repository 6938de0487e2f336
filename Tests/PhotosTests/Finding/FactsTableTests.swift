import Catalogs
import Photos
import Testing

struct FactsTableTests {
  private let ids = (0..<3_000).map { _ in PhotoID() }

  private func facts(_ number: Int) -> PhotoFacts {
    var facts = PhotoFacts(byteCount: number)
    facts.taken = TakenTime(wallMilliseconds: Int64(number), source: .photo)
    facts.isRead = number.isMultiple(of: 2)
    return facts
  }

  @Test func `the facts of a photo can be read whole or one by one`() {
    var table = FactsTable()
    #expect(table.isEmpty)
    for number in ids.indices { table.set(facts(number), of: ids[number]) }
    for number in [0, 1, 1_023, 1_024, 2_999] {
      #expect(table[ids[number]] == facts(number))
      #expect(table.wallMilliseconds(of: ids[number]) == Int64(number))
      #expect(table.isRead(ids[number]) == number.isMultiple(of: 2))
    }
    #expect(!table.isEmpty)
  }

  /// Identities are numbered through the life of the process.
  @Test func `facts of earlier photos can be set after those of later ones`() {
    var table = FactsTable([(ids[2_999], facts(2_999))])
    #expect(table[ids[0]] == nil && table.isRead(ids[0]) == nil)
    for number in ids.indices.reversed() { table[ids[number]] = facts(number) }
    #expect(ids.indices.allSatisfy { table[ids[$0]] == facts($0) })
    #expect(table[PhotoID()] == nil)
  }

  @Test func `a removed or unknown photo has no facts`() {
    var table = FactsTable([(ids[5], facts(5))])
    table[ids[5]] = nil
    table[ids[2_999]] = nil
    for id in [ids[5], ids[6], ids[2_999]] {
      #expect(table[id] == nil)
      #expect(table.isRead(id) == nil)
      #expect(table.wallMilliseconds(of: id) == nil)
    }
    table[ids[6]] = PhotoFacts()
    #expect(table[ids[6]] == PhotoFacts())
    #expect(table.wallMilliseconds(of: ids[6]) == nil)
    #expect(table.isRead(ids[6]) == false)
  }
}
