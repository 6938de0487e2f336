package import Base
internal import Imaging
internal import Synchronization

/// Thumbnails shared between machines by memcached, Redis, Valkey or a Redis Cluster.
///
/// Lookups never block longer than their budget, and a node that fails three times is not accessed
/// for a while. Nothing is loaded or connected before the first lookup.
///
///     if case .thumbnail(let thumbnail) = tier.look(up: key)?.firstAnswer() { return thumbnail }
///     tier.put(thumbnail, as: key)
package final class SharedTier: Sendable {
  /// Maximum bytes of pixels waiting to be packed.
  private static let waitingLimit = 16 << 20

  private struct State {
    var waitingLength = 0
    var pendingPutCount = 0
    var damagedCount = 0
    var finishers: [Promise<Void>] = []
  }

  package let address: TierAddress
  package let timing: TierTiming
  let secret: TierSecret
  let routes: SlotMap
  private let queue: WorkQueue
  private let state = Mutex(State())

  /// Does not connect. `isLowPriority` packs at low priority; `clock` is for circuit breakers.
  package init(
    _ address: TierAddress, secret: TierSecret, trust: TLSOptions = TLSOptions(),
    timing: TierTiming = TierTiming(), isLowPriority: Bool = false,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    (self.address, self.secret, self.timing) = (address, secret, timing)
    queue = WorkQueue(label: "tier writes", isLowPriority: isLowPriority)
    routes = SlotMap(address, trust: trust, timing: timing, clock: clock)
  }

  package func start() {
    for line in routes.given { line.start() }
  }

  /// `side` is the longer side of the size class in pixels. Nil without libcrypto.
  package func key(of identity: ContentIdentity, side: Int) -> TierKey? {
    secret.key(of: identity, side: side)
  }

  /// Whether all circuit breakers are open: then keys are not needed.
  package var isResting: Bool { routes.lines.allSatisfy(\.isResting) }

  /// Whether any node may respond within the budget.
  package var mayAnswerInTime: Bool { routes.lines.contains(where: \.mayAnswerInTime) }

  /// Requests a lease if there is none; does not block. Nil if no response is expected in time.
  package func look(up key: TierKey) -> TierLookup? {
    ask(.getOrLease(key, .ours, seconds: timing.leaseSeconds), about: key, isPatient: false)
  }

  /// Like `look(up:)` without its budget and without the pixels, for background work.
  package func find(_ key: TierKey) -> TierLookup? {
    ask(.findOrLease(key, .ours, seconds: timing.leaseSeconds), about: key, isPatient: true)
  }

  func ask(_ command: TierCommand, about key: TierKey, isPatient: Bool) -> TierLookup? {
    let line = routes.line(for: key)
    guard isPatient || line.mayAnswerInTime else { return nil }
    let longest = timing.connecting + timing.silence
    let request = TierRequest(
      command, within: isPatient ? longest : timing.budget, isBlocking: true)
    let wasUp = line.isUp
    guard line.send(request) else { return nil }
    return TierLookup(
      tier: self, key: key, request: request,
      headStart: isPatient ? longest : wasUp ? timing.headStart : .zero)
  }

  fileprivate func recordDamage(of key: TierKey) {
    routes.line(for: key).recordFailure(.garbled)
    state.withLock { $0.damagedCount += 1 }
  }

  /// Does not block. Drops it if too large or the queue is full, and returns `lookup`'s lease.
  package func put(_ thumbnail: SharedThumbnail, as key: TierKey, after lookup: TierLookup? = nil) {
    let length = thumbnail.bitmap.bytes.count
    let isTaken = state.withLock { state in
      guard state.waitingLength + length <= Self.waitingLimit else { return false }
      state.waitingLength += length
      state.pendingPutCount += 1
      return true
    }
    guard isTaken else {
      lookup?.giveBack()
      return
    }
    let isStarted = queue.start { [self] in
      let bytes = TierValue.bytes(of: thumbnail, for: key, by: secret)
      state.withLock { $0.waitingLength -= length }
      if !send(bytes, as: key) {
        lookup?.giveBack()
        endPut()
      }
    }
    guard !isStarted else { return }
    state.withLock { $0.waitingLength -= length }
    endPut()
  }

  private func send(_ bytes: [UInt8]?, as key: TierKey) -> Bool {
    // Jitter, so that values stored together do not expire together.
    let seconds = Int(Double(timing.lifetimeSeconds) * .random(in: 0.9...1.1))
    guard let bytes else { return false }
    let request = TierRequest(.put(key, bytes, seconds: seconds), within: timing.silence) {
      [self] _ in endPut()
    }
    return routes.line(for: key).send(request)
  }

  private func endPut() {
    change { $0.pendingPutCount -= 1 }
  }

  /// Ends the waiting of `finish` after the last write.
  private func change(_ body: (inout State) -> Void) {
    let finishers = state.withLock { state in
      body(&state)
      guard state.pendingPutCount == 0 else { return [Promise<Void>]() }
      defer { state.finishers = [] }
      return state.finishers
    }
    for finisher in finishers { finisher.fulfil(()) }
  }

  /// Waits until all writes are done, the timeout `finishing`, or cancellation.
  package func finish(on clock: some Clock<Duration> = WorkClock()) async {
    let promise = Promise<Void>()
    change { $0.finishers.append(promise) }
    let limit = timing.finishing
    await withTaskGroup { group in
      group.addTask(executorPreference: WorkExecutor.forTasks) {
        try? await clock.sleep(for: limit)
        promise.fulfil(())
      }
      await promise.value()
      group.cancelAll()
    }
  }

  package var damagedCount: Int { state.withLock { $0.damagedCount } }

  package var reports: [TierNodeReport] { routes.lines.map(\.report) }

  /// Blocks for at most the timeouts to connect and respond.
  package func greet() {
    let requests = routes.given.map { $0.start() }
    for request in requests { _ = request?.outcome(within: timing.connecting + timing.silence) }
  }
}

