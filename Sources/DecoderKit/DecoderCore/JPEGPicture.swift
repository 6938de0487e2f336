import DecoderProtocol
import Imaging

/// A JPEG with a parsed header.
struct JPEGPicture {
  let bytes: [UInt8]
  let header: JPEGHeader

  init?(_ bytes: [UInt8]) throws(PictureError) {
    guard let header = try JPEGHeader(bytes) else { return nil }
    try header.checkReadable()
    self.bytes = bytes
    self.header = header
  }

  /// Decoded pixels, colors not converted.
  struct Pixels {
    let bitmap: Bitmap
    let isCMYK: Bool
    let isComplete: Bool
  }

  /// Decodes to exactly the target size, in stored orientation.
  func decode(_ cut: CropScale) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let pixels = try pixels(for: cut)
    return (bitmap(of: pixels, cut.target), pixels.isComplete)
  }

  /// Decodes a file, with this as its header, like `decode(_:)`.
  func decode(
    _ file: UnsafeBufferPointer<UInt8>, _ cut: CropScale
  ) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let pixels = try unsafe pixels(of: file, for: cut)
    return (bitmap(of: pixels, cut.target), pixels.isComplete)
  }

  /// Decodes as little as possible: at least the target size of an image, exactly that of a region.
  func pixels(for cut: CropScale) throws(PictureError) -> Pixels {
    let byteCount = JPEGScanLimit.byteCount(of: bytes, header)
    let decoded = try unsafe bytes.withUnsafeBufferPointer {
      (bytes) throws(PictureError) -> Pixels in
      try unsafe pixels(of: UnsafeBufferPointer(rebasing: bytes[..<byteCount]), for: cut)
    }
    return Pixels(
      bitmap: decoded.bitmap, isCMYK: decoded.isCMYK,
      isComplete: decoded.isComplete && byteCount == bytes.count)
  }

  private func pixels(
    of file: UnsafeBufferPointer<UInt8>, for cut: CropScale
  ) throws(PictureError) -> Pixels {
    let frame = try unsafe JPEGDecompressor().frame(of: file)
    guard frame.size == header.size else { throw .damaged }
    let part = cut.region.map { _ in JPEGPart(cut) }
    let scaled =
      part?.scaledSize(of: frame.size)
      ?? JPEGDecompressor.scaledSize(for: frame.size, covering: cut.target)
    try PictureLimit.check(scaled, pixels: PictureLimit.byteCount / 4)
    let (bitmap, isComplete) = try unsafe JPEGDecompressor.decode(file, frame: frame, size: scaled)
    return Pixels(
      bitmap: part?.bitmap(of: bitmap) ?? bitmap, isCMYK: frame.isCMYK, isComplete: isComplete)
  }

  /// Decodes only a region of `file`; nil if not possible, or its data is damaged or missing.
  func decodePart(
    of file: UnsafeBufferPointer<UInt8>, _ cut: CropScale
  ) throws(PictureError) -> Bitmap? {
    guard let pixels = try unsafe JPEGPart(cut).pixels(of: file, header.size) else { return nil }
    return bitmap(of: Pixels(bitmap: pixels, isCMYK: false, isComplete: true), cut.target)
  }

  /// Scales and converts to sRGB; `fallback` is the color space if the image declares none.
  func bitmap(
    of pixels: Pixels, _ size: PixelSize, fallback: PictureColors = .standard
  ) -> Bitmap {
    let bitmap = pixels.bitmap.scaled(to: size)
    let colors = header.colors == .standard ? fallback : header.colors
    return pixels.isCMYK
      ? bitmap.fromCMYK(isInverted: header.isAdobe, colors)
      : bitmap.inStandardColors(colors, isGray: header.isGray)
  }
}

/// Limits the number of scans to decode.
///
/// Each scan processes all coefficients, however few bytes it has: a small file with thousands of
/// scans would use a processor for minutes. Encoders write about ten. Later scans only refine the
/// image, so that skipping them reduces detail slightly.
enum JPEGScanLimit {
  /// Pixels in all scans together: two to three seconds with the densest data.
  static let pixels = 600_000_000
  /// Scans that are always decoded, and the maximum at any size.
  static let counts = 12...100

  /// How many bytes to decode: all, or up to the first scan over the limit.
  static func byteCount(of bytes: [UInt8], _ header: JPEGHeader) -> Int {
    guard header.hasManyScans else { return bytes.count }
    let wanted = pixels / max(1, header.size.area)
    let limit = min(max(wanted, counts.lowerBound), counts.upperBound)
    var markers = JPEGSegments(ByteView(bytes), from: header.scanStart, skipsGarbage: true)
    var count = 1
    var end = markers.position
    while let segment = markers.next(), segment.code != JPEGSegments.endOfImage {
      if segment.code == JPEGSegments.startOfScan {
        count += 1
        if count > limit { return end }
      }
      end = markers.position
    }
    return bytes.count
  }
}
