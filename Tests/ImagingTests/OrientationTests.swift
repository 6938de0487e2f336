import Imaging
import Testing

@Suite("Orientations")
struct OrientationTests {
  @Test(arguments: [
    (1, false), (2, false), (3, false), (4, false), (5, true), (6, true), (7, true), (8, true),
  ])
  func `orientations from value 5 swap width and height`(value: Int, swaps: Bool) throws {
    let orientation = try #require(Orientation(rawValue: value))
    #expect(orientation.swapsSides == swaps)
    #expect(
      orientation.shown(PixelSize(width: 30, height: 20))
        == (swaps ? PixelSize(width: 20, height: 30) : PixelSize(width: 30, height: 20)))
  }

  @Test(arguments: Orientation.allCases, Orientation.allCases)
  func `combined orientations equal both applied one after the other`(
    first: Orientation, next: Orientation
  ) {
    let picture = BitmapScalingTests.noise(width: 3, height: 2, seed: 7)
    #expect(
      picture.turned(by: first.followed(by: next)) == picture.turned(by: first).turned(by: next))
  }

  @Test(arguments: [0, 9, -1])
  func `values outside 1 to 8 are no orientation`(value: Int) {
    #expect(Orientation(rawValue: value) == nil)
  }
}
