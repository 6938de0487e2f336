import Concurrency
package import DecoderMessages
package import Imaging

/// Turns encoded pictures into bitmaps.
package protocol ImageDecoding: Sendable {
  /// Decodes one picture, scaled down and turned; blocks. May be called from any thread that may wait,
  /// many at a time.
  /// - Parameters:
  ///   - source: Where the encoded picture is.
  ///   - request: How large it is wanted.
  ///   - cancellation: Ends it at the next step.
  /// - Returns: The picture.
  /// - Throws: The reason why there is none, as `DecodingError.cancelled`; nothing is left open.
  func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> DecodedImage

  /// Begins to play a picture; blocks until it is known how large its frames are. May be called from any
  /// thread that may wait.
  /// - Parameters:
  ///   - source: Where the encoded picture is.
  ///   - box: What each frame, as it is shown, is scaled down to fit, in pixels.
  ///   - cancellation: Ends it at the next step.
  /// - Returns: The frames, of which none has been taken.
  /// - Throws: The reason why there are none; `.refused(.unsupported)` where the picture stands still, or
  ///   its kind is not played.
  func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream

  /// Forgets what failed, so that it is tried again when it is asked for next.
  func retryFailures()
}

extension ImageDecoding {
  /// Decodes one picture on a thread that may wait; callable from any task, of which a cancelled one
  /// ends at the next step.
  /// - Throws: As the blocking call; `DecodingError.noThread` where there is none to wait on.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest
  ) async throws(DecodingError) -> DecodedImage {
    try await WorkQueue.decoding.run { (cancellation) throws(DecodingError) in
      try decode(source, for: request, unless: cancellation)
    }
  }
}

/// Where an encoded picture is.
package enum ImageSource: Hashable, Sendable {
  /// A file; its path is bytes, opened by the process that asks and not by a codec.
  case file([UInt8])
  /// The encoded picture itself.
  case bytes([UInt8])
  /// A file that is open already.
  case open(OpenPhoto)

  /// The open file; blocks.
  /// - Throws: What opening it throws.
  func opened() throws(DecodingError) -> OpenPhoto {
    switch self {
    case .file(let path): try OpenPhoto(path: path)
    case .bytes(let bytes): try OpenPhoto(bytes)
    case .open(let photo): photo
    }
  }
}

/// What a decoder is asked for.
package struct DecodingRequest: Hashable, Sendable {
  /// The box in pixels that the picture, as it is shown, is scaled down to fit; a smaller picture
  /// keeps its size.
  package var box: PixelSize
  /// The box in pixels that a picture which must be decoded whole is scaled down to fit, so that it
  /// serves for more than `box`; no side is less than one of `box`.
  package var wholeBox: PixelSize
  /// What is wanted of the picture, in pixels of the whole picture as it is shown, clipped to it; nil for
  /// all of it.
  ///
  /// `box` is what this region is scaled down to fit then, never enlarged but in a drawing. Where the whole
  /// must be decoded for it, and is as detailed within `wholeBox`, the answer is the whole. No embedded
  /// thumbnail is used.
  package var region: PixelRect?
  /// What an embedded thumbnail may be used for.
  ///
  /// A thumbnail may show the photo as it was before it was edited: who asks for more than a preview asks for the
  /// picture itself.
  package var thumbnail: ThumbnailUse
  /// Whether what takes long may be refused at first: what another machine makes right now
  /// (`ImageError.Cause.madeElsewhere`), and the whole of a large file on a server, of which the beginning comes
  /// (`.needsWholeFile` where that has no picture).
  package var mayPutOff = false

  /// Asks for a picture, or a region of it, that fits a box in pixels.
  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, region: PixelRect? = nil,
    thumbnail: ThumbnailUse = .never
  ) {
    self.box = box
    self.wholeBox = wholeBox ?? box
    self.region = region
    self.thumbnail = thumbnail
  }
}

/// What a decoder answers.
package struct DecodedImage: Hashable, Sendable {
  /// The picture, scaled and turned as it is shown.
  package let bitmap: Bitmap
  /// What is known of the picture it came from.
  package let info: PictureInfo
  /// Whether the bitmap was made from an embedded thumbnail.
  package let isFromThumbnail: Bool
  /// What the bitmap shows, in pixels of the whole picture as it is shown: all of it where this is nil,
  /// otherwise the region that was asked for, clipped.
  package let region: PixelRect?
  /// False where the file was being written meanwhile: not to be kept, for it is no longer that.
  package private(set) var isStable = true

  /// Takes a bitmap and what is known of the picture it came from.
  package init(
    bitmap: Bitmap, info: PictureInfo, isFromThumbnail: Bool = false, region: PixelRect? = nil
  ) {
    self.bitmap = bitmap
    self.info = info
    self.isFromThumbnail = isFromThumbnail
    self.region = region
  }

  /// The same picture of a file that is being written.
  package var unstable: DecodedImage {
    var copy = self
    copy.isStable = false
    return copy
  }
}
