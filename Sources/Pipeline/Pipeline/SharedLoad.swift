/// One load and everyone who waits for it.
struct SharedLoad {
  /// Tells one load of a request from an earlier one that was cancelled.
  let id: Int
  var subscribers: [Int: AsyncStream<ImageResponse>.Continuation] = [:]
  /// The work, once it has begun.
  var task: Task<Void, Never>?
  /// The last preview, for those who come later.
  private(set) var preview: LoadedTile?
  /// How long to wait before a file that is being written is loaded again.
  private var pause = Duration.milliseconds(250)

  init(id: Int) {
    self.id = id
  }

  /// Passes a preview on to everyone, now and later.
  mutating func send(preview: LoadedTile) {
    self.preview = preview
    for subscriber in subscribers.values { subscriber.yield(.preview(preview)) }
  }

  /// Tells everyone how far it is.
  func send(_ progress: LoadProgress) {
    for subscriber in subscribers.values { subscriber.yield(.progress(progress)) }
  }

  /// How long to wait this time; each pause is twice as long as the one before, up to two seconds.
  mutating func nextPause() -> Duration {
    defer { pause = min(pause * 2, .seconds(2)) }
    return pause
  }

  /// Tells everyone how it ended.
  func finish(with response: ImageResponse) {
    for subscriber in subscribers.values {
      subscriber.yield(response)
      subscriber.finish()
    }
  }
}
