internal import CVipsSamples
internal import Glibc
package import Imaging

/// Frames in AV1 for tests, without loss.
package struct SampleAV1 {
  /// The size of the planes of chroma, if there are any.
  package enum Layout: Int, Sendable {
    case gray
    case half
    case halfWide
    case whole
  }

  /// The size in pixels.
  package var size: PixelSize
  /// The planes of each frame, one after another.
  package var frames: [[UInt16]]
  package var layout = Layout.whole
  /// Bits a sample: 8, 10 or 12.
  package var bits = 8
  // Codes (ITU-T H.273): sRGB, and samples of green, blue and red.
  package var primaries = 1
  package var transfer = 13
  package var matrix = 0
  /// Whether black is zero, and white the largest sample.
  package var isFullRange = true

  /// Takes frames of one size, whose colours are preserved.
  package init(_ bitmaps: [Bitmap]) {
    size = bitmaps.first?.size ?? PixelSize(width: 1, height: 1)
    frames = bitmaps.map { bitmap in
      [1, 2, 0].flatMap { channel in
        stride(from: channel, to: bitmap.bytes.count, by: 4).map { UInt16(bitmap.bytes[$0]) }
      }
    }
  }

  /// Takes frames of one size that have no chroma.
  package init(_ size: PixelSize, alphas: [[UInt8]]) {
    self.size = size
    frames = alphas.map { $0.map(UInt16.init) }
    (layout, primaries, transfer, matrix) = (.gray, 2, 2, 2)
  }

  /// One frame of a single colour.
  package init(_ size: PixelSize, _ color: [UInt16], _ layout: Layout) {
    self.size = size
    self.layout = layout
    let chroma =
      switch layout {
      case .gray: 0
      case .half: (size.width + 1) / 2 * ((size.height + 1) / 2)
      case .halfWide: (size.width + 1) / 2 * size.height
      case .whole: size.area
      }
    let counts = [size.area, chroma, chroma]
    frames = [zip(color, counts).flatMap { [UInt16](repeating: $0, count: $1) }]
  }

  /// Encodes the frames; empty if libaom refuses.
  package func encoded() -> [[UInt8]] {
    let picture = samples_av1(
      width: Int32(size.width), height: Int32(size.height), frames: Int32(frames.count),
      layout: Int32(layout.rawValue), bits: Int32(bits), primaries: Int32(primaries),
      transfer: Int32(transfer), matrix: Int32(matrix), is_full_range: isFullRange ? 1 : 0)
    var stream: UnsafeMutableRawPointer?
    var lengths = [Int](repeating: 0, count: frames.count)
    guard samples_encode_av1(picture, frames.flatMap(\.self), &stream, &lengths) == 0, let stream
    else { return [] }
    defer { free(stream) }
    var rest = UnsafeRawBufferPointer(start: stream, count: lengths.reduce(0, +))[...]
    return lengths.map { length in
      defer { rest = rest.dropFirst(length) }
      return Array(rest.prefix(length))
    }
  }
}
