import Base
import Imaging
import Photos
import Testing

@Suite("Groups of similar photos")
struct LikenessGroupsTests {
  private static func hashes(_ bits: [UInt64?]) -> [DifferenceHash?] {
    bits.map { $0.map { DifferenceHash(bits: $0) } }
  }

  @Test(
    arguments: [
      ([], []), ([1], []), ([1, 1], [[0, 1]]), ([1, nil, 1], [[0, 2]]), ([nil, nil], []),
      // Five bits are near, six are not.
      ([0, 0b11111], [[0, 1]]), ([0, 0b111111], []),
      // No chain: the third is near the second, and not the first.
      ([0, 0b11111, 0b1111111111], [[0, 1]]),
      // A hash near two groups belongs to the first.
      ([0, 0b111111, 0b111], [[0, 2]]),
      ([5, 0xFF << 56, 5, 0xFF << 56, 5], [[0, 2, 4], [1, 3]]),
    ] as [([UInt64?], [[Int]])])
  func `photos are grouped with the first photo that has a near hash`(
    bits: [UInt64?], groups: [[Int]]
  ) {
    #expect(LikenessGroups.groups(of: Self.hashes(bits)) == groups)
  }

  /// The same groups, found by comparing every photo with the first of every group.
  private static func plain(_ hashes: [DifferenceHash?], _ reach: Int) -> [[Int]] {
    var groups: [[Int]] = []
    for (place, hash) in hashes.enumerated() {
      guard let hash else { continue }
      let near = groups.firstIndex { hashes[$0[0]].map { $0.distance(to: hash) <= reach } ?? false }
      if let near { groups[near].append(place) } else { groups.append([place]) }
    }
    return groups.filter { $0.count > 1 }
  }

  @Test(arguments: [0, 1, 5, 10, 15], [UInt64(1), 2, 3])
  func `groups are those that a plain comparison finds`(reach: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let centres = (0..<20).map { _ in random.next() }
    let hashes: [DifferenceHash?] = (0..<400).map { _ in
      var bits = centres.randomElement(using: &random) ?? 0
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        bits ^= 1 << UInt64.random(in: 0..<64, using: &random)
      }
      return Int.random(in: 0..<20, using: &random) == 0 ? nil : DifferenceHash(bits: bits)
    }
    #expect(LikenessGroups.groups(of: hashes, within: reach) == Self.plain(hashes, reach))
  }
}
