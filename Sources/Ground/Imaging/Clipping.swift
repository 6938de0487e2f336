/// What is lost of a pixel where the sensor, or whoever edited the photo, had no number for it.
///
/// Highlights count where any channel is full, since the colour is lost then, and shadows where all of
/// them are empty: one that is at zero is no more than a pure colour. (Geeqie's overlay counts any channel
/// at 0 or 255.) One step is allowed, which lossy compression moves values by.
///
/// ```swift
/// Clipping(255, 200, 90)  // .highlights
/// Clipping(0, 1, 0)       // .shadows
/// Clipping(0, 90, 200)    // nil
/// ```
package enum Clipping: Hashable, Sendable {
  /// A channel is as bright as it can be.
  case highlights
  /// All channels are as dark as they can be.
  case shadows

  /// The least value of a full channel.
  package static let full: UInt8 = 254
  /// The greatest value of an empty one.
  package static let empty: UInt8 = 1

  /// What is lost of an opaque colour in sRGB; nil where nothing is.
  package init?(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    if max(red, green, blue) >= Self.full {
      self = .highlights
    } else if max(red, green, blue) <= Self.empty {
      self = .shadows
    } else {
      return nil
    }
  }

  /// The colour that stands for it: red and blue, as editors of photos have it, or where there are no
  /// colours its opposite.
  fileprivate func mark(inColor: Bool) -> RGB {
    switch self {
    case .highlights: inColor ? RGB(255, 0, 0) : RGB(0, 0, 0)
    case .shadows: inColor ? RGB(0, 0, 255) : RGB(255, 255, 255)
    }
  }
}

extension Bitmap {
  /// Puts a mark in the place of each opaque pixel that is clipped; may be called from any thread.
  /// - Parameter inColor: Whether the marks are red and blue, or black and white.
  /// - Returns: The same picture with its marks.
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
