import DecoderMessages
import Imaging

/// A JPEG whose header has been read.
struct JPEGPicture {
  private let bytes: [UInt8]
  let header: JPEGHeader

  /// Reads the header from a file or its start; nil where the bytes end before the first scan.
  /// - Throws: `PictureError`, also for what is too large or cannot be decoded.
  init?(_ bytes: [UInt8]) throws(PictureError) {
    guard let header = try JPEGHeader(bytes) else { return nil }
    try header.checkReadable()
    self.bytes = bytes
    self.header = header
  }

  /// Decodes to exactly one size, as the picture is stored.
  /// - Parameters:
  ///   - size: A size in pixels, at most the stored one.
  ///   - fallback: What the colours mean where the picture itself does not say it.
  /// - Returns: The bitmap, and whether the codec had nothing to complain of.
  /// - Throws: `PictureError`.
  func decode(
    to size: PixelSize, fallback: PictureColors = .standard
  ) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let byteCount = JPEGScanLimit.byteCount(of: bytes, header)
    let (bitmap, isComplete) = try unsafe bytes.withUnsafeBufferPointer {
      (bytes) throws(PictureError) in
      try unsafe decode(
        UnsafeBufferPointer(rebasing: bytes[..<byteCount]), to: size, fallback: fallback)
    }
    return (bitmap, isComplete && byteCount == bytes.count)
  }

  /// Decodes a file, of which this is the header, as `decode(to:fallback:)` does.
  func decode(
    _ file: UnsafeBufferPointer<UInt8>, to size: PixelSize, fallback: PictureColors = .standard
  ) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let decompressor = try JPEGDecompressor()
    let frame = try unsafe decompressor.frame(of: file)
    guard frame.size == header.size else { throw .damaged }
    let scaled = JPEGDecompressor.scaledSize(for: frame.size, covering: size)
    try PictureLimit.check(scaled, pixels: PictureLimit.byteCount / 4)
    var (bitmap, isComplete) = try unsafe decompressor.decode(file, frame: frame, size: scaled)
    bitmap = bitmap.scaled(to: size)
    let colors = header.colors == .standard ? fallback : header.colors
    bitmap =
      frame.isInk
      ? bitmap.fromInk(isInverted: header.isAdobe, colors)
      : bitmap.inStandardColors(colors, isGray: header.isGray)
    return (bitmap, isComplete)
  }
}
