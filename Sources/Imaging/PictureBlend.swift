/// How two images of one place are shown together.
package enum PictureBlend: Hashable, Sendable {
  case difference
  /// The first image up to a place across, as a fraction of its width, and the second from there.
  case divided(at: Double)
}

extension Bitmap {
  package static let differenceGain = 8
  /// Of a channel where images differ; equal pixels are at most as bright as `dimmest`.
  private static let leastDifference = 80
  private static let dimmest = 48

  /// The absolute difference from an image of the same size, amplified and opaque; equal pixels are
  /// dim and gray.
  ///
  /// Different alpha brightens all channels.
  package func difference(from other: Bitmap) -> Bitmap {
    precondition(size == other.size, "images of one size are compared")
    var result = [UInt8](repeating: 255, count: bytes.count)
    let (ones, twos) = (bytes.span, other.bytes.span)
    for start in stride(from: 0, to: ones.count, by: 4) {
      func distance(_ channel: Int) -> Int {
        abs(Int(ones[start + channel]) - Int(twos[start + channel]))
      }
      let (red, green, blue, alpha) = (distance(0), distance(1), distance(2), distance(3))
      guard red | green | blue | alpha != 0 else {
        let luma =
          299 * Int(ones[start]) + 587 * Int(ones[start + 1]) + 114 * Int(ones[start + 2])
        let gray = UInt8(luma * Self.dimmest / 255_000)
        for channel in 0..<3 { result[start + channel] = gray }
        continue
      }
      for (channel, distance) in [red, green, blue].enumerated() {
        let sum = Self.leastDifference + max(distance, alpha) * Self.differenceGain
        result[start + channel] = UInt8(min(255, sum))
      }
    }
    return Bitmap(size: size, bytes: result)
  }

  /// This image left of a column and one of the same size from there, with a white line between
  /// them unless the column is at an edge or outside.
  package func divided(from other: Bitmap, at column: Int) -> Bitmap {
    precondition(size == other.size, "images of one size are compared")
    let width = size.width
    let column = min(max(0, column), width)
    var result = bytes
    for y in 0..<size.height {
      let start = (y * width + column) * 4
      let end = (y + 1) * width * 4
      result.replaceSubrange(start..<end, with: other.bytes[start..<end])
      guard column > 0, column < width else { continue }
      for place in start..<min(end, start + Self.lineWidth(of: width) * 4) { result[place] = 255 }
    }
    return Bitmap(size: size, bytes: result)
  }

  private static func lineWidth(of width: Int) -> Int { max(1, width / 500) }
}
