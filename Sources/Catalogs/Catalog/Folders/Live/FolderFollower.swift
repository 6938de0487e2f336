package import Base
import Synchronization

/// No wake-ups without events, unless folders must be polled.
struct FolderFollower {
  let news: FolderEventQueue
  /// Nil if folders are read again only on demand.
  let following: FolderFollowing?
  let demand: CatalogDemand
  let queue: WorkQueue

  private static let minPause = Duration.seconds(2)
  /// Minimum ratio of pause to polling time: at most 5% of the time is spent polling.
  private static let pauseRatio = 20

  /// `requests` is the state of `demand` before the folders were read: later retries count.
  func follow(
    _ folders: LiveFolders, after requests: CatalogDemand.PageRequests, for stream: SnapshotStream
  ) async {
    await withDiscardingTaskGroup { group in
      group.addTask { await forwardRequests(after: requests) }
      var folders = folders
      var isPolling = poll(folders, after: .zero, in: &group)
      for await _ in news.arrivals where news.isThere {
        await following?.pause(folders.gathering)
        guard !Task.isCancelled else { break }
        let batch = news.take()
        if batch.isOverflown {
          following?.log.write(.warning, .source, "too many changes at once; rereading the folders")
        }
        let elapsed = following?.stopwatch.start()
        folders = await queue.run { [folders] in
          var folders = folders
          folders.take(batch, for: stream)
          return folders
        }
        guard batch.isPoll || !isPolling else { continue }
        isPolling = poll(folders, after: elapsed?() ?? .zero, in: &group)
      }
    }
  }

  private func poll(
    _ folders: LiveFolders, after elapsed: Duration, in group: inout DiscardingTaskGroup
  ) -> Bool {
    guard let following, folders.mustPoll else { return false }
    group.addTask { [news] in
      await following.pause(max(Self.minPause, elapsed * Self.pauseRatio))
      news.change { $0.isPoll = true }
    }
    return true
  }

  private func forwardRequests(after requests: CatalogDemand.PageRequests) async {
    var last = requests
    while true {
      await demand.wait { [last] requests in
        requests.retryCount > last.retryCount || requests.glanceCount > last.glanceCount
      }
      guard !Task.isCancelled else { return }
      let requests = demand.requests
      news.change { batch in
        if requests.retryCount > last.retryCount { batch.isRetry = true }
        // Without following nothing is polled.
        if following != nil, requests.glanceCount > last.glanceCount { batch.isGlance = true }
      }
      last = requests
    }
  }
}

/// How shown folders are watched for changes; also the clock for polling.
package struct FolderFollowing: Sendable {
  typealias Watch = @Sendable (@escaping @Sendable ([DirectoryEvent]) -> Void) -> any FolderWatching

  let watch: Watch
  /// Sleeps, or returns early if the task is cancelled.
  let pause: @Sendable (Duration) async -> Void
  let stopwatch: Stopwatch
  let log: Log

  package init(clock: some Clock<Duration>, log: Log = .none) {
    self.init(clock: clock, log: log) { KernelFolderWatch($0) }
  }

  init(clock: some Clock<Duration>, log: Log = .none, watch: @escaping Watch) {
    (self.watch, self.log) = (watch, log)
    pause = { try? await clock.sleep(for: $0) }
    stopwatch = Stopwatch(clock)
  }
}

/// Coalesces events; callable from any thread.
final class FolderEventQueue: Sendable {
  struct Batch: Sendable {
    var events: [DirectoryEvent] = []
    var isOverflown = false
    var isRetry = false
    var isPoll = false
    /// Whether polling is due early because the user has returned to the program.
    var isGlance = false

    var isEmpty: Bool { events.isEmpty && !isOverflown && !isRetry && !isPoll && !isGlance }
  }

  /// Above this number of events, reading the folders again is as fast.
  private static let eventLimit = 100_000

  /// Signals that there are events; they may have been taken already.
  let arrivals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let batch = Mutex(Batch())

  init() {
    (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ events: [DirectoryEvent]) {
    guard !events.isEmpty else { return }
    change { batch in
      batch.events += events
      let isTooMuch = batch.events.count > Self.eventLimit
      guard isTooMuch || events.contains(where: { $0.kind.contains(.overflow) }) else { return }
      // Events about the folders themselves are sent only once, so they must be kept.
      batch.events.removeAll { !$0.name.bytes.isEmpty || $0.watch < 0 }
      batch.isOverflown = true
    }
  }

  var isThere: Bool { batch.withLock { !$0.isEmpty } }

  func take() -> Batch {
    batch.withLock { batch in
      defer { batch = Batch() }
      return batch
    }
  }

  func change(_ body: (inout Batch) -> Void) {
    batch.withLock { body(&$0) }
    continuation.yield()
  }
}
