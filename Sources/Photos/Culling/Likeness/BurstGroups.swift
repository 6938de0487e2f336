package import Imaging

package enum BurstGroups {
  package struct Frame: Sendable {
    /// Milliseconds by the camera's clock.
    package let time: Int64
    package let camera: String?
    package let hash: DifferenceHash
  }

  /// Maximum time between consecutive frames, in milliseconds.
  package static let longestGap: Int64 = 2_000
  /// Maximum hash distance of consecutive frames: more than for copies of one image, since the
  /// scene moves.
  package static let reach = 10

  /// Groups frames of one camera that are close in time and similar to the preceding one; nil
  /// frames are ignored. Returns groups of two or more positions, in order of capture.
  package static func groups(of frames: [Frame?]) -> [[Int]] {
    let known = frames.indices.compactMap { place in frames[place].map { (place, $0) } }
    var groups: [(start: Int64, places: [Int])] = []
    for (_, ofCamera) in Dictionary(grouping: known, by: \.1.camera) {
      let sorted = ofCamera.sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }
      var last: Frame?
      for (place, frame) in sorted {
        if let last, frame.time - last.time <= longestGap,
          frame.hash.distance(to: last.hash) <= reach
        {
          groups[groups.count - 1].places.append(place)
        } else {
          groups.append((frame.time, [place]))
        }
        last = frame
      }
    }
    return groups.filter { $0.places.count > 1 }
      .sorted { ($0.start, $0.places[0]) < ($1.start, $1.places[0]) }.map(\.places)
  }
}
