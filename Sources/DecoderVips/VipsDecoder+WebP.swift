internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
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
      return try beginning(of: bytes, chunks.data("ICCP").map { .profile(Array($0)) } ?? .standard)
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
    var info = PictureInfo(size: shown, isComplete: false)
    info.isMoving = true
    return DecodedPicture(
      bitmap: frame.bitmap.cropped(to: cut.area).scaled(to: cut.target), info: info,
      region: cut.region)
  }

  private func beginning(
    of bytes: [UInt8], _ colors: PictureColors
  ) throws(PictureError) -> DecodedPicture {
    let result = unsafe bytes.withUnsafeBytes { file in
      Result { () throws(PictureError) in
        let beginning = try unsafe WebPBeginning(file)
        return try beginning.picture(cutBy: rule, colors)
      }
    }
    return try result.get()
  }
}
