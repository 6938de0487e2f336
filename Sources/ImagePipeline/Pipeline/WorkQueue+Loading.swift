import Base
import Imaging

extension WorkQueue {
  /// Runs a part of a load on a thread that may block, and signals cancellation to it.
  ///
  /// Throws `DecodingError.noThread` if there is no thread.
  func load<Success: Sendable>(
    _ work: @escaping @Sendable (CancellationSignal) throws(ImageError.Cause) -> Success
  ) async throws(ImageError.Cause) -> Success {
    try await decode { cancellation in
      Result { () throws(ImageError.Cause) in try work(cancellation) }
    }.get()
  }

  /// Does the same for work that only decodes.
  func decode<Success: Sendable>(
    _ work: @escaping @Sendable (CancellationSignal) throws(DecodingError) -> Success
  ) async throws(ImageError.Cause) -> Success {
    do throws(DecodingError) {
      return try await run(work)
    } catch {
      throw .decoding(error)
    }
  }
}

extension MetadataReading? {
  func metadata(of source: ImageSource) async throws(ImageError.Cause) -> PhotoMetadata {
    guard let self else { throw .decoding(.decoderUnavailable) }
    let facts = await self.metadata(of: [source], scope: .all).first
    return try (facts ?? .failure(.cancelled)).mapError(ImageError.Cause.decoding).get()
  }
}
