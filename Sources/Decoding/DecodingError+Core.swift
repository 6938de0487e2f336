import DecoderCore

extension DecodingError {
  /// The client's word for why encoded bytes gave no picture.
  init(_ error: PictureError) {
    self =
      switch error {
      case .notAnImage: .notAnImage
      case .unsupported(let kind): .unsupported(kind)
      case .damaged: .damaged
      case .tooManyPixels(let size): .tooManyPixels(size)
      case .noThumbnail: .noThumbnail
      case .outOfMemory: .outOfMemory
      }
  }
}
