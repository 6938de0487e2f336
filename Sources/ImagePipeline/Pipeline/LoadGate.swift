import Base
import Synchronization

/// The resource that a load needs; each lane has its own concurrency limit.
enum LoadLane: CaseIterable, Hashable, Sendable {
  /// Decoding of files: one more than there are processors.
  case file
  /// Requests to servers: many, since they only wait.
  case web
  /// First parts of large files: many; invisible ones wait while more than a few visible ones run.
  case beginning
  /// The rest of these files: few, none while a first part is pending, and none for invisible
  /// photos.
  case rest
  /// Rendering of tiles, which is CPU-bound, as decoding is.
  case rendering
}

/// Limits the concurrent loads of each lane, most urgent first.
///
/// Each waiter is a task of its own, whose cancellation frees its place. While an awaited photo (in
/// the viewer) is loading, the processors that it can use are reserved for it.
actor LoadGate {
  private struct Demand {
    var ranks: [PictureKey: Int] = [:]
    var revision = 0
    /// Photos shown alone in the viewer.
    var awaited: Set<PictureKey> = []
    /// Number of tiles being made from each picture.
    var underWay: [PictureKey: Int] = [:]
    /// Number of loads waiting in lanes that may be closed to invisible photos.
    var waitingToBeSeen = 0
    /// Number of the most urgent pictures that are visible.
    var seenCount = Int.max

    var isAwaiting: Bool { awaited.contains { underWay[$0] != nil } }

    func rank(of key: PictureKey) -> Int { ranks[key] ?? .max }
  }

  /// A running load; there may be several of one picture in one lane.
  private struct Running {
    let key: PictureKey
    let lane: LoadLane
    var rank: Int
  }

  /// As many as the client has transfers; it limits each host itself.
  private static let webWidth = 32
  private static let restWidth = 4
  /// One server that does not answer must not block all first parts.
  private static let fewBeginnings = 4
  /// Decoding, rendering and writing of an awaited photo keep this many processors busy.
  private static let awaitedWidth = 3

  private let widths: [LoadLane: Int]
  private let executor: WorkExecutor
  private let onLoading: @Sendable (Bool) -> Void
  private let pace: LoadPace
  private let demand = Mutex(Demand())
  private let nudges: SharedTasks<LoadLane, Void>
  private var queue = LoadQueue()
  private var running: [Running] = []
  private var revision = 0
  private var isLoading = false

  /// `width` limits file loads and rendering; `onLoading` must not wait.
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

  var runningCount: Int { running.count }

  private func runningCount(in lane: LoadLane) -> Int { running.count { $0.lane == lane } }

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

  /// Loads waiting for the first part of a file, or for its rest.
  nonisolated var putOffCount: Int { demand.withLock { $0.waitingToBeSeen } }

  /// Checks waiters again: what was invisible may be visible now.
  private nonisolated func nudge() {
    guard putOffCount > 0 else { return }
    _ = nudges.join(.rest, { _, _ in }) { [weak self] share in
      // A later caller must start another pass, since this one may have checked already.
      share.finish(())
      await self?.letThrough()
    }
  }

  /// Whether the picture may be scrolled away before it is seen.
  nonisolated func letsRest(_ key: PictureKey) -> Bool {
    demand.withLock { !$0.ranks.isEmpty && !$0.awaited.contains(key) }
  }

  /// Registers a tile being made, which may take several turns.
  nonisolated func begin(_ key: PictureKey) {
    demand.withLock { $0.underWay[key, default: 0] += 1 }
  }

  func end(_ key: PictureKey) {
    demand.withLock { demand in
      let count = demand.underWay[key, default: 1] - 1
      demand.underWay[key] = count > 0 ? count : nil
    }
    letThrough()
  }

  /// Runs `body` when its turn has come; throws `DecodingError.cancelled` if the task is cancelled
  /// before.
  ///
  /// `isRefinement` marks pictures with a preview, which come after those without one.
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
      // A cancelled waiter takes no slot.
      guard next.turn.fulfil(true) else { continue }
      running.append(Running(key: next.key, lane: next.lane, rank: next.rank))
    }
    pace.setBusy(running.contains { $0.lane.needsProcessor })
    guard isLoading != (runningCount > 0) else { return }
    isLoading.toggle()
    onLoading(isLoading)
  }

  private func rank(by demand: Demand) {
    revision = demand.revision
    queue.rank(by: demand.rank)
    for place in running.indices { running[place].rank = demand.rank(of: running[place].key) }
  }

  private func lanesOfSeen(_ seenCount: Int) -> Set<LoadLane> {
    let count = running.count {
      $0.lane == .beginning && LoadQueue.isSeen($0.rank, of: seenCount)
    }
    return count > Self.fewBeginnings ? [.rest, .beginning] : [.rest]
  }

  /// Lanes with free slots; with `besides`, for pictures that are not awaited.
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
  fileprivate var needsProcessor: Bool { self == .file || self == .rendering }

  fileprivate var mayBeClosed: Bool { self == .beginning || self == .rest }
}

/// The waiters of the gate, in order of priority.
struct LoadQueue: Sendable {
  struct Entry: Sendable {
    let key: PictureKey
    let lane: LoadLane
    var isRefinement = false
    /// Zero is the most urgent; `.max` if the picture has no rank.
    var rank = Int.max
    /// Fulfilled with true for its turn, or with false by cancellation.
    let turn: Promise<Bool>
  }

  private var waiting: [Int: Entry] = [:]
  private var arrivals = 0

  mutating func append(_ entry: Entry) -> Int {
    defer { arrivals += 1 }
    waiting[arrivals] = entry
    return arrivals
  }

  func hasAny(in lane: LoadLane) -> Bool { waiting.values.contains { $0.lane == lane } }

  mutating func remove(_ place: Int) {
    waiting[place] = nil
  }

  mutating func rank(by rank: (PictureKey) -> Int) {
    waiting = waiting.mapValues { entry in
      var entry = entry
      entry.rank = rank(entry.key)
      return entry
    }
  }

  /// Whether a rank is visible; without priorities all are.
  static func isSeen(_ rank: Int, of seenCount: Int) -> Bool {
    seenCount == .max || rank < seenCount
  }

  /// Removes the most urgent entry: lowest rank first; without rank in order of arrival.
  ///
  /// Visible pictures precede invisible ones; in each group those with a preview are last. If
  /// `awaited` is not nil, `lanes` apply to these pictures and `others` to all other ones;
  /// `lanesOfSeen` are closed to invisible pictures.
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
