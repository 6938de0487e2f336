package import DecoderProtocol
import Glibc
package import Imaging

/// Decodes encoded bytes by their signature; stateless, callable from any process and thread.
package struct PictureDecoder: Sendable {
  /// Useful number of bytes for `decodeStart`; EXIF blocks end before that.
  package static let startByteCount = 256 * 1024
  /// Number of bytes from the end of a file that `decodeStart` checks.
  package static let endByteCount = JPEGEnding.byteCount

  /// Region and maximum sizes; images are never enlarged.
  package let rule: CropRule
  package let thumbnail: ThumbnailUse
  let onSize: @Sendable (PixelSize) -> Void

  /// `wholeBox` limits an image that must be decoded whole. `region` is in pixels of the displayed
  /// image, and clipped to it; it excludes thumbnails. `onSize` is called with the stored size in
  /// pixels after the limit check and before memory is allocated, on the calling thread, possibly
  /// more than once; not for vector images.
  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, region: PixelRect? = nil,
    thumbnail: ThumbnailUse = .whereItSuffices,
    onSize: @escaping @Sendable (PixelSize) -> Void = { _ in }
  ) {
    self.init(
      CropRule(box: box, wholeBox: wholeBox, region: region),
      thumbnail: region == nil ? thumbnail : .never, onSize: onSize)
  }

  package init(
    _ rule: CropRule, thumbnail: ThumbnailUse, onSize: @escaping @Sendable (PixelSize) -> Void
  ) {
    (self.rule, self.thumbnail, self.onSize) = (rule, thumbnail, onSize)
  }

  package func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    switch try format(of: bytes) {
    case .jpeg:
      guard let photo = try JPEGPicture(bytes) else { throw .truncated }
      return try unsafe bytes.withUnsafeBufferPointer {
        (file) throws(PictureError) -> DecodedPicture in
        if let small = try unsafe decodeThumbnail(of: photo, in: file) { return small }
        return try unsafe decode(photo, in: file, turnedBy: photo.header.exif.orientation)
      }
    case .png: return try decode(try PNGPicture(bytes))
    case .qoi: return try decode(try QOIPicture(bytes))
    case .tga: return try decode(try TGAPicture(bytes))
    case .pnm: return try decode(try PNMPicture(bytes))
    case .radiance: return try decode(try RadiancePicture(bytes))
    case .psd:
      let picture = try PSDPicture(bytes)
      guard picture.hasComposite else { return try decode(picture.thumbnail, of: picture) }
      return try decode(picture)
    case .ico, .cur:
      switch try ICOFile(bytes) {
      case .png(let file): return try decode(try PNGPicture(file))
      case .bitmap(let bitmap): return try decode(bitmap)
      }
    case .bmp: return try decode(try BMPPicture(bytes))
    case let other: throw .unsupported(other.description)
    }
  }

  /// Decodes a thumbnail, or detects an error, from the first bytes of a file; nil otherwise.
  ///
  /// Callable from any thread. `end` has the file's last bytes if known. Throws like `decode`.
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
    case let other: throw .unsupported(other.description)
    }
  }

  /// Decodes a file without reading it into memory; nil if decoding needs several passes.
  ///
  /// Callable from any thread. `file` may change meanwhile; `start` has its first bytes, as passed
  /// to `decodeStart`. Throws what decoding the whole file would throw.
  package func decode(
    _ file: UnsafeBufferPointer<UInt8>, start: [UInt8]
  ) throws(PictureError) -> DecodedPicture? {
    guard thumbnail != .only, try format(of: start) == .jpeg, let photo = try JPEGPicture(start)
    else { return nil }
    if let small = try unsafe decodeThumbnail(of: photo, in: file) { return small }
    guard !photo.header.hasManyScans else { return nil }
    return try unsafe decode(photo, in: file, turnedBy: photo.header.exif.orientation)
  }

  private func decode(_ picture: PNGPicture) throws(PictureError) -> DecodedPicture {
    guard thumbnail != .only else { throw .noThumbnail }
    let cut = picture.cut(by: rule)
    onSize(picture.touched(by: cut))
    return try picture.decode(cut)
  }

  func decode(_ picture: some RowPicture) throws(PictureError) -> DecodedPicture {
    guard thumbnail != .only else { throw .noThumbnail }
    let cut = picture.cut(by: rule)
    onSize(cut.reach)
    return try picture.decode(cut)
  }

  /// Decodes a TIFF whose layout `isReadHere`, or a preview.
  package func decode(_ layout: TIFFLayout) throws(PictureError) -> DecodedPicture {
    var picture = try decode(TIFFPicture(layout))
    picture.info.orientation = layout.orientation
    return picture
  }

  private func decode(
    _ preview: PSDPicture.Thumbnail?, of picture: PSDPicture
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

  private func decode(
    _ photo: JPEGPicture, in file: UnsafeBufferPointer<UInt8>, turnedBy orientation: Orientation
  ) throws(PictureError) -> DecodedPicture {
    let header = photo.header
    func picture(_ bitmap: Bitmap, _ region: PixelRect?, isComplete: Bool) -> DecodedPicture {
      DecodedPicture(
        bitmap: bitmap.turned(by: orientation),
        info: header.exif.info(of: header.size, turnedBy: orientation, isComplete: isComplete),
        region: region)
    }
    onSize(header.size)
    let part = rule.cut(of: header.size, turnedBy: orientation, decodesWhole: false)
    // Without the end marker only decoding all of it shows whether it is complete.
    if part.region != nil, header.unit != nil,
      unsafe JPEGEnding.isThere(in: file, from: header.scanStart),
      let bitmap = try unsafe photo.decodePart(of: file, part)
    {
      return picture(bitmap, part.region, isComplete: true)
    }
    let cut = cut(of: header.size, turnedBy: orientation)
    let (bitmap, isComplete) = try unsafe photo.decode(file, cut)
    return picture(bitmap, cut.region, isComplete: isComplete)
  }

  private func cut(of stored: PixelSize, turnedBy orientation: Orientation) -> CropScale {
    let cut = rule.cut(of: stored, turnedBy: orientation)
    guard rule.region == nil else { return cut }
    return CropScale(
      allOf: stored,
      target: JPEGDecompressor.economicalSize(
        for: stored, covering: stored.fitted(into: orientation.shown(rule.box)), near: cut.target))
  }
}

