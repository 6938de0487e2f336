internal import DecoderCore
package import Threading

/// Decodes in this process, on threads that may block.
package struct InProcessDecoder: ImageDecoding {
  private let queue: WorkQueue
  private let willBegin: @Sendable (DecodingStep) -> Void

  /// Makes a decoder; its callers limit how many pictures are decoded at once.
  /// - Parameters:
  ///   - queue: The threads that files are read and pictures decoded on.
  ///   - willBegin: Hears of every step before it begins, on the thread that takes it.
  package init(
    queue: WorkQueue = WorkQueue(label: "photocell.decoding"),
    willBegin: @escaping @Sendable (DecodingStep) -> Void = { _ in }
  ) {
    self.queue = queue
    self.willBegin = willBegin
  }

  /// Decodes one picture on a thread that may block, as `ImageDecoding` says.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest
  ) async throws(DecodingError) -> DecodedImage {
    let flag = CancellationFlag()
    let result = await withTaskCancellationHandler {
      await run(DecodingJob(request: request, flag: flag, willBegin: willBegin), source)
    } onCancel: {
      flag.raise()
    }
    return try result.get()
  }

  /// Nothing is remembered here.
  package func retryFailures() {}

  private func run(
    _ job: DecodingJob, _ source: ImageSource
  ) async -> Result<DecodedImage, DecodingError> {
    do throws(DecodingError) {
      return .success(
        try await queue.run { () throws(DecodingError) in try job.decode(source) })
    } catch {
      return .failure(error)
    }
  }
}
