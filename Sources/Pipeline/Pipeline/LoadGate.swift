import Concurrency
import Decoding
import Synchronization

/// What a load spends its time with, by which so many may run at once.
enum LoadLane: CaseIterable, Hashable, Sendable {
  /// Decoding files: as many at once as are worth asking for, one more than there are processors.
  case file
  /// Waiting for servers: many at once, since they cost nothing but patience.
  case web
  /// Asking servers for the beginnings of large files: as many at once as for anything, but of what nobody sees
  /// none while more than a few come of what can be seen.
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
    /// How often that order has changed.
    var revision = 0
    /// The pictures that are looked at alone.
    var awaited: Set<PictureKey> = []
    /// How many tiles are being made of each picture, from the first byte on.
    var underWay: [PictureKey: Int] = [:]
    /// How many wait for their turn in a lane that may be closed to what nobody sees.
    var waitingToBeSeen = 0
    /// How many of the most wanted can be seen.
    var seenCount = Int.max

    /// Whether one of those that are looked at alone is not there yet.
    var isAwaiting: Bool { awaited.contains { underWay[$0] != nil } }

    /// The place of a picture in that order, behind all others where it has none.
    func rank(of key: PictureKey) -> Int { ranks[key] ?? .max }
  }

  /// A load that is inside; of one picture there may be several in one lane.
  private struct Running {
    let key: PictureKey
    let lane: LoadLane
    var rank: Int
  }

  /// As many as the client has transfers, which gives each host its share.
  private static let webWidth = 32
  private static let restWidth = 4
  /// Beside how many beginnings of what can be seen others are asked for: one server that does not answer is not to
  /// keep everything waiting.
  private static let fewBeginnings = 4
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
  private var running: [Running] = []
  /// Which order of the pictures the ranks of all who wait are from.
  private var revision = 0
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
  var runningCount: Int { running.count }

  private func runningCount(in lane: LoadLane) -> Int { running.count { $0.lane == lane } }

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
      demand.revision += 1
      demand.awaited = Set(keys.prefix(awaitedCount))
      demand.seenCount = seenCount
    }
    nudge()
  }

  /// How many wait for their turn to load the beginning of a file, or its rest.
  nonisolated var putOffCount: Int { demand.withLock { $0.waitingToBeSeen } }

  /// Has those looked at again: what could not be seen before may be now.
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
  /// - Parameters:
  ///   - key: The picture that is loaded.
  ///   - lane: What the load spends its time with.
  ///   - isRefinement: Whether a preview of the picture is shown already: pictures without one come first.
  ///   - body: What is done.
  /// - Returns: What it returns.
  /// - Throws: What it throws; `DecodingError.cancelled` where the task is cancelled before.
  nonisolated func pass<Success>(
    _ key: PictureKey, _ lane: LoadLane, isRefinement: Bool = false,
    _ body: () async throws(ImageError.Cause) -> Success
  ) async throws(ImageError.Cause) -> Success {
    guard await enter(key, lane, isRefinement: isRefinement) else { throw .decoding(.cancelled) }
    do throws(ImageError.Cause) {
      guard !Task.isCancelled else { throw .decoding(.cancelled) }
      let success = try await body()
      await leave(key, lane)
      return success
    } catch {
      await leave(key, lane)
      throw error
    }
  }

  /// Waits for a turn; false where the task is cancelled before it has come.
  private func enter(
    _ key: PictureKey, _ lane: LoadLane, isRefinement: Bool
  ) async -> Bool {
    if lane.mayBeClosed { demand.withLock { $0.waitingToBeSeen += 1 } }
    defer { if lane.mayBeClosed { demand.withLock { $0.waitingToBeSeen -= 1 } } }
    let turn = Promise<Bool>()
    let rank = demand.withLock { $0.rank(of: key) }
    let place = queue.append(
      LoadQueue.Entry(key: key, lane: lane, isRefinement: isRefinement, rank: rank, turn: turn))
    letThrough()
    let mayPass = await withTaskCancellationHandler {
      await turn.value()
    } onCancel: {
      turn.fulfil(false)
    }
    if !mayPass { queue.remove(place) }
    return mayPass
  }

  private func leave(_ key: PictureKey, _ lane: LoadLane) {
    if let place = running.firstIndex(where: { $0.key == key && $0.lane == lane }) {
      running.remove(at: place)
    }
    letThrough()
  }

  private func letThrough() {
    let demand = demand.withLock { $0 }
    if demand.revision != revision { rank(by: demand) }
    let awaited = demand.isAwaiting ? demand.awaited : nil
    while let next = queue.popFirst(
      from: openLanes(), awaiting: awaited, besides: openLanes(besides: true),
      onlySeen: lanesOfSeen(demand.seenCount), seen: demand.seenCount)
    {
      // Who has been cancelled takes no place.
      guard next.turn.fulfil(true) else { continue }
      running.append(Running(key: next.key, lane: next.lane, rank: next.rank))
    }
    pace.setBusy(running.contains { $0.lane.needsProcessor })
    guard isLoading != (runningCount > 0) else { return }
    isLoading.toggle()
    onLoading(isLoading)
  }

  /// Ranks all anew whose order has changed.
  private func rank(by demand: Demand) {
    revision = demand.revision
    queue.rank(by: demand.rank)
    for place in running.indices { running[place].rank = demand.rank(of: running[place].key) }
  }

  /// The lanes through which nothing passes that nobody sees.
  private func lanesOfSeen(_ seenCount: Int) -> Set<LoadLane> {
    let count = running.count {
      $0.lane == .beginning && LoadQueue.isSeen($0.rank, of: seenCount)
    }
    return count > Self.fewBeginnings ? [.rest, .beginning] : [.rest]
  }

  /// The lanes that have room, or those that have room for others than what is awaited.
  private func openLanes(besides: Bool = false) -> Set<LoadLane> {
    Set(
      LoadLane.allCases.filter { lane in
        let width = widths[lane, default: 1]
        if lane == .rest, runningCount(in: .beginning) > 0 || queue.hasAny(in: .beginning) {
          return false
        }
        return runningCount(in: lane)
          < (besides && lane.needsProcessor ? width - Self.awaitedWidth : width)
      })
  }
}

