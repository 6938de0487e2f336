internal import DecoderKit
package import DecoderProtocol
package import Imaging

/// The frames of an AVIF sequence (AV1 Image File Format, section 3); single-threaded.
package final class AVIFFrames: MovingPicture {
  private struct Playing {
    let track: AVIFTrack
    var samples: MediaSamples
    let decoder: AV1Decoder

    init(_ track: AVIFTrack) throws(PictureError) {
      (self.track, samples) = (track, track.samples)
      decoder = try AV1Decoder(track.size)
    }
  }

  private let file: [UInt8]
  private let sequence: AVIFSequence
  private var picture: Playing
  private var alpha: Playing?
  private var count = 0
  package let start: MovingStart
  package private(set) var isComplete = true

  /// Throws `.unsupported` for an AVIF without animation; calls `onSize` after the limit check.
  package convenience init(
    _ bytes: [UInt8], in box: PixelSize, onSize: (PixelSize) -> Void
  ) throws(PictureError) {
    guard let sequence = AVIFSequence(bytes), sequence.isMoving else {
      throw .unsupported("AVIF that stands still")
    }
    try self.init(sequence, of: bytes, in: box, onSize: onSize)
  }

  init(
    _ sequence: AVIFSequence, of bytes: [UInt8], in box: PixelSize, onSize: (PixelSize) -> Void
  ) throws(PictureError) {
    (file, self.sequence) = (bytes, sequence)
    let track = sequence.picture
    try PictureLimit.check(track.size)
    onSize(track.size)
    picture = try Playing(track)
    if let track = sequence.alpha {
      guard track.size == sequence.picture.size else { throw .damaged }
      alpha = try Playing(track)
    }
    let shown = track.orientation.shown(track.size)
    start = MovingStart(size: shown, frameSize: shown.fitted(into: box), playCount: track.playCount)
  }

  /// Nil after the last frame, or if the rest is damaged; throws if the first frame fails.
  package func next() throws(PictureError) -> MovingFrame? {
    guard isComplete else { return nil }
    do throws(PictureError) {
      let track = picture.track
      let target = track.orientation.shown(start.frameSize)
      guard let frame = try decoded(CropScale(allOf: track.size, target: target)) else {
        return nil
      }
      count += 1
      return MovingFrame(frame.bitmap, storedDelay: track.time(ofTicks: frame.ticks))
    } catch {
      isComplete = false
      guard count > 0, error != .outOfMemory else { throw error }
      return nil
    }
  }

  func decoded(_ cut: CropScale) throws(PictureError) -> (bitmap: Bitmap, ticks: Int)? {
    guard let (colors, ticks) = try next(&picture) else { return nil }
    let alpha = try nextAlpha()
    let values = values(of: colors)
    var row = [UInt8](repeating: 255, count: colors.size.width * 4)
    let isMultiplied = sequence.isMultiplied
    var rows = AveragedRows(colors.size, cut, hasAlpha: alpha != nil && !isMultiplied)
    for y in 0..<colors.size.height {
      colors.readColors(y, into: &row, values.samples)
      if let alpha {
        alpha.picture.readAlpha(y, into: &row, alpha.samples, isMultiplied: isMultiplied)
      }
      unsafe row.withUnsafeBytes { unsafe rows.take($0) }
    }
    let bitmap = rows.finish(isComplete: true)
      .inStandardColors(values.colors, isGray: colors.isGray)
      .turned(by: picture.track.orientation)
    return (bitmap, ticks)
  }

  private func nextAlpha() throws(PictureError) -> (picture: AV1Picture, samples: YUVColors)? {
    guard var playing = alpha else { return nil }
    // Alpha ends before the colors do.
    guard let (picture, _) = try next(&playing) else { throw .damaged }
    alpha = playing
    let range = picture.codes.isFullRange
    return (picture, YUVColors(matrix: 2, isFullRange: range, bitCount: picture.bitCount))
  }

  private func next(_ playing: inout Playing) throws(PictureError) -> (AV1Picture, Int)? {
    guard let sample = try playing.samples.next() else { return nil }
    guard sample.place.upperBound <= file.count else {
      throw sequence.isCutShort ? .truncated : .damaged
    }
    let picture = try playing.decoder.decode(file[sample.place])
    guard picture.size == playing.track.size else { throw .damaged }
    return (picture, sample.ticks)
  }

  /// Color properties of the track override those of the bitstream.
  private func values(of picture: AV1Picture) -> (samples: YUVColors, colors: PictureColors) {
    var (codes, matrix, isFullRange) = picture.codes
    if let told = sequence.picture.colors("nclx") {
      var fields = ISOBMFFReader(told)
      if let primaries = fields.take(2), let transfer = fields.take(2), let code = fields.take(2),
        let range = fields.take(1)
      {
        codes = CICP(primaries: primaries, transfer: transfer)
        (matrix, isFullRange) = (code, range & 0x80 != 0)
      }
    }
    let profile = sequence.picture.colors("prof") ?? sequence.picture.colors("rICC")
    return (
      YUVColors(matrix: matrix, isFullRange: isFullRange, bitCount: picture.bitCount),
      profile.map { .profile(Array($0)) } ?? codes.colors
    )
  }
}
