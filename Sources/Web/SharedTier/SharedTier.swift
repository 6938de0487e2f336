internal import Concurrency
internal import Imaging
internal import Synchronization
internal import Values

/// Thumbnails that any machine has made, for all others: memcached, Redis or Valkey, over one connection
/// to each node, those of a Redis Cluster among them.
///
/// It is never waited for longer than its budget, and a node that fails three times is left alone for a
/// while. It is written to by a thread that gives way where nobody waits for the end of that. Nothing is
/// loaded or connected before the first question.
///
///     if case .thumbnail(let thumbnail) = tier.look(up: key)?.firstAnswer() { return thumbnail }
///     tier.put(thumbnail, as: key)
package final class SharedTier: Sendable {
  /// How many pixels may wait to be packed, in bytes.
  private static let waitingLimit = 16 << 20

  private struct State {
    var waitingLength = 0
    var putsUnderWay = 0
    var damagedCount = 0
    var finishers: [Promise<Void>] = []

    mutating func takeFinishers() -> [Promise<Void>] {
      guard putsUnderWay == 0 else { return [] }
      defer { finishers = [] }
      return finishers
    }
  }

  /// Where it is.
  package let address: TierAddress
  /// How long it may take for what.
  package let timing: TierTiming
  let secret: TierSecret
  let routes: TierRoutes
  private let queue: WorkQueue
  private let state = Mutex(State())

  /// Makes a tier that has connected to nothing yet.
  /// - Parameters:
  ///   - address: Where it is.
  ///   - secret: What all machines know that share it.
  ///   - trust: The certificates that count.
  ///   - timing: How long it may take for what.
  ///   - givesWay: Whether thumbnails are packed for it only while no processor is wanted for anything else.
  ///   - clock: What nodes are given up by for a while.
  package init(
    _ address: TierAddress, secret: TierSecret, trust: TierTrust = TierTrust(),
    timing: TierTiming = TierTiming(), givesWay: Bool = false,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.address = address
    self.secret = secret
    self.timing = timing
    queue = WorkQueue(label: "tier writes", givesWay: givesWay)
    routes = TierRoutes(address, trust: trust, timing: timing, clock: clock)
  }

  /// Begins to connect, so that whoever asks first need not wait for that; never waits itself.
  package func start() {
    for line in routes.given { line.start() }
  }

  /// The key of a photo's thumbnail.
  /// - Parameters:
  ///   - identity: What the photo is.
  ///   - side: The longer side of the thumbnail's class, in pixels.
  /// - Returns: Nil where libcrypto is missing.
  package func key(of identity: ContentIdentity, side: Int) -> TierKey? {
    secret.key(of: identity, side: side)
  }

  /// Whether all nodes have been given up for now: then no key need be made.
  package var isResting: Bool { routes.lines.allSatisfy(\.isResting) }

  /// Whether a node may answer in time: where none does, nobody who is in a hurry need make a key.
  package var mayAnswerInTime: Bool { routes.lines.contains(where: \.mayAnswerInTime) }

  /// Asks for a thumbnail, with a lease where there is none; never waits.
  /// - Parameter key: Which.
  /// - Returns: The question; nil where its node has been given up for now, or is not there in time.
  package func look(up key: TierKey) -> TierLookup? {
    ask(.getOrLease(key, .ours, seconds: timing.leaseSeconds), about: key, isPatient: false)
  }

  /// Asks whether there is a thumbnail, with a lease where there is none; never waits.
  ///
  /// For who wants it to be there, and not to have it: nothing is held up by the answer, which may take its time.
  /// - Returns: The question; nil where its node has been given up for now.
  package func find(_ key: TierKey) -> TierLookup? {
    ask(.findOrLease(key, .ours, seconds: timing.leaseSeconds), about: key, isPatient: true)
  }

  /// Asks a node; where nothing is held up by the answer, that may take its time.
  func ask(_ command: TierCommand, about key: TierKey, isPatient: Bool) -> TierLookup? {
    let line = routes.line(for: key)
    guard isPatient || line.mayAnswerInTime else { return nil }
    let longest = timing.connecting + timing.silence
    let request = TierRequest(
      command, within: isPatient ? longest : timing.budget, isAwaited: true)
    let wasUp = line.isUp
    guard line.send(request) else { return nil }
    return TierLookup(
      key: key, request: request, secret: secret, routes: routes,
      headStart: isPatient ? longest : wasUp ? timing.headStart : .zero
    ) { [weak self, routes] in
      routes.line(for: key).noteFailure(.garbled)
      self?.state.withLock { $0.damagedCount += 1 }
    }
  }

  /// Has a thumbnail kept for all, when there is time; never waits.
  ///
  /// Where too much waits already, or it is too large, it is dropped, and the lease given back.
  /// - Parameters:
  ///   - thumbnail: The thumbnail.
  ///   - key: Where it lies.
  ///   - lookup: What was asked before it was made; nil where nothing was.
  package func put(
    _ thumbnail: SharedThumbnail, as key: TierKey, after lookup: TierLookup? = nil
  ) {
    let length = thumbnail.bitmap.bytes.count
    let isTaken = state.withLock { state in
      guard state.waitingLength + length <= Self.waitingLimit else { return false }
      state.waitingLength += length
      state.putsUnderWay += 1
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
    // A tenth more or less, so that what was made together does not end together.
    let seconds = Int(Double(timing.lifetimeSeconds) * .random(in: 0.9...1.1))
    guard let bytes else { return false }
    let request = TierRequest(.put(key, bytes, seconds: seconds), within: timing.silence) {
      [self] _ in endPut()
    }
    return routes.line(for: key).send(request)
  }

  private func endPut() {
    let finishers = state.withLock { state in
      state.putsUnderWay -= 1
      return state.takeFinishers()
    }
    for finisher in finishers { finisher.fulfil(()) }
  }

  /// Returns when everything that was to be kept is, or has failed, or the time for that is over, or the task is
  /// cancelled.
  /// - Parameter clock: Measures that time.
  package func finish(on clock: some Clock<Duration> = WorkClock()) async {
    let promise = Promise<Void>()
    let finishers = state.withLock { state in
      state.finishers.append(promise)
      return state.takeFinishers()
    }
    for finisher in finishers { finisher.fulfil(()) }
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

  /// How many values were not what somebody who knows the secret had written.
  package var damagedCount: Int { state.withLock { $0.damagedCount } }
}