extension LoadLane {
  /// Whether loads take a processor from one another.
  fileprivate var needsProcessor: Bool { self == .file || self == .rendering }

  /// Whether there are times when only loads pass of what can be seen.
  fileprivate var mayBeClosed: Bool { self == .beginning || self == .rest }
}

/// Those who wait at the gate, and the order in which they are wanted.
struct LoadQueue: Sendable {
  /// One who waits.
  struct Entry: Sendable {
    /// The picture that is loaded, or that a tile is made of.
    let key: PictureKey
    let lane: LoadLane
    /// Whether a preview of the picture is shown already.
    var isRefinement = false
    /// Its place in the order in which pictures are wanted, zero the first; those without one are behind all others.
    var rank = Int.max
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

  /// Sets the places of all in the order in which pictures are wanted.
  mutating func rank(by rank: (PictureKey) -> Int) {
    waiting = waiting.mapValues { entry in
      var entry = entry
      entry.rank = rank(entry.key)
      return entry
    }
  }

  /// Whether a picture of a rank can be seen where so many can; all can be where nobody has said it.
  static func isSeen(_ rank: Int, of seenCount: Int) -> Bool {
    seenCount == .max || rank < seenCount
  }

  /// Takes the most wanted entry out: the one with the lowest rank; of those without a rank, which
  /// come last, the one that came first.
  ///
  /// Of pictures that can be seen, and of the others, those with a preview
  /// come last.
  /// - Parameters:
  ///   - lanes: The lanes that have room.
  ///   - awaited: The pictures for which there is that room; nil where it is there for all.
  ///   - others: The lanes that have room for other pictures then.
  ///   - lanesOfSeen: The lanes that only pictures may take that can be seen.
  ///   - seenCount: How many of the pictures can be seen.
  /// - Returns: The entry, or nil where nobody waits for these lanes.
  mutating func popFirst(
    from lanes: Set<LoadLane>, awaiting awaited: Set<PictureKey>? = nil,
    besides others: Set<LoadLane> = [], onlySeen lanesOfSeen: Set<LoadLane> = [],
    seen seenCount: Int = .max
  ) -> Entry? {
    let next = waiting.lazy.filter { entry in
      let (key, lane) = (entry.value.key, entry.value.lane)
      guard !lanesOfSeen.contains(lane) || Self.isSeen(entry.value.rank, of: seenCount) else {
        return false
      }
      return (awaited?.contains(key) == false ? others : lanes).contains(lane)
    }
    .map { place, entry -> (group: Int, rank: Int, place: Int) in
      let isSeen = Self.isSeen(entry.rank, of: seenCount)
      return (
        group: (isSeen ? 0 : 2) + (entry.isRefinement ? 1 : 0), rank: entry.rank, place: place
      )
    }
    .min { $0 < $1 }
    return next.flatMap { waiting.removeValue(forKey: $0.place) }
  }
}
