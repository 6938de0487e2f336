import Concurrency
import Decoding

extension WorkQueue {
  /// Does a part of loading a picture on a thread that may block, and tells it when the task is cancelled; callable
  /// from any task.
  /// - Throws: What the work throws; `DecodingError.noThread` where there is none to do it on.
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
