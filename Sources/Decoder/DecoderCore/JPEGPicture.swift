import DecoderMessages
import Imaging

/// A JPEG whose header has been read.
struct JPEGPicture {
  /// The file, or its start.
  let bytes: [UInt8]
  let header: JPEGHeader

  /// Reads the header from a file or its start; nil where the bytes end before the first scan.
  /// - Throws: `PictureError`, also for what is too large or cannot be decoded.
  init?(_ bytes: [UInt8]) throws(PictureError) {
    guard let header = try JPEGHeader(bytes) else { return nil }
    try header.checkReadable()
    self.bytes = bytes
    self.header = header
  }

  /// Pixels of this picture that cover a size, their colours not converted yet.
  struct Pixels {
    let bitmap: Bitmap
    let isCMYK: Bool
    let isComplete: Bool
  }

  /// Decodes a part, or all of it, to exactly one size, as the picture is stored.
  /// - Parameter cut: What is wanted.
  /// - Returns: The bitmap, and whether all of its data were there.
  /// - Throws: `PictureError`.
  func decode(_ cut: PictureCut) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let pixels = try pixels(for: cut)
    return (bitmap(of: pixels, cut.target), pixels.isComplete)
  }

  /// Decodes a file, of which this is the header, as `decode(_:)` does.
  func decode(
    _ file: UnsafeBufferPointer<UInt8>, _ cut: PictureCut
  ) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let pixels = try unsafe pixels(of: file, for: cut)
    return (bitmap(of: pixels, cut.target), pixels.isComplete)
  }

  /// Decodes no more than is needed of the whole picture, or of a part.
  /// - Parameter cut: What is wanted, its size at most the stored one.
  /// - Returns: At least so many pixels of a whole picture, exactly those of a part.
  /// - Throws: `PictureError`.
  func pixels(for cut: PictureCut) throws(PictureError) -> Pixels {
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
    of file: UnsafeBufferPointer<UInt8>, for cut: PictureCut
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

  /// Decodes a part of a file, of which this is the header, without the rest.
  /// - Parameters:
  ///   - file: The whole file.
  ///   - cut: The part.
  /// - Returns: The bitmap; nil where all of the file must be decoded for it, and where any of that part is
  ///   damaged or missing.
  /// - Throws: `PictureError.outOfMemory`, `.tooManyPixels`.
  func decodePart(
    of file: UnsafeBufferPointer<UInt8>, _ cut: PictureCut
  ) throws(PictureError) -> Bitmap? {
    guard let pixels = try unsafe JPEGPart(cut).pixels(of: file, header.size) else { return nil }
    return bitmap(of: Pixels(bitmap: pixels, isCMYK: false, isComplete: true), cut.target)
  }

  /// Scales pixels to exactly one size, and converts their colours.
  /// - Parameters:
  ///   - pixels: Pixels of this picture.
  ///   - size: A size in pixels, at most the stored one.
  ///   - fallback: What the colours mean where the picture itself does not say it.
  /// - Returns: The picture as it is stored, in sRGB.
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

/// How many scans of a JPEG are decoded.
///
/// Every scan goes over all coefficients, however few bytes it has: a small file with thousands of
/// scans would keep a processor busy for minutes. Encoders write about ten. Later scans only refine
/// the picture, so that leaving them out shows it a little coarser.
enum JPEGScanLimit {
  /// Pixels in all scans together: two to three seconds with the densest data.
  static let pixels = 600_000_000
  /// Scans that are decoded at any size, and scans that are enough at any size.
  static let counts = 12...100

  /// The part of a file that is decoded: all of it, or what comes before one scan too many.
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - header: Its header.
  /// - Returns: A number of bytes from the start.
  static func byteCount(of bytes: [UInt8], _ header: JPEGHeader) -> Int {
    guard header.hasManyScans else { return bytes.count }
    let wanted = pixels / max(1, header.size.area)
    let limit = min(max(wanted, counts.lowerBound), counts.upperBound)
    var markers = JPEGMarkers(bytes, from: header.scanStart)
    var count = 1
    var end = markers.position
    while let segment = markers.next(), segment.code != JPEGMarkers.endOfImage {
      if segment.code == JPEGMarkers.startOfScan {
        count += 1
        if count > limit { return end }
      }
      end = markers.position
    }
    return bytes.count
  }
}
