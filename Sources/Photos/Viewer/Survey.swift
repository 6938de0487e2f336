import Catalogs

/// A burst in which the user picks one frame; waiting frames replace rejected ones.
struct Survey: Hashable, Sendable {
  /// In order of capture.
  let frames: [PhotoID]
  let origin: PhotoID
  /// Whether the burst was a collapsed stack, which is restored at the end.
  let wasFolded: Bool

  /// The frames to show: each of `shown` keeps its pane while it is in `left`.
  static func places(after shown: [PhotoID], left: [PhotoID], limit: Int) -> [PhotoID] {
    var waiting = left.filter { !shown.contains($0) }[...]
    let kept = shown.compactMap { left.contains($0) ? $0 : waiting.popFirst() }
    return kept + waiting.prefix(max(0, limit - kept.count))
  }
}
