package import DecoderMessages
package import Imaging

/// What a decoder is asked for.
package struct DecodingRequest: Hashable, Sendable {
  /// The box in pixels that the picture, as it is shown, is scaled down to fit; a smaller picture
  /// keeps its size.
  package var box: PixelSize
  /// The box in pixels that a picture which must be decoded whole is scaled down to fit, so that it
  /// serves for more than `box`; no side is less than one of `box`.
  package var wholeBox: PixelSize
  /// What an embedded thumbnail may be used for.
  package var thumbnail: ThumbnailUse

  /// Asks for a picture that fits a box in pixels.
  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, thumbnail: ThumbnailUse = .whereItSuffices
  ) {
    self.box = box
    self.wholeBox = wholeBox ?? box
    self.thumbnail = thumbnail
  }
}
