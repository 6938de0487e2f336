import Imaging
import Testing

@testable import DemoPhotos

@Suite("The colours of the demo photos")
struct HueTests {
  /// Neighbours in a grid of two to six columns, and the one after.
  @Test(arguments: 1...6)
  func `a photo differs in colour from the one that many places on`(distance: Int) throws {
    let means = try Album.photos.map { try CommittedPhoto($0).meanColor() }
    for (index, pair) in zip(means, means.dropFirst(distance)).enumerated() {
      let steps = pair.0.squaredDistance(to: pair.1)
      #expect(steps > 24 * 24, "photos \(index + 1) and \(index + 1 + distance)")
    }
  }

  @Test func `no two photos have nearly the same colour`() throws {
    let means = try Album.photos.map { try CommittedPhoto($0).meanColor() }
    for (index, mean) in means.enumerated() {
      for (other, second) in means.enumerated().dropFirst(index + 1) {
        #expect(
          mean.squaredDistance(to: second) > 12 * 12, "photos \(index + 1) and \(other + 1)")
      }
    }
  }
}
