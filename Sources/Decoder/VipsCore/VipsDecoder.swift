package import DecoderCore
package import DecoderMessages
package import Imaging
internal import PictureFormats

/// Turns encoded bytes of the kinds that `PictureDecoder` does not read into a bitmap, by libvips: no
/// files, no tasks.
///
/// It is made for a process of its own: libvips cannot be left again, and where its libraries want
/// threads of their own they begin with the first picture. A process may fork after `warmUp`.
package struct VipsDecoder: Sendable {
  /// What is made of each picture; only drawings are enlarged.
  package let rule: CutRule
  /// What an embedded thumbnail may be used for.
  package let thumbnail: ThumbnailUse
  /// Hears the stored size of a picture, in pixels, before it is decoded.
  let onSize: @Sendable (PixelSize) -> Void

  /// Makes a decoder for one box.
  /// - Parameters:
  ///   - box: A size in pixels; sides below 1 count as 1.
  ///   - wholeBox: What a picture that must be decoded whole is scaled to fit; `box` where none is
  ///     given.
  ///   - region: What is wanted of the picture as it is shown, in pixels of the whole of it, clipped to it;
  ///     nil for all of it.
  ///   - thumbnail: What an embedded thumbnail may be used for; nothing where a region is wanted.
  ///   - onSize: Is called with the stored size of a picture, in pixels, once it is known and allowed:
  ///     before memory is taken for it, on the calling thread, perhaps more than once. Drawings have
  ///     none.
  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, region: PixelRect? = nil,
    thumbnail: ThumbnailUse = .whereItSuffices,
    onSize: @escaping @Sendable (PixelSize) -> Void = { _ in }
  ) {
    rule = CutRule(box: box, wholeBox: wholeBox, region: region)
    self.thumbnail = region == nil ? thumbnail : .never
    self.onSize = onSize
  }

  /// Loads and starts libvips, which the first picture would else do; starts no thread.
  /// - Throws: `PictureError.outOfMemory`, the only reason why it cannot be.
  package static func warmUp() throws(PictureError) {
    try VipsLibrary.ready()
  }

  /// Decodes a whole file; synchronous, callable from any thread, one at a time.
  /// - Throws: The reason why there is no picture; nothing is kept.
  package func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    guard let format = PictureFormat(signatureOf: bytes) else { throw .notAnImage }
    switch format {
    case .svg:
      return try draw(bytes)
    case .compressedSVG:
      return try draw(try Self.unpackedDrawing(bytes))
    case .cr2, .cr3, .nef, .arw, .dng, .raf, .orf, .rw2:
      return try decodePreview(of: bytes)
    case .jpegXL:
      return try decodeJXL(bytes)
    case .jpeg2000:
      return try decodeJ2K(bytes)
    case .openEXR:
      return try decodeEXR(bytes)
    case .webP:
      return try decodeWebP(bytes)
    case .avif:
      return try decodeAVIF(bytes)
    case .heic:
      return try decodeHEIF(bytes)
    case .tiff:
      return try decodeTIFF(bytes)
    default:
      guard let loader = VipsLoader(format) else { throw .unsupported(format.description) }
      if format == .gif, let header = GIFHeader(bytes) { try announce(header.size) }
      return try decode(bytes, with: loader)
    }
  }

  /// Begins to play a picture; synchronous, callable from any thread, one at a time.
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - box: What each frame is scaled down to fit, in pixels.
  ///   - onSize: As in `init`.
  /// - Returns: The picture before its first frame.
  /// - Throws: Why it cannot be played; `PictureError.unsupported` where its kind does not move here, or
  ///   it does not.
  package static func movingPicture(
    _ bytes: [UInt8], in box: PixelSize, onSize: (PixelSize) -> Void = { _ in }
  ) throws(PictureError) -> any MovingPicture {
    switch PictureFormat(signatureOf: bytes) {
    case .gif: return try GIFFrames(bytes, in: box, onSize: onSize)
    case .webP: return try WebPFrames(bytes, in: box, onSize: onSize)
    case .jpegXL: return try JXLFrames(bytes, in: box, onSize: onSize)
    case .avif: return try AVIFFrames(bytes, in: box, onSize: onSize)
    case let other?: throw .unsupported("\(other) that stands still")
    case nil: throw .notAnImage
    }
  }

  /// Refuses a picture for its size, or tells of the size.
  /// - Throws: What `PictureLimit.check` throws.
  func announce(_ size: PixelSize) throws(PictureError) {
    try PictureLimit.check(size)
    onSize(size)
  }

  /// Decodes a file by libvips.
  func decode(
    _ bytes: [UInt8], with loader: VipsLoader, _ hints: VipsReading.Hints = VipsReading.Hints()
  ) throws(PictureError) -> DecodedPicture {
    try VipsLibrary.ready()
    // The bytes do not move while libvips, which keeps their address, is at work.
    let result = unsafe bytes.withUnsafeBytes { file in
      Result { () throws(PictureError) in
        try unsafe VipsReading(
          file: file, loader: loader, rule: rule, thumbnail: thumbnail,
          hints: hints, onSize: onSize
        ).picture()
      }
    }
    return try result.get()
  }
}

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
