package import Imaging

/// Which of many photos a camera took in one go.
package enum BurstGroups {
  /// What is known of a photo.
  package struct Frame: Sendable {
    /// When it was taken, in milliseconds by the clock of its camera.
    package let time: Int64
    /// The camera; nil where the photo does not say.
    package let camera: String?
    /// What it looks like.
    package let look: DifferenceHash

    /// Takes all of it.
    package init(time: Int64, camera: String?, look: DifferenceHash) {
      (self.time, self.camera, self.look) = (time, camera, look)
    }
  }

  /// The longest time between one frame and the next, in milliseconds.
  package static let longestGap: Int64 = 2_000
  /// The number of bits in which one frame differs from the next at most: more than for one picture in two files, as
  /// what is before the camera moves.
  package static let reach = 10

  /// Puts the frames of each burst together: of one camera, none long after the one before, and each much like that.
  /// - Parameter frames: The photos; nil where too little is known.
  /// - Returns: Their places in `frames`, in the order in which they were taken, of groups of two or more, the earliest
  ///   first.
  package static func groups(of frames: [Frame?]) -> [[Int]] {
    let known = frames.indices.compactMap { place in frames[place].map { (place, $0) } }
    var groups: [(start: Int64, places: [Int])] = []
    for (_, ofCamera) in Dictionary(grouping: known, by: \.1.camera) {
      let sorted = ofCamera.sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }
      var last: Frame?
      for (place, frame) in sorted {
        if let last, frame.time - last.time <= longestGap,
          frame.look.distance(to: last.look) <= reach
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
