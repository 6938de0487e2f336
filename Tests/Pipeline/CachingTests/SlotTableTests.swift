import Testing

@testable import Caching
import Values

@Suite("SlotTable")
struct SlotTableTests {
  @Test func `keys of equal hashes are told apart`() {
    var table = SlotTable()
    for slot in 0..<5 { table.insert(slot, hash: 9) }
    for slot in 0..<5 { #expect(table.slot(hash: 9) { $0 == slot } == slot) }
    #expect(table.slot(hash: 9) { $0 == 7 } == nil)
    #expect(table.slot(hash: 9 + 64) { _ in true } == nil)
  }

  /// Hashes are few and near one another, so that entries lie far from where they belong and around
  /// the end of the table.
  @Test(arguments: [(hashes: UInt32(20), slots: 30), (200, 60), (.max, 500)])
  func `seeded random changes agree with a dictionary`(hashes: UInt32, slots: Int) {
    var random = SplitMix64(seed: UInt64(slots))
    var table = SlotTable()
    var model: [Int: UInt32] = [:]
    for step in 0..<20_000 {
      let slot = Int.random(in: 0..<slots, using: &random)
      if let hash = model.removeValue(forKey: slot) {
        table.remove(slot, hash: hash)
      } else {
        let hash = UInt32.random(in: 0..<hashes, using: &random) &- hashes / 2
        model[slot] = hash
        table.insert(slot, hash: hash)
      }
      let other = Int.random(in: 0..<slots, using: &random)
      let found = model[other].flatMap { hash in table.slot(hash: hash) { $0 == other } }
      #expect(found == (model[other] == nil ? nil : other), "step \(step)")
      #expect(table.count == model.count, "step \(step)")
    }
    #expect(model.allSatisfy { slot, hash in table.slot(hash: hash) { $0 == slot } == slot })
  }
}