package struct TierLookup: Sendable {
  package enum Answer: Hashable, Sendable {
    case thumbnail(SharedThumbnail)
    /// It exists; its pixels were not requested.
    case there
    /// Missing, and this process has the lease to make it.
    case toBeMade
    /// Missing, and another process has the lease.
    case madeElsewhere
    case failed
  }

  fileprivate let tier: SharedTier
  fileprivate let key: TierKey
  let request: TierRequest
  fileprivate let headStart: Duration

  /// Blocks for at most `headStart`.
  package func firstAnswer() -> Answer? { request.outcome(within: headStart).map(answer(of:)) }

  /// Called on a thread of the tier, or at once if it is there.
  package func whenFound(_ tell: @escaping @Sendable (SharedThumbnail) -> Void) {
    request.whenOver { outcome in
      if case .thumbnail(let thumbnail) = answer(of: outcome) { tell(thumbnail) }
    }
  }

  /// Lets another machine make the thumbnail; does not block.
  package func giveBack() {
    guard let token = request.lease else { return }
    let request = TierRequest(.giveBack(key, token), within: tier.timing.silence)
    _ = tier.routes.line(for: key).send(request)
  }

  private func answer(of outcome: TierRequest.Outcome) -> Answer {
    switch outcome {
    case .success(.value(let bytes)):
      guard let thumbnail = TierValue.thumbnail(in: bytes, for: key, by: tier.secret) else {
        tier.recordDamage(of: key)
        return .failed
      }
      return .thumbnail(thumbnail)
    case .success(.there): return .there
    case .success(.leased), .success(.nothing): return .toBeMade
    case .success(.leasedByOther): return .madeElsewhere
    default: return .failed
    }
  }
}

package struct TierTiming: Hashable, Sendable {
  /// Later responses count as failures.
  package var budget = Duration.milliseconds(30)
  /// How long to wait for a response before other work for the photo begins.
  package var headStart = Duration.milliseconds(5)
  package var connecting = Duration.seconds(2)
  /// For a complete response, even if parts arrive, before the connection is closed.
  package var silence = Duration.seconds(1)
  /// For pending writes at exit; the rest is dropped.
  package var finishing = Duration.seconds(5)
  /// Lifetime of a lease in seconds; decoding takes less.
  package var leaseSeconds = 30
  /// Of a thumbnail, with 10% jitter; below 30 days, above which memcached takes it as a date.
  package var lifetimeSeconds = 14 * 24 * 3_600

  package init() {}
}
