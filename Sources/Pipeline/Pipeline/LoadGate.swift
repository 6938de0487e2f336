import Concurrency
import Decoding
import Synchronization

/// What a load spends its time with, by which so many may run at once.
enum LoadLane: CaseIterable, Hashable, Sendable {
  /// Decoding files: as many at once as are worth asking for, one more than there are processors.
  case file
  /// Waiting for servers: many at once, since they cost nothing but patience.
  case web
  /// Asking servers for the beginnings of large files: as many at once as for anything.
  case beginning
  /// Asking servers for the rest of these: few at once, and none while anybody waits for a beginning, or of what
  /// nobody sees.
  case rest
  /// Making tiles of bitmaps, which keeps a processor busy.
  case rendering
}

/// Lets so many loads run at once in each lane, the most wanted first.
///
/// What waits here has a task of its own, and gives its place up when that is cancelled. While what
/// somebody looks at alone is loaded, nobody else gets the processors that it can use.
actor LoadGate {
  /// What is wanted, and what of the most wanted is on its way.
  private struct Demand {
    /// The order in which pictures are wanted, zero the most.
    var ranks: [PictureKey: Int] = [:]
    /// The pictures that are looked at alone.
    var awaited: Set<PictureKey> = []
    /// How many tiles are being made of each picture, from the first byte on.
    var underWay: [PictureKey: Int] = [:]
    /// How many wait for their turn to load the rest of a file.
    var waitingForRest = 0
    /// How many of the most wanted can be seen.
    var seenCount = Int.max

    /// Whether one of those that are looked at alone is not there yet.
    var isAwaiting: Bool { awaited.contains { underWay[$0] != nil } }
  }

  /// As many as the client has transfers, which gives each host its share.
  private static let webWidth = 32
  private static let restWidth = 4
  /// How many loads fewer run beside one that is awaited: what is decoded, drawn and written of that keeps
  /// as many processors busy.
  private static let awaitedWidth = 3

  private let widths: [LoadLane: Int]
  private let executor: WorkExecutor
  private let onLoading: @Sendable (Bool) -> Void
  private let pace: LoadPace
  private let demand = Mutex(Demand())
  private let nudges: SharedTasks<LoadLane, Void>
  private var queue = LoadQueue()
  private var running: [LoadLane: Int] = [:]
  /// What was told last.
  private var isLoading = false

  /// Makes a gate through which nobody has passed.
  /// - Parameters:
  ///   - width: How many files are loaded at once, and how many tiles are made; at least one.
  ///   - executor: Where the gate itself runs.
  ///   - pace: Hears whether loads keep processors busy.
  ///   - onLoading: Is told whether anything is loaded, when that changes; must not wait.
  init(
    width: Int, executor: WorkExecutor, pace: LoadPace = LoadPace(),
    onLoading: @escaping @Sendable (Bool) -> Void
  ) {
    widths = [
      .file: max(1, width), .web: Self.webWidth, .beginning: Self.webWidth, .rest: Self.restWidth,
      .rendering: max(1, width),
    ]
    self.executor = executor
    nudges = SharedTasks(executor: executor)
    self.pace = pace
    self.onLoading = onLoading
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// How many are inside, those included that nobody waits for any more.
  var runningCount: Int { running.values.reduce(0, +) }

  /// Sets the order in which those who wait are let through, the most wanted first.
  /// - Parameters:
  ///   - keys: The pictures in that order.
  ///   - awaitedCount: How many of them, from the first on, are looked at alone.
  ///   - seenCount: How many of them, from the first on, can be seen; the others are loaded ahead.
  nonisolated func prioritise(
    _ keys: [PictureKey], awaiting awaitedCount: Int, seen seenCount: Int
  ) {
    let order = Dictionary(zip(keys, 0...), uniquingKeysWith: { first, _ in first })
    demand.withLock { demand in
      demand.ranks = order
      demand.awaited = Set(keys.prefix(awaitedCount))
      demand.seenCount = seenCount
    }
    nudge()
  }

  /// How many wait for their turn to load the rest of a file.
  nonisolated var putOffCount: Int { demand.withLock { $0.waitingForRest } }

  /// Has those looked at again who wait for the rest of a file: what could not be seen before may be now.
  private nonisolated func nudge() {
    guard putOffCount > 0 else { return }
    _ = nudges.join(.rest, { _, _ in }) { [weak self] share in
      // Whoever comes now is served by another turn, since this one may have looked already.
      share.finish(())
      await self?.letThrough()
    }
  }

  /// Whether a picture may be scrolled away before anybody has looked at it: not where nobody scrolls, nor what is
  /// looked at alone.
  nonisolated func letsRest(_ key: PictureKey) -> Bool {
    demand.withLock { !$0.ranks.isEmpty && !$0.awaited.contains(key) }
  }

  /// Hears that a tile is being made of a picture, which may take several turns.
  nonisolated func begin(_ key: PictureKey) {
    demand.withLock { $0.underWay[key, default: 0] += 1 }
  }

  /// Hears that it has been made, or that there is none.
  func end(_ key: PictureKey) {
    demand.withLock { demand in
      let count = demand.underWay[key, default: 1] - 1
      demand.underWay[key] = count > 0 ? count : nil
    }
    letThrough()
  }

  /// Does something when its turn has come.
  /// - Throws: What it throws; `DecodingError.cancelled` where the task is cancelled before.
  nonisolated func pass<Success>(
    _ key: PictureKey, _ lane: LoadLane, _ body: () async throws(ImageError.Cause) -> Success
  ) async throws(ImageError.Cause) -> Success {
    guard await enter(key, lane) else { throw .decoding(.cancelled) }
    do throws(ImageError.Cause) {
      guard !Task.isCancelled else { throw .decoding(.cancelled) }
      let success = try await body()
      await leave(lane)
      return success
    } catch {
      await leave(lane)
      throw error
    }
  }

  /// Waits for a turn; false where the task is cancelled before it has come.
  private func enter(_ key: PictureKey, _ lane: LoadLane) async -> Bool {
    if lane == .rest { demand.withLock { $0.waitingForRest += 1 } }
    defer { if lane == .rest { demand.withLock { $0.waitingForRest -= 1 } } }
    let turn = Promise<Bool>()
    let place = queue.append(LoadQueue.Entry(key: key, lane: lane, turn: turn))
    letThrough()
    let mayPass = await withTaskCancellationHandler {
      await turn.value()
    } onCancel: {
      turn.fulfil(false)
    }
    if !mayPass { queue.remove(place) }
    return mayPass
  }

  private func leave(_ lane: LoadLane) {
    running[lane, default: 0] -= 1
    letThrough()
  }

  private func letThrough() {
    let demand = demand.withLock { $0 }
    let awaited = demand.isAwaiting ? demand.awaited : nil
    while let next = queue.popFirst(
      ranks: demand.ranks, from: openLanes(), awaiting: awaited, besides: openLanes(besides: true),
      seen: demand.seenCount)
    {
      // Who has been cancelled takes no place.
      if next.turn.fulfil(true) { running[next.lane, default: 0] += 1 }
    }
    pace.setBusy(running.contains { $0.key.needsProcessor && $0.value > 0 })
    guard isLoading != (runningCount > 0) else { return }
    isLoading.toggle()
    onLoading(isLoading)
  }

  /// The lanes that have room, or those that have room for others than what is awaited.
  private func openLanes(besides: Bool = false) -> Set<LoadLane> {
    Set(
      LoadLane.allCases.filter { lane in
        let width = widths[lane, default: 1]
        if lane == .rest, running[.beginning, default: 0] > 0 || queue.hasAny(in: .beginning) {
          return false
        }
        return running[lane, default: 0]
          < (besides && lane.needsProcessor ? width - Self.awaitedWidth : width)
      })
  }
}

extension LoadLane {
  /// Whether loads take a processor from one another.
  fileprivate var needsProcessor: Bool { self == .file || self == .rendering }
}

/// Those who wait at the gate, and the order in which they are wanted.
struct LoadQueue: Sendable {
  /// One who waits.
  struct Entry: Sendable {
    /// The picture that is loaded, or that a tile is made of.
    let key: PictureKey
    let lane: LoadLane
    /// Is fulfilled when the turn has come, or the wait is over without.
    let turn: Promise<Bool>
  }

  /// The entries by the number of their arrival.
  private var waiting: [Int: Entry] = [:]
  private var arrivals = 0

  /// Lets somebody wait, and returns the number of their place.
  mutating func append(_ entry: Entry) -> Int {
    defer { arrivals += 1 }
    waiting[arrivals] = entry
    return arrivals
  }

  /// Whether anybody waits for a lane.
  func hasAny(in lane: LoadLane) -> Bool { waiting.values.contains { $0.lane == lane } }

  /// Takes a place out that is not wanted any more.
  mutating func remove(_ place: Int) {
    waiting[place] = nil
  }

  /// Takes the most wanted entry out: the one with the lowest rank; of those without a rank, which
  /// come last, the one that came first.
  /// - Parameters:
  ///   - ranks: The order in which pictures are wanted, zero the most.
  ///   - lanes: The lanes that have room.
  ///   - awaited: The pictures for which there is that room; nil where it is there for all.
  ///   - others: The lanes that have room for other pictures then.
  ///   - seenCount: How many of the pictures can be seen: of others there is a beginning at most.
  /// - Returns: The entry, or nil where nobody waits for these lanes.
  mutating func popFirst(
    ranks: [PictureKey: Int], from lanes: Set<LoadLane>, awaiting awaited: Set<PictureKey>? = nil,
    besides others: Set<LoadLane> = [], seen seenCount: Int = .max
  ) -> Entry? {
    let next = waiting.lazy.filter { entry in
      let (key, lane) = (entry.value.key, entry.value.lane)
      guard lane != .rest || ranks[key] ?? (seenCount == .max ? 0 : .max) < seenCount else {
        return false
      }
      return (awaited?.contains(key) == false ? others : lanes).contains(lane)
    }
    .map { (rank: ranks[$0.value.key] ?? .max, place: $0.key) }
    .min { $0 < $1 }
    return next.flatMap { waiting.removeValue(forKey: $0.place) }
  }
}
