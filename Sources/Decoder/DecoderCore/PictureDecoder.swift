package import DecoderMessages
import Glibc
package import Imaging
import PictureFormats

/// Turns encoded bytes into a bitmap: no files, no tasks, no state, so that any process and any
/// thread may call it.
///
/// The kind of a picture is told from its first bytes.
package struct PictureDecoder: Sendable {
  /// How much of a file `decodeStart` is worth calling with, in bytes: EXIF blocks end before that.
  package static let startByteCount = 256 * 1024
  /// How much of a file's end `decodeStart` looks at, in bytes.
  package static let endByteCount = JPEGEnding.byteCount

  /// What is made of each picture; nothing is enlarged.
  package let rule: CutRule
  /// What an embedded thumbnail may be used for.
  package let thumbnail: ThumbnailUse
  /// Hears the stored size of a picture, in pixels, before it is decoded.
  let onSize: @Sendable (PixelSize) -> Void

  /// Makes a decoder for one box.
  /// - Parameters:
  ///   - box: A size in pixels; sides below 1 count as 1.
  ///   - wholeBox: What a picture that must be decoded whole is scaled down to fit; `box` where none
  ///     is given.
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
    self.init(
      CutRule(box: box, wholeBox: wholeBox, region: region),
      thumbnail: region == nil ? thumbnail : .never, onSize: onSize)
  }

  /// Makes a decoder for one rule.
  package init(
    _ rule: CutRule, thumbnail: ThumbnailUse, onSize: @escaping @Sendable (PixelSize) -> Void
  ) {
    self.rule = rule
    self.thumbnail = thumbnail
    self.onSize = onSize
  }

  /// Decodes a whole file; synchronous, callable from any thread.
  /// - Throws: The reason why there is no picture; nothing is kept.
  package func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    switch try format(of: bytes) {
    case .jpeg:
      guard let photo = try JPEGPicture(bytes) else { throw .truncated }
      let small = try unsafe bytes.withUnsafeBufferPointer { (file) throws(PictureError) in
        try unsafe decodeThumbnail(of: photo, in: file)
      }
      if let small { return small }
      return try decode(photo, turnedBy: photo.header.exif.orientation)
    case .png:
      return try decode(try PNGPicture(bytes))
    case .qoi:
      return try decode(try QOIPicture(bytes))
    case .tga:
      return try decode(try TGAPicture(bytes))
    case .pnm:
      return try decode(try PNMPicture(bytes))
    case .radiance:
      return try decode(try RadiancePicture(bytes))
    case .psd:
      let picture = try PSDPicture(bytes)
      guard picture.hasComposite else { return try decode(picture.thumbnail, of: picture) }
      return try decode(picture) { bitmap in
        picture.mode == .cmyk
          ? bitmap.fromCMYK(isInverted: true, picture.colors)
          : bitmap.inStandardColors(picture.colors, isGray: picture.mode.channelCount == 1)
      }
    case .ico, .cur:
      switch try ICOFile(bytes) {
      case .png(let file): return try decode(try PNGPicture(file))
      case .bitmap(let bitmap): return try decode(bitmap)
      }
    case .bmp:
      guard thumbnail != .only else { throw .noThumbnail }
      let picture = try BMPPicture(bytes)
      let cut = picture.cut(by: rule)
      onSize(cut.reach)
      return try picture.decode(cut)
    case let other:
      throw .unsupported(other.description)
    }
  }

  /// Answers what the first bytes of a file are enough for: a thumbnail, or a refusal.
  ///
  /// Synchronous, callable from any thread.
  /// - Parameters:
  ///   - bytes: The first bytes of a larger file.
  ///   - end: Its last bytes, as far as they are known.
  /// - Returns: The picture; nil where the whole file must be looked at.
  /// - Throws: What decoding the whole file would throw.
  package func decodeStart(_ bytes: [UInt8], end: [UInt8]) throws(PictureError) -> DecodedPicture? {
    switch try format(of: bytes) {
    case .jpeg:
      guard thumbnail != .never, let photo = try JPEGPicture(bytes),
        thumbnail == .only || !JPEGEnding.mayBeMissing(at: end)
      else { return nil }
      return try decodeThumbnail(of: photo)
    case .png, .bmp, .qoi, .tga, .pnm, .radiance, .psd, .ico, .cur:
      guard thumbnail != .only else { throw .noThumbnail }
      return nil
    case let other:
      throw .unsupported(other.description)
    }
  }

  /// Decodes a file of which the start has been read, without reading the rest into memory.
  ///
  /// Synchronous, callable from any thread.
  /// - Parameters:
  ///   - file: The whole file, which may change meanwhile.
  ///   - start: Its first bytes, which `decodeStart` was called with.
  /// - Returns: The picture; nil where the whole file must be read, for it is looked at more than once.
  /// - Throws: What decoding the whole file would throw.
  package func decode(
    _ file: UnsafeBufferPointer<UInt8>, start: [UInt8]
  ) throws(PictureError) -> DecodedPicture? {
    guard thumbnail != .only, try format(of: start) == .jpeg,
      let photo = try JPEGPicture(start)
    else { return nil }
    if let small = try unsafe decodeThumbnail(of: photo, in: file) { return small }
    let orientation = photo.header.exif.orientation
    if let part = try unsafe decodePart(of: photo, in: file, turnedBy: orientation) { return part }
    guard !photo.header.hasManyScans else { return nil }
    return try fitted(photo, turnedBy: orientation) { cut throws(PictureError) in
      try unsafe photo.decode(file, cut)
    }
  }

  private func decode(_ picture: PNGPicture) throws(PictureError) -> DecodedPicture {
    guard thumbnail != .only else { throw .noThumbnail }
    let cut = picture.cut(by: rule)
    onSize(picture.touched(by: cut))
    return try picture.decode(cut)
  }

  func decode(
    _ picture: some RowPicture, finish: (Bitmap) -> Bitmap = { $0 }
  ) throws(PictureError) -> DecodedPicture {
    guard thumbnail != .only else { throw .noThumbnail }
    let cut = picture.cut(by: rule)
    onSize(cut.reach)
    return try picture.decode(cut, finish: finish)
  }

  /// Decodes what a document without a composite picture has instead.
  private func decode(
    _ preview: PSDResources.Thumbnail?, of picture: PSDPicture
  ) throws(PictureError) -> DecodedPicture {
    guard let preview else { throw .unsupported("PSD without a composite picture") }
    guard thumbnail != .only else { throw .noThumbnail }
    var decoded = try decode(preview.jpeg, turnedBy: .topLeft, standingFor: picture.size)
    if preview.isBlueFirst { decoded.bitmap = decoded.bitmap.withRedAndBlueSwapped }
    return decoded
  }

  private func format(of bytes: [UInt8]) throws(PictureError) -> PictureFormat {
    guard let format = PictureFormat(signatureOf: bytes) else { throw .notAnImage }
    return format
  }

  func decode(
    _ photo: JPEGPicture, turnedBy orientation: Orientation
  ) throws(PictureError) -> DecodedPicture {
    let part = try unsafe photo.bytes.withUnsafeBufferPointer { (file) throws(PictureError) in
      try unsafe decodePart(of: photo, in: file, turnedBy: orientation)
    }
    if let part { return part }
    return try fitted(photo, turnedBy: orientation) { cut throws(PictureError) in
      try photo.decode(cut)
    }
  }

  /// Decodes the region of a baseline JPEG without the rest; nil where another way must be taken.
  private func decodePart(
    of photo: JPEGPicture, in file: UnsafeBufferPointer<UInt8>, turnedBy orientation: Orientation
  ) throws(PictureError) -> DecodedPicture? {
    let cut = rule.cut(of: photo.header.size, turnedBy: orientation, decodesWhole: false)
    // Without the end only decoding all of it tells whether it is complete.
    guard let region = cut.region, photo.header.unit != nil,
      unsafe JPEGEnding.isThere(in: file, from: photo.header.scanStart)
    else { return nil }
    onSize(photo.header.size)
    guard let bitmap = try unsafe photo.decodePart(of: file, cut) else { return nil }
    return DecodedPicture(
      bitmap: bitmap.turned(by: orientation),
      info: photo.header.exif.info(
        of: photo.header.size, turnedBy: orientation, isComplete: true),
      region: region)
  }

  private func fitted(
    _ photo: JPEGPicture, turnedBy orientation: Orientation,
    by decode: (PictureCut) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool)
  ) throws(PictureError) -> DecodedPicture {
    onSize(photo.header.size)
    let cut = cut(of: photo.header.size, turnedBy: orientation)
    let (bitmap, isComplete) = try decode(cut)
    return DecodedPicture(
      bitmap: bitmap.turned(by: orientation),
      info: photo.header.exif.info(
        of: photo.header.size, turnedBy: orientation, isComplete: isComplete),
      region: cut.region)
  }

  /// What is made of a JPEG that is decoded whole in any case.
  private func cut(of stored: PixelSize, turnedBy orientation: Orientation) -> PictureCut {
    let cut = rule.cut(of: stored, turnedBy: orientation)
    guard rule.region == nil else { return cut }
    return PictureCut(
      allOf: stored,
      target: JPEGDecompressor.economicalSize(
        for: stored, covering: stored.fitted(into: orientation.shown(rule.box)),
        near: cut.target))
  }
}

