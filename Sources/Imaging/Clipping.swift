/// A clipped pixel: highlights with any full channel, shadows with only empty channels.
///
/// A single empty channel is just a saturated color. (Geeqie's overlay marks any channel at 0 or
/// 255.) A tolerance of one level covers lossy compression.
package enum Clipping: Hashable, Sendable {
  case highlights, shadows

  package static let full: UInt8 = 254
  package static let empty: UInt8 = 1

  /// Takes an opaque sRGB color; nil if it is not clipped.
  package init?(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    if max(red, green, blue) >= Self.full {
      self = .highlights
    } else if max(red, green, blue) <= Self.empty {
      self = .shadows
    } else {
      return nil
    }
  }

  /// Red and blue as in photo editors, or black and white without colors.
  fileprivate func mark(inColor: Bool) -> RGB {
    switch self {
    case .highlights: inColor ? RGB(255, 0, 0) : RGB(0, 0, 0)
    case .shadows: inColor ? RGB(0, 0, 255) : RGB(255, 255, 255)
    }
  }
}

extension Bitmap {
  /// Replaces opaque clipped pixels by marks; may be called from any thread.
  package func markingClipping(inColor: Bool) -> Bitmap {
    var marked = bytes
    for start in stride(from: 0, to: marked.count, by: 4) where marked[start + 3] == 255 {
      guard let clipping = Clipping(marked[start], marked[start + 1], marked[start + 2])
      else { continue }
      let mark = clipping.mark(inColor: inColor)
      marked[start] = mark.red
      marked[start + 1] = mark.green
      marked[start + 2] = mark.blue
    }
    return Bitmap(size: size, bytes: marked)
  }
}
