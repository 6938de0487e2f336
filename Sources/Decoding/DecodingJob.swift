import DecoderCore
import Imaging

/// One picture on its way through a thread, step by step, until it is done or no longer wanted.
struct DecodingJob: Sendable {
  private let decoder: PictureDecoder
  private let flag: CancellationFlag
  private let willBegin: @Sendable (DecodingStep) -> Void

  init(
    request: DecodingRequest, flag: CancellationFlag,
    willBegin: @escaping @Sendable (DecodingStep) -> Void
  ) {
    decoder = PictureDecoder(box: request.box, thumbnail: ThumbnailUse(request.thumbnail))
    self.flag = flag
    self.willBegin = willBegin
  }

  /// Decodes a picture from wherever it is; blocks.
  /// - Throws: The reason why there is none; nothing is left open.
  func decode(_ source: ImageSource) throws(DecodingError) -> DecodedImage {
    switch source {
    case .bytes(let bytes):
      guard bytes.count <= PictureFile.byteLimit else {
        throw .fileTooLarge(byteCount: bytes.count)
      }
      return image(try decodeWhole(bytes), byteCount: bytes.count)
    case .file(let path):
      return try decodeFile(path)
    }
  }

  /// Reads the start of a file first: an embedded thumbnail, or a refusal, needs no more of it.
  private func decodeFile(_ path: [UInt8]) throws(DecodingError) -> DecodedImage {
    try begin(.open)
    let file = try PictureFile(path: path)
    let startCount = min(file.byteCount, PictureDecoder.startByteCount)
    var bytes: [UInt8] = []
    try begin(.read)
    try file.read(startCount, into: &bytes)
    if startCount < file.byteCount {
      if let picture = try decodeStart(bytes) { return image(picture, byteCount: file.byteCount) }
      try begin(.read)
      try file.read(file.byteCount - startCount, into: &bytes)
    }
    return image(try decodeWhole(bytes), byteCount: file.byteCount)
  }

  private func decodeStart(_ bytes: [UInt8]) throws(DecodingError) -> DecodedPicture? {
    try begin(.decode)
    do throws(PictureError) {
      return try decoder.decodeStart(bytes)
    } catch {
      throw DecodingError(error)
    }
  }

  private func decodeWhole(_ bytes: [UInt8]) throws(DecodingError) -> DecodedPicture {
    try begin(.decode)
    do throws(PictureError) {
      return try decoder.decode(bytes)
    } catch {
      throw DecodingError(error)
    }
  }

  private func begin(_ step: DecodingStep) throws(DecodingError) {
    try flag.check()
    willBegin(step)
  }

  private func image(_ picture: DecodedPicture, byteCount: Int) -> DecodedImage {
    DecodedImage(
      bitmap: picture.bitmap, pictureSize: picture.pictureSize, byteCount: byteCount,
      isFromThumbnail: picture.isFromThumbnail, isComplete: picture.isComplete)
  }
}

extension ThumbnailUse {
  /// The core's word for what a request allows.
  fileprivate init(_ use: DecodingRequest.ThumbnailUse) {
    self =
      switch use {
      case .whereItSuffices: .whereItSuffices
      case .only: .only
      }
  }
}
