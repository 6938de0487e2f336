import Base

extension WorkQueue {
  /// Runs a part of a load on a thread that may block, and signals cancellation to it.
  ///
  /// Throws `DecodingError.noThread` if there is no thread.
  func load<Success: Sendable>(
    _ work: @escaping @Sendable (CancellationSignal) throws(ImageError.Cause) -> Success
  ) async throws(ImageError.Cause) -> Success {
    let result: Result<Success, ImageError.Cause>
    do throws(DecodingError) {
      result = try await run { (cancellation) throws(DecodingError) in
        Result { () throws(ImageError.Cause) in try work(cancellation) }
      }
    } catch {
      throw .decoding(error)
    }
    return try result.get()
  }
}
