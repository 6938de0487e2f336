package import Imaging

/// Finds similar photos by perceptual hash.
///
/// Two hashes that differ in at most `reach` bits share one of `reach + 1` parts (pigeonhole
/// principle; multi-index hashing, Norouzi, Punjani and Fleet, CVPR 2012), so only photos that
/// share a part are compared.
package enum LikenessGroups {
  /// Maximum distance of two files of the same image.
  package static let usualReach = 5

  /// Each photo joins the first ungrouped one before it that is similar, so that all members
  /// resemble the first, and small differences do not chain. `reach` is 0 to 15; nil hashes are
  /// ignored. Returns ascending positions in groups of two or more, ordered by their first.
  package static func groups(
    of hashes: [DifferenceHash?], within reach: Int = usualReach
  ) -> [[Int]] {
    let count = reach + 1
    let parts = (0..<count).map { $0 * 64 / count..<($0 + 1) * 64 / count }
    // By part, photos that are first of their group.
    var firsts: [[UInt64: [Int]]] = Array(repeating: [:], count: count)
    var members: [Int: [Int]] = [:]
    for (place, hash) in hashes.enumerated() {
      guard let hash else { continue }
      // In the order of the photos.
      let similar = parts.indices.compactMap { part in
        firsts[part][hash.part(parts[part])]?.first {
          hashes[$0]?.isLike(hash, within: reach) == true
        }
      }
      if let first = similar.min() {
        members[first, default: [first]].append(place)
      } else {
        for part in parts.indices {
          firsts[part][hash.part(parts[part]), default: []].append(place)
        }
      }
    }
    return members.values.sorted { $0[0] < $1[0] }
  }
}

extension DifferenceHash {
  fileprivate func part(_ range: Range<Int>) -> UInt64 {
    bits >> UInt64(range.lowerBound) & ((1 << UInt64(range.count)) &- 1)
  }
}

package enum BurstGroups {
  package struct Frame: Sendable {
    /// Milliseconds by the camera's clock.
    package let time: Int64
    package let camera: String?
    package let hash: DifferenceHash

    package init(time: Int64, camera: String?, hash: DifferenceHash) {
      (self.time, self.camera, self.hash) = (time, camera, hash)
    }
  }

  /// Maximum time between consecutive frames, in milliseconds.
  package static let longestGap: Int64 = 2_000
  /// Maximum hash distance of consecutive frames: more than for copies, as the scene moves.
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
