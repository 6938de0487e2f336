import ImagePipeline

/// Collects the responses of a load in a task that can be cancelled.
struct Listener {
  private let task: Task<[ImageResponse], Never>

  init(_ stream: AsyncStream<ImageResponse>) {
    task = Task {
      await stream.reduce(into: []) { $0.append($1) }
    }
  }

  func leave() {
    task.cancel()
  }

  /// Cancels, and returns when the load has been notified.
  func hasLeft() async {
    task.cancel()
    _ = await task.value
  }

  func answers() async -> [ImageResponse] {
    await task.value
  }
}
