internal import CAVIF
internal import DecoderKit
package import DecoderProtocol
package import Imaging

/// The frames of an AVIF sequence (AV1 Image File Format, section 3), decoded by libavif;
/// single-threaded.
@safe
package final class AVIFFrames: MovingPicture {
  private let decoder: UnsafeMutablePointer<avifDecoder>
  private let size: PixelSize
  private let orientation: Orientation
  private let colors: PictureColors
  let isCutShort: Bool
  package let start: MovingStart

  /// Loads libavif, which cannot be loaded inside the sandbox.
  package static func loadLibrary() { _ = cavif_load() }

  /// Throws `.unsupported` for an AVIF without a sequence; calls `onSize` after the limit check.
  package init(
    _ bytes: [UInt8], in box: PixelSize, onSize: (PixelSize) -> Void
  ) throws(PictureError) {
    let brand = bytes.dropFirst(8)
    guard brand.starts(with: "avis".utf8) || brand.starts(with: "msf1".utf8) else {
      throw .unsupported("AVIF that stands still")
    }
    guard cavif_load() else { throw .unsupported("AVIF sequence without libavif") }
    isCutShort = ISOBMFFBox.prefix(of: bytes[...]).areCutShort
    var result = AVIF_RESULT_OK
    guard let decoder = unsafe cavif_open(bytes, bytes.count, &result) else {
      throw Self.reason(for: result, isCutShort: isCutShort)
    }
    unsafe self.decoder = unsafe decoder
    let image = unsafe decoder.pointee.image.pointee
    size = unsafe PixelSize(width: Int(image.width), height: Int(image.height))
    orientation = unsafe Self.orientation(of: image)
    let profile = unsafe UnsafeBufferPointer(start: image.icc.data, count: image.icc.size)
    let codes = unsafe CICP(
      primaries: Int(image.colorPrimaries), transfer: Int(image.transferCharacteristics))
    colors = profile.isEmpty ? codes.colors : unsafe .profile(Array(profile))
    let shown = orientation.shown(size)
    start = MovingStart(
      size: shown, frameSize: shown.fitted(into: box), playCount: Self.playCount(of: bytes[...]))
    try PictureLimit.check(size)
    onSize(size)
  }

  deinit {
    unsafe cavif_close(decoder)
  }

  var isMoving: Bool { unsafe decoder.pointee.imageCount > 1 }

  package func next() throws(PictureError) -> MovingFrame? {
    let cut = CropScale(allOf: size, target: orientation.shown(start.frameSize))
    guard let bitmap = try next(cut) else { return nil }
    let timing = unsafe decoder.pointee.imageTiming
    let delay: Duration =
      timing.timescale > 0
      ? .seconds(Int64(clamping: timing.durationInTimescales)) / Int(clamping: timing.timescale)
      : .zero
    return MovingFrame(bitmap, storedDelay: delay)
  }

  func nextBitmap(cutBy rule: CropRule) throws(PictureError) -> (Bitmap, region: PixelRect?)? {
    let cut = rule.cut(of: size, turnedBy: orientation)
    return try next(cut).map { ($0, cut.region) }
  }

  private func next(_ cut: CropScale) throws(PictureError) -> Bitmap? {
    guard try advance() else { return nil }
    let length = size.area * 4
    var pixels = unsafe [UInt8](unsafeUninitializedCapacity: length) { target, count in
      let result = unsafe cavif_convert(decoder, target.baseAddress)
      count = result == AVIF_RESULT_OK ? length : 0
    }
    guard pixels.count == length else { throw .damaged }
    let image = unsafe decoder.pointee.image.pointee
    if unsafe decoder.pointee.alphaPresent != 0 {
      unsafe image.alphaPremultiplied != 0 ? pixels.limitToAlpha() : pixels.multiplyByAlpha()
    }
    return unsafe Bitmap(size: size, bytes: pixels).cropped(to: cut.area).scaled(to: cut.target)
      .inStandardColors(colors, isGray: image.yuvFormat == AVIF_PIXEL_FORMAT_YUV400)
      .turned(by: orientation)
  }

  private func advance() throws(PictureError) -> Bool {
    let result = unsafe cavif_next(decoder)
    let (position, count) = unsafe (decoder.pointee.imageIndex + 1, decoder.pointee.imageCount)
    if result == AVIF_RESULT_NO_IMAGES_REMAINING, position >= count { return false }
    // libavif scales a frame of another size than the track, into memory of its own.
    let image = unsafe decoder.pointee.image.pointee
    guard result == AVIF_RESULT_OK, unsafe image.imageOwnsYUVPlanes == 0,
      unsafe Int(image.width) == size.width, unsafe Int(image.height) == size.height
    else { throw Self.reason(for: result, isCutShort: isCutShort) }
    return true
  }

  private static func reason(for result: avifResult, isCutShort: Bool) -> PictureError {
    switch result {
    case AVIF_RESULT_OUT_OF_MEMORY: .outOfMemory
    case AVIF_RESULT_TRUNCATED_DATA where isCutShort: .truncated
    default: .damaged
    }
  }

  /// Counterclockwise quarter turns, then a mirror (ISO/IEC 23008-12, sections 6.5.10 and 6.5.12).
  private static func orientation(of image: avifImage) -> Orientation {
    let isTurned = unsafe image.transformFlags & AVIF_TRANSFORM_IROT.rawValue != 0
    let turns = unsafe isTurned ? Int(image.irot.angle) : 0
    var image = unsafe image
    let mirror = unsafe Int(cavif_mirror(&image))
    guard mirror >= 0 else { return [.topLeft, .leftBottom, .bottomRight, .rightTop][turns & 3] }
    let mirrored: [Orientation] = [.bottomLeft, .leftTop, .topRight, .rightBottom]
    return mirrored[(turns + 2 * mirror) & 3]
  }

  /// A repeated edit list fills the duration of the track (ISO/IEC 14496-12, section 8.6.6).
  ///
  /// libavif reads it from 1.0 on. Zero for infinite: the first encoders wrote none, and browsers
  /// play their files infinitely.
  private static func playCount(of file: ArraySlice<UInt8>) -> Int {
    func content(_ path: String..., in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      path.reduce(bytes) { ISOBMFFBox.first($1, in: $0)?.content ?? [] }
    }
    let track = content("moov", "trak", in: file)
    let header = content("tkhd", in: track)
    let isLong = header.first == 1
    var times = ByteCursor(header.dropFirst(isLong ? 28 : 20))
    var edits = ByteCursor(content("edts", "elst", in: track))
    guard let whole = times.big(isLong ? 8 : 4), isLong || whole != Int(UInt32.max),
      let version = edits.big(1), let flags = edits.big(3), edits.big(4) != nil
    else { return 0 }
    guard flags & 1 == 1 else { return 1 }
    guard let part = edits.big(version == 1 ? 8 : 4), part > 0 else { return 0 }
    return max(1, whole / part + (whole % part > 0 ? 1 : 0))
  }
}
