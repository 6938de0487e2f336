import Base
package import DecoderProtocol
package import Imaging

package protocol ImageDecoding: Sendable {
  /// Decodes one image, scaled down and oriented; blocks; callable concurrently from any thread
  /// that may wait.
  ///
  /// Errors leave nothing open.
  func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> LoadedBitmap

  /// Begins to decode the frames of an image; blocks until their size is known.
  ///
  /// `box`, in pixels, is what each frame is scaled to fit. Throws `.refused(.unsupported)` if the
  /// image is not animated, or animation of its format is not supported.
  func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream

  func retryFailures()
}

extension ImageDecoding {
  /// Decodes one image on a thread that may wait; callable from any task.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest
  ) async throws(DecodingError) -> LoadedBitmap {
    try await WorkQueue.decoding.run { (cancellation) throws(DecodingError) in
      try decode(source, for: request, unless: cancellation)
    }
  }
}

package enum ImageSource: Hashable, Sendable {
  /// Path bytes; opened by this process, not by a codec.
  case file([UInt8])
  case bytes([UInt8])
  case open(OpenPhoto)

  /// Blocks.
  func opened() throws(DecodingError) -> OpenPhoto {
    switch self {
    case .file(let path): try OpenPhoto(path: path)
    case .bytes(let bytes): try OpenPhoto(bytes)
    case .open(let photo): photo
    }
  }
}

package struct DecodingRequest: Hashable, Sendable {
  /// The box, in pixels, that the displayed image is scaled down to fit; images are not enlarged.
  package var box: PixelSize
  /// The box, in pixels, for an image that must be decoded whole; no side is less than that of
  /// `box`.
  package var wholeBox: PixelSize
  /// The requested region, in pixels of the displayed image, clipped to it; nil for all of it.
  ///
  /// The region is scaled down to fit `box`, and enlarged only for drawings. If the image must be
  /// decoded whole and is as detailed within `wholeBox`, the answer is the whole. Embedded
  /// thumbnails are not used.
  package var region: PixelRect?
  /// How an embedded thumbnail may be used; it may show the photo before it was edited.
  package var thumbnail: ThumbnailUse

  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, region: PixelRect? = nil,
    thumbnail: ThumbnailUse = .never
  ) {
    self.box = box
    self.wholeBox = wholeBox ?? box
    (self.region, self.thumbnail) = (region, thumbnail)
  }
}
