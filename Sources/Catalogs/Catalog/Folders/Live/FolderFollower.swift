internal import Base

/// Publishes changes of folders that have been read, until the stream has no subscriber.
///
/// No wake-ups without events, unless folders must be polled.
struct FolderFollower {
  let news: FolderNews
  /// Nil if folders are read again only on demand.
  let following: FolderFollowing?
  let demand: CatalogDemand
  let queue: WorkQueue

  private static let shortestPause = Duration.seconds(2)
  /// Minimum ratio of pause to polling time: at most 5% of the time is spent polling.
  private static let pauseRatio = 20

  /// Runs until cancelled; `wishes` is the state of `demand` before the folders were read.
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
        if batch.isOverflown {
          following?.log.write(
            .warning, .source, "too many changes at once; rereading the folders")
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

  /// Schedules the next poll; false if no polling is needed.
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
