import Imaging

extension MetadataReading? {
  func metadata(of source: ImageSource) async throws(ImageError.Cause) -> PhotoMetadata {
    guard let self else { throw .decoding(.decoderUnavailable) }
    let facts = await self.metadata(of: [source], scope: .all).first
    return try (facts ?? .failure(.cancelled)).mapError(ImageError.Cause.decoding).get()
  }
}
