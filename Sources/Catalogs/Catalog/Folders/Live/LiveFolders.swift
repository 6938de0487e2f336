internal import Base

/// Methods may block.
struct LiveFolders {
  private let isRecursive, isSurrounded: Bool
  private var named: PhotoID?
  private var folders: [LiveFolder] = []
  private var watched: WatchedFolders

  /// Coalesces events into one update; also hides the gap while a file is replaced.
  private static let usualGathering = Duration.milliseconds(100)
  /// Above this count the delay grows, so that sorting takes at most 1% of the time.
  private static let usualCount = 20_000

  init(_ reading: CatalogReading, isRecursive: Bool, isSurrounded: Bool) {
    (self.isRecursive, self.isSurrounded) = (isRecursive, isSurrounded)
    named = reading.named
    watched = reading.watched
    let all = reading.entries
    var start = 0
    for argument in reading.arguments {
      let end = start + argument.count
      folders.append(LiveFolder(argument, entries: Array(all[start..<end])))
      start = end
    }
  }

  var mayChange: Bool { folders.contains { $0.argument.mayChange } }

  /// Whether there is a notice that the first reading could not have.
  var hasNewNotice: Bool { watched.isFull }

  /// Whether a folder needs polling: without change events, or removed and possibly recreated.
  var mustPoll: Bool { watched.mustPoll || folders.contains(where: \.hasEnded) }

  var gathering: Duration {
    let count = folders.reduce(0) { $0 + $1.entries.count + $1.argument.folders.count }
    return Self.usualGathering * max(1, count / Self.usualCount)
  }

  func snapshot(isComplete: Bool = true) -> CatalogSnapshot {
    let entries = folders.count == 1 ? folders[0].entries : folders.flatMap(\.entries)
    var snapshot = CatalogSnapshot(
      entries: entries, named: named, arguments: folders.lazy.map(\.argument),
      isComplete: isComplete)
    for folder in folders { snapshot.noted.merge(folder.noted) { $1 } }
    if watched.isFull, let first = folders.first(where: { $0.argument.folder != nil }) {
      snapshot.notices.append(
        CatalogNotice(
          source: first.argument.path.lossyText,
          problem: "too many folders to watch; checking for changes periodically",
          isFailure: false))
    }
    return snapshot
  }

  mutating func take(_ news: FolderEventQueue.Batch, for receiver: some SnapshotReceiving) {
    let before = snapshot()
    for event in news.events { record(event) }
    if news.isOverflown { for place in folders.indices { folders[place].recordOverflow() } }
    if news.isRetry { tryAgain(for: receiver) }
    for place in folders.indices {
      folders[place].applyChanges()
      if let reason = reason(to: news, readAgain: folders[place]) {
        read(place, reason, for: receiver)
      }
    }
    watchTargets()
    let after = snapshot()
    if news.isRetry || !after.isEqual(to: before) { receiver.receive(after) }
  }

  mutating func watchTargets() {
    for place in folders.indices {
      guard let targets = folders[place].otherTargetFolders() else { continue }
      for folder in targets {
        watched.add(WatchedFolders.Place(argument: place, folder: folder, isOfTargets: true))
      }
      watched.keep(only: targets, of: place, areOfTargets: true)
    }
  }

  private func reason(
    to news: FolderEventQueue.Batch, readAgain folder: LiveFolder
  ) -> LiveFolder.Reason? {
    guard folder.argument.folder != nil else { return nil }
    if news.isPoll || news.isGlance {
      if watched.mustPoll { return .poll }
      if folder.hasEnded { return .event }
    }
    if news.isRetry { return .retry }
    return folder.mustBeRead ? .event : nil
  }

  private mutating func record(_ event: DirectoryEvent) {
    for place in watched[event.watch] {
      guard !place.isOfTargets else {
        folders[place.argument].recordTarget(event, in: place.folder)
        continue
      }
      folders[place.argument].record(event, in: place.folder, isRecursive: isRecursive) {
        [watched] in watched.contains(WatchedFolders.Place(argument: place.argument, folder: $0))
      }
    }
    if event.kind.contains(.watchEnded) { watched.forget(event.watch) }
    // Later events there belong to another path.
    if event.kind.contains(.folderMoved) { watched.end(event.watch) }
  }

  private mutating func read(
    _ place: Int, _ reason: LiveFolder.Reason, for receiver: some SnapshotReceiving
  ) {
    var watched = watched
    let read = folders[place].read(
      reason, isRecursive: isRecursive, unless: { receiver.isGone },
      onFolder: { folder, isReplaced in
        let folder = WatchedFolders.Place(argument: place, folder: folder)
        // The watch is on the previous directory.
        if isReplaced { watched.end(folder) }
        watched.add(folder)
      })
    watched.keep(only: read ?? [], of: place)
    self.watched = watched
  }
}

extension LiveFolders {
  private mutating func tryAgain(for receiver: some SnapshotReceiving) {
    let places = folders.indices.filter {
      folders[$0].argument.folder == nil && folders[$0].argument.notice != nil
    }
    guard !places.isEmpty else { return }
    receiver.receive(snapshot(isComplete: false))
    for place in places where !receiver.isGone {
      var reading = CatalogReading(
        [folders[place].argument.path], isRecursive: isRecursive,
        isSurrounded: isSurrounded && folders.count == 1, watched: watched, firstNumber: place)
      reading.run(for: PartReceiver(receiver: receiver, whole: self, place: place))
      watched = reading.watched
      named = reading.named ?? named
      folders[place] = LiveFolder(reading.arguments[0], entries: reading.entries)
    }
  }

  private struct PartReceiver<Receiver: SnapshotReceiving>: SnapshotReceiving {
    let receiver: Receiver
    let whole: LiveFolders
    let place: Int

    var isGone: Bool { receiver.isGone }

    func receive(_ snapshot: CatalogSnapshot) {
      guard !snapshot.isComplete else { return }
      var whole = whole
      var argument = whole.folders[place].argument
      argument.notice = nil
      argument.folders = snapshot.folders
      whole.folders[place] = LiveFolder(argument, entries: snapshot.entries)
      whole.named = snapshot.named ?? whole.named
      receiver.receive(whole.snapshot(isComplete: false))
    }
  }
}

extension CatalogSnapshot {
  fileprivate func isEqual(to other: CatalogSnapshot) -> Bool {
    entries == other.entries && folders == other.folders && skipped == other.skipped
      && emptyFolders == other.emptyFolders && notices == other.notices && noted == other.noted
      && directories == other.directories
  }
}