/// Where the data of a JPEG end, and whether its file goes on until there.
enum JPEGEnding {
  /// How many bytes of the end of a file are looked at first.
  static let byteCount = 4096

  /// Whether a file may end within the data of a scan.
  ///
  /// Behind a byte 0xFF these data have a zero or the number of a restart (ITU-T T.81, section
  /// B.1.1.5). Elsewhere that is rare: in a video, in padding, in what phones append.
  /// - Parameter end: The last bytes of a file.
  /// - Returns: False where data end among these bytes, and where the bytes are no such data.
  static func mayBeMissing(at end: [UInt8]) -> Bool {
    var (dataCount, otherCount) = (0, 0)
    for (mark, next) in zip(end, end.dropFirst()) where mark == 0xFF {
      if next == JPEGMarkers.endOfImage { return false }
      if next == 0 || (0xD0...0xD7).contains(next) { dataCount += 1 } else { otherCount += 1 }
    }
    return dataCount > otherCount
  }

  /// Whether the data of a picture end within its file.
  /// - Parameters:
  ///   - file: The whole file.
  ///   - scanStart: Where the data of its first scan begin, in bytes.
  /// - Returns: Whether the mark of their end is there.
  static func isThere(in file: UnsafeBufferPointer<UInt8>, from scanStart: Int) -> Bool {
    guard let start = file.baseAddress else { return false }
    var position = scanStart
    while position < file.count - 1,
      let mark = unsafe memchr(start + position, 0xFF, file.count - 1 - position)
    {
      position = unsafe UnsafeRawPointer(mark) - UnsafeRawPointer(start) + 1
      if unsafe file[position] == JPEGMarkers.endOfImage { return true }
    }
    return false
  }
}