enum JPEGEnding {
  static let byteCount = 4096

  /// Whether a file may end inside scan data.
  ///
  /// In scan data 0xFF is followed by zero or a restart number (ITU-T T.81, section B.1.1.5).
  /// Elsewhere that is rare: in a video, in padding, in data that phones append. Returns false if
  /// the data ends among these bytes, or if they are not scan data.
  static func mayBeMissing(at end: [UInt8]) -> Bool {
    var (dataCount, otherCount) = (0, 0)
    for (mark, next) in zip(end, end.dropFirst()) where mark == 0xFF {
      if next == JPEGSegments.endOfImage { return false }
      if next == 0 || (0xD0...0xD7).contains(next) { dataCount += 1 } else { otherCount += 1 }
    }
    return dataCount > otherCount
  }

  /// Whether there is an end marker after `scanStart`, an offset in bytes.
  static func isThere(in file: UnsafeBufferPointer<UInt8>, from scanStart: Int) -> Bool {
    guard let start = file.baseAddress else { return false }
    var position = scanStart
    while position < file.count - 1,
      let mark = unsafe memchr(start + position, 0xFF, file.count - 1 - position)
    {
      position = unsafe UnsafeRawPointer(mark) - UnsafeRawPointer(start) + 1
      if unsafe file[position] == JPEGSegments.endOfImage { return true }
    }
    return false
  }
}

extension PictureDecoder {
  /// Nil if the thumbnail is not usable, or `.noThumbnail` if nothing else was requested.
  func decodeThumbnail(of photo: JPEGPicture) throws(PictureError) -> DecodedPicture? {
    switch thumbnail {
    case .never: return nil
    case .whereItSuffices: return usableThumbnail(of: photo)
    case .only:
      guard let picture = usableThumbnail(of: photo) else { throw .noThumbnail }
      return picture
    }
  }

  /// Like `decodeThumbnail(of:)`, but complete only if the photo is.
  func decodeThumbnail(
    of photo: JPEGPicture, in file: UnsafeBufferPointer<UInt8>
  ) throws(PictureError) -> DecodedPicture? {
    guard var picture = try decodeThumbnail(of: photo) else { return nil }
    if unsafe !JPEGEnding.isThere(in: file, from: photo.header.scanStart) {
      picture.info.isComplete = false
    }
    return picture
  }

