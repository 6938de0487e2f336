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
    case .svg: return try draw(bytes)
    case .compressedSVG: return try draw(try Self.unpackedDrawing(bytes))
    case .cr2, .cr3, .nef, .arw, .dng, .raf, .orf, .rw2: return try decodePreview(of: bytes)
    case .jpegXL: return try decodeJXL(bytes)
    case .jpeg2000: return try decodeJ2K(bytes)
    case .openEXR: return try decodeEXR(bytes)
    case .webP: return try decodeWebP(bytes)
    case .avif: return try decodeAVIF(bytes)
    case .heic: return try decodeHEIF(bytes)
    case .tiff: return try decodeTIFF(bytes)
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
    case .avif:
      let frames = try AVIFFrames(bytes, in: box, onSize: onSize)
      guard frames.isMoving else { throw .unsupported("AVIF that stands still") }
      return frames
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
    return try unsafe bytes.span.withUnsafeBytes { file throws(PictureError) in
      try unsafe VipsReading(file: file, loader: loader, hints: hints, decoder: self).picture()
    }
  }
}

/// The canvas size of a GIF (GIF89a, section 18).
///
/// For a canvas above 2048 pixels libvips reports the size of the first frame instead.
struct GIFHeader {
  let size: PixelSize

  init?(_ bytes: [UInt8]) {
    let view = ByteView(bytes)
    guard
      let size = PhotoMetadata.size(width: view.little(at: 6, 2), height: view.little(at: 8, 2))
    else { return nil }
    self.size = size
  }
}

extension VipsDecoder {
  /// Decodes a TIFF with libvips, or with `TIFFPicture` where libvips is wrong.
  func decodeTIFF(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let layout = try TIFFLayout(pictureOf: bytes)
    if let lack = layout.lack { throw .unsupported(lack) }
    guard layout.isReadHere else {
      let hints = VipsReading.Hints(
        page: layout.pageNumber, subpage: layout.subdirectoryNumber,
        bandCount: layout.shownSampleCount, rowCount: layout.isCut ? layout.wholeRowCount : nil)
      return try decode(bytes, with: .tiff, hints)
    }
    return try PictureDecoder(rule, thumbnail: thumbnail, onSize: onSize).decode(layout)
  }

  private static let mostPreviews = 4
  /// Range of the metadata boxes in a Canon file, in bytes.
  private static let boxReach = 64 * 1024

  /// Decodes the preview of a raw file, in the orientation of the raw image.
  ///
  /// LibRaw lacks newer cameras; then the largest embedded JPEG is used, or plain pixels.
  func decodePreview(of bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    guard thumbnail != .only else { throw .noThumbnail }
    do throws(PictureError) {
      return try decode(RawPreview(of: bytes))
    } catch {
      guard let picture = foundPreview(in: bytes) else { throw error }
      return picture
    }
  }

  private func decode(_ preview: RawPreview) throws(PictureError) -> DecodedPicture {
    let decoder = PictureDecoder(rule, thumbnail: .never, onSize: onSize)
    var picture = try decoder.decode(
      preview.content, turnedBy: preview.orientation,
      standingFor: preview.orientation.shown(preview.size))
    picture.info.captureDate = preview.captureDate ?? picture.info.captureDate
    picture.info.camera = preview.camera ?? picture.info.camera
    return picture
  }

  private func foundPreview(in bytes: [UInt8]) -> DecodedPicture? {
    let orientation = Self.orientation(of: bytes)
    let decoder = PictureDecoder(rule, thumbnail: .never, onSize: onSize)
    for jpeg in EmbeddedJPEG.all(in: bytes).prefix(Self.mostPreviews) {
      let picture = try? decoder.decode(
        Array(bytes[jpeg.start...]), turnedBy: orientation ?? jpeg.orientation)
      if let picture { return picture }
    }
    return TIFFLayout(previewIn: bytes).flatMap { try? decoder.decode($0) }
  }

  private static func orientation(of bytes: [UInt8]) -> Orientation? {
    guard
      var tiff = TIFFStructure(ByteView(bytes)) ?? canonStructure(bytes.prefix(boxReach))
    else { return nil }
    return tiff.entries(at: tiff.first)?.number(0x0112).flatMap(Orientation.init)
  }

  /// The box CMT1 of a CR3.
  private static func canonStructure(_ start: ArraySlice<UInt8>) -> TIFFStructure? {
    let name = Array("CMT1".utf8)
    return start.indices.first { start[$0...].starts(with: name) }
      .flatMap { TIFFStructure(ByteView(start[($0 + name.count)...])) }
  }

  /// The orientation is stored after the pixels, so it is lost in a truncated file.
  func decodeWebP(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    if let header = WebPHeader(bytes) { try announce(header.size) }
    guard thumbnail != .only else { throw .noThumbnail }
    do throws(PictureError) {
      return try decode(bytes, with: .webP)
    } catch {
      let chunks = RIFFChunks(ByteView(bytes))
      guard chunks.isCutShort else { throw error }
      if chunks.data("ANIM") != nil { return try firstFrame(of: bytes) }
      let colors = chunks.data("ICCP").map { PictureColors.profile(Array($0)) } ?? .standard
      return try unsafe bytes.span.withUnsafeBytes { file throws(PictureError) in
        try unsafe WebPBeginning(file).picture(cutBy: rule, colors)
      }
    }
  }

  private func firstFrame(of bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    guard let size = WebPHeader(bytes)?.size else { throw .truncated }
    let longest = max(size.width, size.height)
    var frames = try WebPFrames(
      bytes, in: PixelSize(width: longest, height: longest), onSize: onSize)
    guard let frame = try frames.next() else { throw .truncated }
    let shown = frame.bitmap.size
    let cut = rule.cut(of: shown)
    return DecodedPicture(
      bitmap: frame.bitmap.cropped(to: cut.area).scaled(to: cut.target),
      info: PictureInfo(size: shown, isComplete: false, isMoving: true), region: cut.region)
  }

  /// Decodes the still image of a HEIC or AVIF; of a truncated grid, the available tiles.
  func decodeHEIF(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let picture = HEIFPicture(try HEIFItems(bytes))
    // libheif reports the size after cropping, but decodes the whole image.
    if let size = picture.codedSize { try announce(size) }
    do throws(PictureError) {
      return try decode(
        picture.rewrittenFile, with: .heif,
        VipsReading.Hints(
          colors: picture.colors?.colors ?? .standard, isMultiplied: picture.isMultiplied,
          missingAreas: picture.missingAreas))
    } catch {
      throw picture.reason(for: error)
    }
  }

  /// Decodes an AVIF: its still image, or the first frame of a sequence without one.
  func decodeAVIF(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let sequence = try? AVIFFrames(bytes, in: rule.box) { _ in }
    var picture: DecodedPicture
    do throws(PictureError) {
      picture = try decodeHEIF(bytes)
    } catch {
      guard let sequence, error != .outOfMemory else { throw error }
      guard thumbnail != .only else { throw .noThumbnail }
      picture = try firstFrame(of: sequence)
    }
    if let sequence {
      picture.info.isMoving = sequence.isMoving
      if sequence.isCutShort { picture.info.isComplete = false }
    }
    return picture
  }

  private func firstFrame(of sequence: AVIFFrames) throws(PictureError) -> DecodedPicture {
    onSize(sequence.start.size)
    guard let (bitmap, region) = try sequence.nextBitmap(cutBy: rule) else { throw .damaged }
    return DecodedPicture(
      bitmap: bitmap, info: PictureInfo(size: sequence.start.size, isComplete: true),
      region: region)
  }
}
