package import DecoderKit
package import DecoderProtocol
package import Imaging

/// Decodes the formats that `PictureDecoder` does not support, by libvips and other libraries.
///
/// Requires a process of its own: libvips cannot be shut down, and its libraries may start threads
/// with the first image. Forking is allowed after `warmUp` and before the first image.
package struct VipsDecoder: Sendable {
  /// Region and maximum sizes; only drawings are enlarged.
  package let rule: CropRule
  package let thumbnail: ThumbnailUse
  let onSize: @Sendable (PixelSize) -> Void

  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, region: PixelRect? = nil,
    thumbnail: ThumbnailUse = .whereItSuffices,
    onSize: @escaping @Sendable (PixelSize) -> Void = { _ in }
  ) {
    rule = CropRule(box: box, wholeBox: wholeBox, region: region)
    self.thumbnail = region == nil ? thumbnail : .never
    self.onSize = onSize
  }

  /// Loads and starts libvips ahead of the first image, without starting threads.
  package static func warmUp() throws(PictureError) {
    try VipsLibrary.ready()
  }

  /// Decodes a whole file; callable from any thread, but not concurrently.
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
      guard let loader = format.descriptor.vipsLoader.map(VipsLoader.init) else {
        throw .unsupported(format.description)
      }
      if format == .gif, let header = GIFHeader(bytes) { try announce(header.size) }
      return try decode(bytes, with: loader)
    }
  }

  /// Callable from any thread, but not concurrently; throws `.unsupported` without animation.
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

  func announce(_ size: PixelSize) throws(PictureError) {
    try PictureLimit.check(size)
    onSize(size)
  }

  func decode(
    _ bytes: [UInt8], with loader: VipsLoader, _ hints: VipsReading.Hints = VipsReading.Hints()
  ) throws(PictureError) -> DecodedPicture {
    try VipsLibrary.ready()
    // libvips keeps a pointer to the bytes.
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

/// The canvas size of a GIF (GIF89a, section 18).
///
/// For a canvas above 2048 pixels libvips reports the size of the first frame instead.
struct GIFHeader {
  let size: PixelSize

  init?(_ bytes: [UInt8]) {
    let fields = bytes.dropFirst(6).prefix(4).map(Int.init)
    guard fields.count == 4 else { return nil }
    size = PixelSize(width: fields[1] << 8 | fields[0], height: fields[3] << 8 | fields[2])
    guard size.area > 0 else { return nil }
  }
}
