import ExpiringCache
import SharedTier
import Values

/// What a thousand sessions over ten million photos cost with a shared tier and without: a model of network and
/// processors around the program's own memory cache, breaker and limits of time.
struct StudioSimulation {
  /// How the tier is.
  enum TierState: String, CaseIterable {
    case on
    case off
    /// Nobody listens.
    case dead
    /// Every answer comes after its time.
    case slow
  }

  private let state: TierState
  private let costs = StudioCosts()
  private let timing = TierTiming()
  private let clock = StepClock()
  private var random: SplitMix64
  private var time = 0
  /// The bitmaps of each session: as much as the program gives them.
  private let memories: [MemoryCache<Int, Bool>]
  private var breakers = [TierBreaker](repeating: TierBreaker(), count: StudioTraffic.sessionCount)
  /// What each machine has on disk.
  private var disks = [Set<Int>](repeating: [], count: StudioTraffic.machineCount)
  /// From when on the tier has a thumbnail.
  private let tier: MemoryCache<Int, Int>
  private(set) var figures = StudioFigures()

  /// - Parameters:
  ///   - state: How the tier is.
  ///   - seed: What the breakers' pauses follow from.
  init(_ state: TierState, seed: UInt64) {
    self.state = state
    random = SplitMix64(seed: seed)
    let clock = clock
    memories = (0..<StudioTraffic.sessionCount).map { _ in
      MemoryCache(
        limits: CacheLimits(cost: 32_000_000, entryCost: 8_000_000),
        expiration: .after(.seconds(600)), clock: clock)
    }
    tier = MemoryCache(
      limits: CacheLimits(cost: costs.tierCapacity),
      expiration: .within(.seconds(timing.lifetimeSeconds)), clock: clock)
  }

  /// Shows all screens.
  mutating func run(_ traffic: StudioTraffic) {
    for screen in traffic.screens { show(screen) }
  }

  private mutating func show(_ screen: StudioTraffic.Screen) {
    clock.advance(by: .milliseconds(screen.time - time))
    time = screen.time
    let machine = screen.session % StudioTraffic.machineCount
    let photos = screen.photo..<screen.photo + StudioTraffic.photosPerScreen
    let missing = photos.filter { memories[screen.session].value(for: $0) == nil }
    let strange = missing.filter { !disks[machine].contains($0) }
    figures.add(
      photos.count, inMemory: photos.count - missing.count, onDisk: missing.count - strange.count)
    // All are asked for at once, so that none of them knows yet how the others end.
    let asked = strange.map { ask(for: $0, by: screen.session) }
    let loads = asked.count { $0.hit == nil }
    var first: Double? = missing.first == photos.first ? nil : 0
    for (photo, ask) in zip(strange, asked) {
      let lasted = ask.hit ?? load(photo, after: ask.delay, beside: loads)
      if photo == photos.first { first = lasted }
      disks[machine].insert(photo)
    }
    for _ in asked.filter(\.hasFailed) { noteFailure(of: screen.session) }
    if asked.contains(where: { $0.hit != nil }) { breakers[screen.session].noteAnswer() }
    figures.firsts.append(first ?? costs.smallDecoding)
    for photo in missing {
      memories[screen.session].store(true, for: photo, cost: costs.bitmapLength)
    }
  }

  /// What comes of asking the tier.
  private struct Ask {
    /// After how many milliseconds the thumbnail is there; nil where it is not.
    var hit: Double?
    /// How long the load has waited for that.
    var delay = 0.0
    var hasFailed = false
  }

  private mutating func ask(for photo: Int, by session: Int) -> Ask {
    guard state != .off, breakers[session].admits(at: .milliseconds(time)) else { return Ask() }
    let headStart = timing.headStart / .milliseconds(1)
    switch state {
    case .off: return Ask()
    // No connection stands, so that nothing waits for it.
    case .dead: return Ask(hasFailed: true)
    case .slow:
      return Ask(
        delay: headStart, hasFailed: costs.slowTierTrip > timing.budget / .milliseconds(1))
    case .on:
      guard let since = tier.value(for: photo), since <= time else {
        return Ask(delay: min(costs.tierTrip, headStart))
      }
      figures.tierHits += 1
      return Ask(
        hit: costs.tierTrip + Double(costs.packedLength) / costs.tierRate + costs.unpacking)
    }
  }

  /// Loads a photo from its server.
  /// - Returns: After how many milliseconds it is there.
  private mutating func load(_ photo: Int, after delay: Double, beside loads: Int) -> Double {
    // Which cameras there are follows from nothing but the photo.
    var camera = SplitMix64(seed: UInt64(photo))
    let needsHead = Int.random(in: 0..<100, using: &camera) < costs.headPercent
    let length = needsHead ? costs.headLength : costs.photoLength
    // A beginning without such a picture has been asked for in vain.
    let byteCount = needsHead ? length : length + costs.headLength
    let share = Double(max(1, min(loads, costs.connectionCount)))
    figures.addLoad(
      of: photo, requests: needsHead ? 1 : 2, byteCount: byteCount, isWhole: !needsHead)
    let lasted =
      delay + costs.originTrip * (needsHead ? 1 : 2) + Double(byteCount) * share / costs.originRate
      + (needsHead ? costs.smallDecoding : costs.decoding)
    if state == .on, !needsHead {
      tier.store(time + Int(lasted.rounded(.up)), for: photo, cost: costs.packedLength)
    }
    return lasted
  }

  private mutating func noteFailure(of session: Int) {
    let jitter = Double.random(in: 0...1, using: &random)
    breakers[session].noteFailure(
      at: .milliseconds(time) + (state == .slow ? timing.budget : .zero), jitter: jitter)
  }
}
