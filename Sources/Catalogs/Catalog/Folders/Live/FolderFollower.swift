internal import Concurrency
internal import System
import Values

/// Follows folders that have been read, until nobody listens any more.
///
/// Nothing wakes while nothing happens, unless there are folders that must be polled.
struct FolderFollower {
  let news: FolderNews
  /// How the folders are followed; nil where they are only read again when somebody wants that.
  let following: FolderFollowing?
  let demand: CatalogDemand
  let queue: WorkQueue

  /// What is not told of is looked for no more often than this.
  private static let shortestPause = Duration.seconds(2)
  /// How much longer than a look the pause after it is at least: a twentieth of the time is spent on them.
  private static let pauseRatio = 20

  /// Shows what becomes of folders.
  /// - Parameters:
  ///   - folders: The folders as they were read.
  ///   - wishes: What was wanted by then.
  ///   - stream: Who takes the snapshots.
  func follow(
    _ folders: LiveFolders, after wishes: CatalogDemand.Wishes, for stream: SnapshotStream
  ) async {
    await withDiscardingTaskGroup { group in
      group.addTask { await passOnWishes(after: wishes.retryCount) }
      group.addTask { await passOnGlances(after: wishes.glanceCount) }
      var folders = folders
      var isPolling = poll(folders, after: .zero, in: &group)
      for await _ in news.arrivals where news.isThere {
        await following?.pause(folders.gathering)
        guard !Task.isCancelled else { break }
        let batch = news.take()
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

  /// Has folders looked at once more after a while, where that must be.
  /// - Parameters:
  ///   - folders: What is to be looked at.
  ///   - elapsed: How long it took the last time.
  ///   - group: Where is waited until then.
  /// - Returns: Whether it must be.
  private func poll(
    _ folders: LiveFolders, after elapsed: Duration, in group: inout DiscardingTaskGroup
  ) -> Bool {
    guard let following, folders.mustPoll else { return false }
    group.addTask { [news] in
      await following.pause(max(Self.shortestPause, elapsed * Self.pauseRatio))
      news.addPoll()
    }
    return true
  }

  private func passOnGlances(after count: Int) async {
    guard following != nil else { return }
    var count = count
    while true {
      await demand.waitForGlance(after: count)
      guard !Task.isCancelled else { return }
      count = demand.wishes.glanceCount
      news.addGlance()
    }
  }

  private func passOnWishes(after count: Int) async {
    var count = count
    while true {
      await demand.waitForRetry(after: count)
      guard !Task.isCancelled else { return }
      count = demand.retryCount
      news.addWish()
    }
  }
}
