package import Base
import Synchronization

/// The resource that a step of a load needs; each lane has its own concurrency limit.
package enum LoadLane: CaseIterable, Hashable, Sendable {
  /// Decoding of files: one more than there are processors.
  case file
  /// Requests to servers: many, since they only wait.
  case web
  /// Beginnings of large files on servers: many; invisible ones while few visible ones run.
  case beginning
  /// The rest of these files: few; none while a beginning is pending or if invisible.
  case remainder
  /// Rendering of tiles, which is CPU-bound, as decoding is.
  case rendering
}

/// Limits the concurrent loads of each lane, most urgent first.
///
/// Cancellation of a waiting task frees its place. While a focused photo (in the viewer) is
/// loading, the processors that it can use are reserved for it.
actor LoadScheduler {
  private struct Demand {
    var ranks: [BitmapKey: Int] = [:]
    var revision = 0
    var focused: Set<BitmapKey> = []
    var underWay: [BitmapKey: Int] = [:]
    /// Number of loads waiting in lanes that may be closed to invisible photos.
    var waitingToBeVisible = 0
    var visibleCount = Int.max

    var isLoadingFocused: Bool { focused.contains { underWay[$0] != nil } }

    func rank(of key: BitmapKey) -> Int { ranks[key] ?? .max }
  }

  /// A running step; there may be several of one bitmap in one lane.
  private struct Running {
    let key: BitmapKey
    let lane: LoadLane
    var rank: Int
  }

  /// As many as the client has transfers; it limits each host itself.
  private static let webWidth = 32
  private static let remainderWidth = 4
  /// One server that does not answer must not block all beginnings.
  private static let fewBeginnings = 4
  /// Decoding, rendering and writing of a focused photo keep this many processors busy.
  private static let focusedConcurrency = 3

  private let widths: [LoadLane: Int]
  private let executor: WorkExecutor
  private let onLoading: @Sendable (Bool) -> Void
  private let activity: LoadActivity
  private let demand = Mutex(Demand())
  private let nudges: SharedTasks<LoadLane, Void>
  private var queue = LoadQueue()
  private var running: [Running] = []
  private var revision = 0
  private var isLoading = false

  /// `width` limits file loads and rendering; `onLoading` must not wait.
  init(
    width: Int, executor: WorkExecutor, activity: LoadActivity = LoadActivity(),
    onLoading: @escaping @Sendable (Bool) -> Void
  ) {
    widths = [
      .file: max(1, width), .web: Self.webWidth, .beginning: Self.webWidth,
      .remainder: Self.remainderWidth, .rendering: max(1, width),
    ]
    self.executor = executor
    nudges = SharedTasks(executor: executor)
    (self.activity, self.onLoading) = (activity, onLoading)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  var runningCount: Int { running.count }

  private func runningCount(in lane: LoadLane) -> Int { running.count { $0.lane == lane } }

  nonisolated func prioritise(
    _ keys: [BitmapKey], focused focusedCount: Int, visible visibleCount: Int
  ) {
    let order = Dictionary(zip(keys, 0...), uniquingKeysWith: { first, _ in first })
    demand.withLock { demand in
      demand.ranks = order
      demand.revision += 1
      demand.focused = Set(keys.prefix(focusedCount))
      demand.visibleCount = visibleCount
    }
    nudge()
  }

  nonisolated var deferredCount: Int { demand.withLock { $0.waitingToBeVisible } }

  /// Checks waiters again: visibility may have changed.
  private nonisolated func nudge() {
    guard deferredCount > 0 else { return }
    _ = nudges.join(.remainder, { _, _ in }) { [weak self] share in
      // A later caller must start another pass, since this one may have checked already.
      share.finish(())
      await self?.letThrough()
    }
  }

  /// Whether a step should wait first: the remainder only if the user may scroll on.
  nonisolated func shouldDelay(_ step: LoadStep, of key: BitmapKey) -> Bool {
    guard step.lane == .remainder else { return step.delay > .zero }
    return demand.withLock { !$0.ranks.isEmpty && !$0.focused.contains(key) }
  }

  nonisolated func begin(_ key: BitmapKey) {
    demand.withLock { $0.underWay[key, default: 0] += 1 }
  }

  func end(_ key: BitmapKey) {
    demand.withLock { demand in
      let count = demand.underWay[key, default: 1] - 1
      demand.underWay[key] = count > 0 ? count : nil
    }
    letThrough()
  }

  /// Runs `body` at its turn; throws `DecodingError.cancelled` if cancelled before.
  ///
  /// `isRefinement` marks bitmaps of photos with a preview, which come after those without one.
  nonisolated func run<Success>(
    _ key: BitmapKey, in lane: LoadLane, isRefinement: Bool = false,
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

  private func enter(_ key: BitmapKey, _ lane: LoadLane, isRefinement: Bool) async -> Bool {
    if lane.mayBeClosed { demand.withLock { $0.waitingToBeVisible += 1 } }
    defer { if lane.mayBeClosed { demand.withLock { $0.waitingToBeVisible -= 1 } } }
    let turn = Promise<Bool>()
    let rank = demand.withLock { $0.rank(of: key) }
    let place = queue.append(
      LoadQueue.Entry(key: key, lane: lane, isRefinement: isRefinement, rank: rank, turn: turn))
    letThrough()
    let mayPass = await turn.value(orWhenCancelled: false)
    if !mayPass { queue.remove(place) }
    return mayPass
  }

  private func leave(_ key: BitmapKey, _ lane: LoadLane) {
    if let place = running.firstIndex(where: { $0.key == key && $0.lane == lane }) {
      running.remove(at: place)
    }
    letThrough()
  }

  private func letThrough() {
    let demand = demand.withLock { $0 }
    if demand.revision != revision { rank(by: demand) }
    let focused = demand.isLoadingFocused ? demand.focused : nil
    while let next = queue.popFirst(
      from: openLanes(), focused: focused, others: openLanes(besidesFocused: true),
      onlyVisible: lanesOfVisible(demand.visibleCount), visible: demand.visibleCount)
    {
      // A cancelled waiter takes no slot.
      guard next.turn.fulfil(true) else { continue }
      running.append(Running(key: next.key, lane: next.lane, rank: next.rank))
    }
    activity.setBusy(running.contains { $0.lane.needsProcessor })
    guard isLoading != (runningCount > 0) else { return }
    isLoading.toggle()
    onLoading(isLoading)
  }

  private func rank(by demand: Demand) {
    revision = demand.revision
    queue.rank(by: demand.rank)
    for place in running.indices { running[place].rank = demand.rank(of: running[place].key) }
  }

  private func lanesOfVisible(_ visibleCount: Int) -> Set<LoadLane> {
    let count = running.count {
      $0.lane == .beginning && LoadQueue.isVisible($0.rank, of: visibleCount)
    }
    return count > Self.fewBeginnings ? [.remainder, .beginning] : [.remainder]
  }

  /// Lanes with free slots; with `besidesFocused`, for photos that are not focused.
  private func openLanes(besidesFocused: Bool = false) -> Set<LoadLane> {
    Set(
      LoadLane.allCases.filter { lane in
        let width = widths[lane, default: 1]
        if lane == .remainder, runningCount(in: .beginning) > 0 || queue.hasAny(in: .beginning) {
          return false
        }
        return runningCount(in: lane)
          < (besidesFocused && lane.needsProcessor ? width - Self.focusedConcurrency : width)
      })
  }
}

extension LoadLane {
  fileprivate var needsProcessor: Bool { self == .file || self == .rendering }

  fileprivate var mayBeClosed: Bool { self == .beginning || self == .remainder }
}

package struct LoadQueue: Sendable {
  package struct Entry: Sendable {
    package let key: BitmapKey
    let lane: LoadLane
    var isRefinement: Bool
    /// Zero is the most urgent; `.max` without a rank.
    var rank: Int
    /// Fulfilled with true for its turn, or with false by cancellation.
    let turn: Promise<Bool>

    package init(
      key: BitmapKey, lane: LoadLane, isRefinement: Bool = false, rank: Int = .max,
      turn: Promise<Bool>
    ) {
      (self.key, self.lane, self.isRefinement) = (key, lane, isRefinement)
      (self.rank, self.turn) = (rank, turn)
    }
  }

  private var waiting: [Int: Entry] = [:]
  private var arrivals = 0

  package init() {}

  package mutating func append(_ entry: Entry) -> Int {
    defer { arrivals += 1 }
    waiting[arrivals] = entry
    return arrivals
  }

  func hasAny(in lane: LoadLane) -> Bool { waiting.values.contains { $0.lane == lane } }

  package mutating func remove(_ place: Int) {
    waiting[place] = nil
  }

  package mutating func rank(by rank: (BitmapKey) -> Int) {
    waiting = waiting.mapValues { entry in
      var entry = entry
      entry.rank = rank(entry.key)
      return entry
    }
  }

  /// Whether a rank is visible; without priorities all are.
  static func isVisible(_ rank: Int, of visibleCount: Int) -> Bool {
    visibleCount == .max || rank < visibleCount
  }

  /// Removes the most urgent entry: lowest rank first; without rank in order of arrival.
  ///
  /// Visible photos precede invisible ones; in each group those with a preview are last. If
  /// `focused` is not nil, `lanes` apply to these photos and `others` to all other ones;
  /// `lanesOfVisible` are closed to invisible photos.
  package mutating func popFirst(
    from lanes: Set<LoadLane>, focused: Set<BitmapKey>? = nil, others: Set<LoadLane> = [],
    onlyVisible lanesOfVisible: Set<LoadLane> = [], visible visibleCount: Int = .max
  ) -> Entry? {
    let next = waiting.lazy.compactMap { place, entry -> (group: Int, rank: Int, place: Int)? in
      let isVisible = Self.isVisible(entry.rank, of: visibleCount)
      let open = focused?.contains(entry.key) == false ? others : lanes
      guard open.contains(entry.lane), isVisible || !lanesOfVisible.contains(entry.lane) else {
        return nil
      }
      return ((isVisible ? 0 : 2) + (entry.isRefinement ? 1 : 0), entry.rank, place)
    }
    .min { $0 < $1 }
    return next.flatMap { waiting.removeValue(forKey: $0.place) }
  }
}
