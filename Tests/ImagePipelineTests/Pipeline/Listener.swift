import ImagePipeline

/// Someone who listens to a load in a task of their own, and can leave.
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

  /// Leaves, and returns when the load has been told.
  func hasLeft() async {
    task.cancel()
    _ = await task.value
  }

  func answers() async -> [ImageResponse] {
    await task.value
  }
}