  private func usableThumbnail(of photo: JPEGPicture) -> DecodedPicture? {
    let exif = photo.header.exif
    let storedBox = exif.orientation.shown(rule.box)
    guard exif.mayBelong(to: photo.header.size), let file = exif.thumbnail,
      PictureFormat(signatureOf: file) == .jpeg, let small = try? JPEGPicture(file)
    else { return nil }
    let shape = ThumbnailRule(photo: photo.header.size, thumbnail: small.header.size)
    let mayBeUsed = thumbnail == .only ? shape.hasSameShape : shape.suffices(for: storedBox)
    let size = shape.size(in: storedBox)
    guard mayBeUsed,
      let pixels = try? unsafe small.bytes.withUnsafeBufferPointer({ file in
        try unsafe small.pixels(of: file, for: CropScale(allOf: small.header.size, target: size))
      }),
      pixels.isComplete || thumbnail == .only,
      JPEGCorner(of: photo)?.mayBelong(to: pixels.bitmap, of: photo.header.size) ?? true
    else { return nil }
    let bitmap = small.bitmap(of: pixels, size, fallback: photo.header.colors)
    return DecodedPicture(
      bitmap: bitmap.turned(by: exif.orientation),
      info: exif.info(of: photo.header.size, isComplete: pixels.isComplete), isFromThumbnail: true)
  }
}

/// When an embedded thumbnail may substitute its photo.
package struct ThumbnailRule {
  /// Rounding needs up to 1 %; a 3:2 photo with black bars to make it 4:3 differs by 12 %.
  static let tolerance = 0.02

  let photo, thumbnail: PixelSize

  package init(photo: PixelSize, thumbnail: PixelSize) {
    (self.photo, self.thumbnail) = (photo, thumbnail)
  }

  /// Whether the proportions match, so that there are no bars and no other crop.
  package var hasSameShape: Bool {
    let photoShape = Double(photo.width) * Double(thumbnail.height)
    let thumbnailShape = Double(thumbnail.width) * Double(photo.height)
    return abs(thumbnailShape - photoShape) <= photoShape * Self.tolerance
  }

  /// Whether the thumbnail fills a box, in stored orientation, without enlargement.
  package func suffices(for box: PixelSize) -> Bool {
    hasSameShape && thumbnail.covers(photo.fitted(into: box))
  }

  /// The photo's fitted size if the thumbnail covers it, otherwise the thumbnail's.
  package func size(in box: PixelSize) -> PixelSize {
    let wanted = photo.fitted(into: box)
    return thumbnail.covers(wanted) ? wanted : thumbnail.fitted(into: box)
  }
}

/// Preview images embedded in other files, decoded in place of these.
extension PictureDecoder {
  /// Decodes an embedded JPEG, ignoring its own orientation, or PNM; callable from any thread.
  ///
  /// `picture` is the displayed size of the image that the preview substitutes. If the proportions
  /// match, regions and the reported size refer to it.
  package func decode(
    _ preview: [UInt8], turnedBy orientation: Orientation, standingFor picture: PixelSize? = nil
  ) throws(PictureError) -> DecodedPicture {
    switch PictureFormat(signatureOf: preview) {
    case .jpeg:
      guard let photo = try JPEGPicture(preview) else { throw .truncated }
      return try decode(orientation.shown(photo.header.size), standingFor: picture) {
        (decoder) throws(PictureError) in
        try unsafe preview.withUnsafeBufferPointer { (file) throws(PictureError) in
          try unsafe decoder.decode(photo, in: file, turnedBy: orientation)
        }
      }
    case .pnm:
      var pixels = try PNMPicture(preview)
      pixels.orientation = orientation
      return try decode(orientation.shown(pixels.size), standingFor: picture) {
        (decoder) throws(PictureError) in
        try decoder.decode(pixels)
      }
    default: throw .damaged
    }
  }

  /// Reports the size of the original if the proportions match.
  private func decode(
    _ shown: PixelSize, standingFor picture: PixelSize?,
    by decode: (PictureDecoder) throws(PictureError) -> DecodedPicture
  ) throws(PictureError) -> DecodedPicture {
    guard let picture, ThumbnailRule(photo: picture, thumbnail: shown).hasSameShape else {
      return try decode(self)
    }
    let decoder = PictureDecoder(
      rule.moved(from: picture, to: shown), thumbnail: thumbnail, onSize: onSize)
    var decoded = try decode(decoder)
    decoded.info.size = picture
    decoded.region = decoded.region.flatMap { _ in rule.region?.clamped(into: picture) }
    return decoded
  }
}

