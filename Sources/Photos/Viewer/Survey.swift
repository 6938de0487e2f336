import Catalog

/// A burst of which one frame is to be left: those that are rejected go, and others come in their place.
struct Survey: Hashable, Sendable {
  /// The frames, in the order in which they were taken.
  let frames: [PhotoID]
  /// The photo that was selected before.
  let origin: PhotoID
  /// Whether the frames stood behind one of them, which they do again at the end.
  let wasFolded: Bool

  /// Which frames are shown side by side.
  /// - Parameters:
  ///   - shown: Those that are shown; each keeps its place as long as it is left.
  ///   - left: Those that nobody has rejected, in the order in which they come.
  ///   - limit: How many have room.
  /// - Returns: Those that are shown from now on, in their places.
  static func places(after shown: [PhotoID], left: [PhotoID], limit: Int) -> [PhotoID] {
    var waiting = left.filter { !shown.contains($0) }[...]
    let kept = shown.compactMap { left.contains($0) ? $0 : waiting.popFirst() }
    return kept + waiting.prefix(max(0, limit - kept.count))
  }
}
