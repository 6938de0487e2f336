import Imaging
import Testing

@Suite("An orientation")
struct OrientationTests {
  @Test(arguments: [
    (1, false), (2, false), (3, false), (4, false), (5, true), (6, true), (7, true), (8, true),
  ])
  func `changes width and height from value five on`(value: Int, swaps: Bool) throws {
    let orientation = try #require(Orientation(rawValue: value))
    #expect(orientation.swapsSides == swaps)
    #expect(
      orientation.shown(PixelSize(width: 30, height: 20))
        == (swaps ? PixelSize(width: 20, height: 30) : PixelSize(width: 30, height: 20)))
  }

  @Test(arguments: Orientation.allCases, Orientation.allCases)
  func `followed by another is what both do one after the other`(
    first: Orientation, next: Orientation
  ) {
    let picture = BitmapScalingTests.noise(width: 3, height: 2, seed: 7)
    #expect(
      picture.turned(by: first.followed(by: next)) == picture.turned(by: first).turned(by: next))
  }

  @Test(arguments: [0, 9, -1])
  func `knows no other values`(value: Int) {
    #expect(Orientation(rawValue: value) == nil)
  }
}
