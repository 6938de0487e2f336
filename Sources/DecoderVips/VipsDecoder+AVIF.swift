internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
  /// Decodes an AVIF: its still image, or the first frame of a sequence without one.
  func decodeAVIF(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let sequence = AVIFSequence(bytes)
    var picture: DecodedPicture
    do throws(PictureError) {
      picture = try decodeHEIF(bytes)
    } catch {
      guard let sequence, error != .outOfMemory else { throw error }
      guard thumbnail != .only else { throw .noThumbnail }
      picture = try firstFrame(of: sequence, in: bytes)
    }
    if let sequence {
      picture.info.isMoving = sequence.isMoving
      if sequence.isCutShort { picture.info.isComplete = false }
    }
    return picture
  }

  private func firstFrame(
    of sequence: AVIFSequence, in bytes: [UInt8]
  ) throws(PictureError) -> DecodedPicture {
    let track = sequence.picture
    let frames = try AVIFFrames(sequence, of: bytes, in: rule.box, onSize: onSize)
    let cut = rule.cut(of: track.size, turnedBy: track.orientation)
    guard let frame = try frames.decoded(cut) else { throw .damaged }
    return DecodedPicture(
      bitmap: frame.bitmap, info: PictureInfo(size: frames.start.size, isComplete: true),
      region: cut.region)
  }
}