/// The top left corner at 1/8 scale: the first MCUs of the scan data (ITU-T T.81, section A.2).
struct JPEGCorner {
  private static let width = 512
  /// Bytes of scan data to read, more than these MCUs need.
  private static let dataByteCount = 8 * 1024
  /// Tolerated mean color difference, in steps of a channel.
  ///
  /// Thumbnails are made from other data than photos, and sharpened: 4 of the thumbnails of 103
  /// photos (metadata-extractor, exif-samples) differ by more.
  private static let tolerance = 30
  /// Fewer thumbnail columns are not conclusive.
  private static let fewestColumns = 4

  private let bitmap: Bitmap
  private let covered: PixelSize

  init?(of photo: JPEGPicture) {
    guard let unit = photo.header.unit, let file = Self.file(of: photo, unit),
      let decompressor = try? JPEGDecompressor()
    else { return nil }
    let decoded = unsafe file.bytes.withUnsafeBufferPointer { bytes -> Bitmap? in
      guard let frame = unsafe try? decompressor.frame(of: bytes), !frame.isCMYK else { return nil }
      let one = PixelSize(width: 1, height: 1)
      let size = JPEGDecompressor.scaledSize(for: frame.size, covering: one)
      guard
        let decoded = unsafe try? JPEGDecompressor.decode(bytes, frame: frame, size: size),
        decoded.isComplete
      else { return nil }
      return decoded.bitmap
    }
    guard let decoded else { return nil }
    bitmap = decoded
    covered = file.size
  }

  /// Returns false only if the thumbnail certainly shows another image.
  ///
  /// Compares the first row, and the second in case the first is the rest of a frame. True if too
  /// few columns can be compared. `thumbnail` must be in its stored colors.
  func mayBelong(to thumbnail: Bitmap, of photo: PixelSize) -> Bool {
    let columns = covered.width * thumbnail.size.width / photo.width
    guard columns >= Self.fewestColumns else { return true }
    let width = max(
      1, columns * photo.width * bitmap.size.width / (thumbnail.size.width * covered.width))
    let cut = PixelRect(
      x: 0, y: 0, width: min(width, bitmap.size.width), height: bitmap.size.height)
    let wanted = bitmap.cropped(to: cut).scaled(to: PixelSize(width: columns, height: 1))
    return (0..<min(2, thumbnail.size.height)).contains { y in
      let sum = (0..<columns).reduce(0) { $0 + Self.distance(wanted[$1, 0], thumbnail[$1, y]) }
      return sum <= Self.tolerance * 3 * columns
    }
  }

  private static func distance(_ one: RGB, _ other: RGB) -> Int {
    abs(Int(one.red) - Int(other.red)) + abs(Int(one.green) - Int(other.green))
      + abs(Int(one.blue) - Int(other.blue))
  }

  private static func file(
    of photo: JPEGPicture, _ unit: PixelSize
  ) -> (bytes: [UInt8], size: PixelSize)? {
    let whole = photo.header.size
    let size = PixelSize(
      width: min(whole.width, width / unit.width * unit.width),
      height: min(whole.height, unit.height))
    let bytes = photo.bytes
    var file: [UInt8] = [0xFF, 0xD8]
    for segment in JPEGSegments(ByteView(bytes), skipsGarbage: true) {
      guard let part = part(of: bytes, segment, size) else { continue }
      file += part
      guard segment.code == JPEGSegments.startOfScan else { continue }
      file += bytes[segment.payload.upperBound...].prefix(dataByteCount)
      return (file + [0xFF, JPEGSegments.endOfImage], size)
    }
    return nil
  }

  /// A segment needed for decoding, with the new size; nil for other segments.
  private static func part(
    of bytes: [UInt8], _ segment: JPEGSegments.Segment, _ size: PixelSize
  ) -> [UInt8]? {
    var part = Array(bytes[segment.payload.lowerBound - 2..<segment.payload.upperBound])
    switch segment.code {
    case 0xC0, 0xC1:
      let sides = size.height.bigEndianBytes(2) + size.width.bigEndianBytes(2)
      part.replaceSubrange(3..<7, with: sides)
    case 0xC4, 0xDB, 0xDD, 0xE0, 0xEE, JPEGSegments.startOfScan: break
    default: return nil
    }
    return [0xFF, segment.code] + part
  }
}
