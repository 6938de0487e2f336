import Imaging
import Photos
import Testing

struct BurstGroupsTests {
  private static func frame(
    _ seconds: Double, _ bits: UInt64 = 0, camera: String? = "A"
  ) -> BurstGroups.Frame {
    BurstGroups.Frame(
      time: Int64(seconds * 1_000), camera: camera, hash: DifferenceHash(bits: bits))
  }

  @Test func `similar frames at most two seconds apart form a burst`() {
    let frames = [
      Self.frame(10), Self.frame(10.2, 0b1), Self.frame(12.2, 0b11), Self.frame(14.3, 0b11),
      Self.frame(30), Self.frame(31, .max), Self.frame(32, .max),
    ]
    #expect(BurstGroups.groups(of: frames) == [[0, 1, 2], [5, 6]])
  }

  @Test func `frames whose hash changes step by step form one burst`() {
    let frames = (0..<6).map { Self.frame(Double($0), (1 << UInt64(8 * $0)) - 1) }
    #expect(BurstGroups.groups(of: frames) == [Array(0..<6)])
  }

  @Test func `each camera, also an unknown one, has bursts of its own`() {
    let frames = [
      Self.frame(1), Self.frame(1, camera: "B"), nil, Self.frame(1.5, camera: "B"),
      Self.frame(2), Self.frame(2, camera: nil), Self.frame(2.1, camera: nil),
    ]
    #expect(BurstGroups.groups(of: frames) == [[0, 4], [1, 3], [5, 6]])
  }

  @Test func `frames listed in any order form a burst in the order of time`() {
    let frames = [Self.frame(3), Self.frame(1), Self.frame(2), Self.frame(2)]
    #expect(BurstGroups.groups(of: frames) == [[1, 2, 3, 0]])
    #expect(BurstGroups.groups(of: []).isEmpty)
  }
}
