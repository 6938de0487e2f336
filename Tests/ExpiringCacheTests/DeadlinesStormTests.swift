import TestSupport
import Testing

import Base
@testable import ExpiringCache

/// Random deadlines in many slots, so that there are several blocks, compared with a plain list.
@Suite("Random deadlines")
struct DeadlinesStormTests {
  private var deadlines = Deadlines()
  private var plain: [Int64] = []
  private var now = Int64(0)

  @Test(.timeLimit(.minutes(30)), arguments: 1...6 as ClosedRange<UInt64>)
  func `the earliest deadline and the due slots are those of a reference list`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var test = self
    for step in 0..<4_000 {
      test.change(using: &random)
      switch Int.random(in: 0..<40, using: &random) {
      case 0: test.look(at: step)
      case 2: test.take(atMost: Int.random(in: 1...50, using: &random), at: step)
      default: break
      }
      if test.deadlines.soonest > test.plain.min() ?? .never {
        Issue.record("a bound hides a deadline at step \(step)")
        return
      }
    }
  }

  /// Sets a deadline: of a new slot, after a hit, an earlier one, or none.
  private mutating func change(using random: inout SplitMix64) {
    now += .random(in: 0...3, using: &random)
    let slot = plain.count < 700 ? plain.count : Int.random(in: 0..<700, using: &random)
    let deadline =
      switch Int.random(in: 0..<10, using: &random) {
      case 0: Int64.never
      case 1: now + .random(in: 1...400, using: &random)
      default: now + 2_000
      }
    if slot == plain.count { plain.append(.never) }
    plain[slot] = deadline
    deadlines.set(deadline, for: slot)
  }

  private mutating func look(at step: Int) {
    #expect(deadlines.earliest == plain.min() ?? .never, "step \(step)")
  }

  private mutating func take(atMost limit: Int, at step: Int) {
    let due = deadlines.takeDue(at: now, limit: limit)
    #expect(due.allSatisfy { plain[$0] <= now }, "step \(step)")
    #expect(due.count == min(limit, plain.count { $0 <= now }), "step \(step)")
    for slot in due { plain[slot] = .never }
    #expect(due.allSatisfy { deadlines[$0] == .never }, "step \(step)")
  }
}
