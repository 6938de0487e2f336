internal import Imaging

/// The size that a GIF says its canvas has (GIF89a, section 18).
///
/// Where that is beyond 2048 pixels libvips goes by the first frame, and would tell a canvas nobody
/// can show as a picture of a few pixels.
struct GIFHeader {
  /// The size of the canvas, in pixels.
  let size: PixelSize

  /// Reads the header; nil where it is not all there, or leaves the size to the frames.
  init?(_ bytes: [UInt8]) {
    let fields = bytes.dropFirst(6).prefix(4).map(Int.init)
    guard fields.count == 4 else { return nil }
    size = PixelSize(width: fields[1] << 8 | fields[0], height: fields[3] << 8 | fields[2])
    guard size.area > 0 else { return nil }
  }
}
