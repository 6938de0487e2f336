import Base
import ExpiringCache
import SharedTier

/// Simulates a thousand sessions over ten million photos, with and without a shared tier.
///
/// A model of network and processors around the program's memory cache, circuit breaker and time
/// limits.
struct StudioSimulation {
  enum TierState: String, CaseIterable {
    case on
    case off
    /// Connections are refused.
    case dead
    /// Every response exceeds its time limit.
    case slow
  }

  private let state: TierState
  private let costs = StudioCosts()
  private let timing = TierTiming()
  private let clock = StepClock()
  private var random: SplitMix64
  private var time = 0
  /// The bitmap caches of the sessions, with the program's limits.
  private let memories: [MemoryCache<Int, Bool>]
  private var breakers = [CircuitBreaker](repeating: .ofNode, count: StudioTraffic.sessionCount)
  private var disks = [Set<Int>](repeating: [], count: StudioTraffic.machineCount)
  /// The time in milliseconds at which each thumbnail reached the tier.
  private let tier: MemoryCache<Int, Int>
  private(set) var figures = StudioFigures()

  /// The seed determines the jitter of the circuit breakers.
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
    // All requests are concurrent, so that none depends on the outcome of others.
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

  private struct Ask {
    /// The time until the thumbnail arrives, in milliseconds; nil for a miss.
    var hit: Double?
    /// The time that the load waited for the tier, in milliseconds.
    var delay = 0.0
    var hasFailed = false
  }

  private mutating func ask(for photo: Int, by session: Int) -> Ask {
    guard state != .off, breakers[session].admits(at: .milliseconds(time)) else { return Ask() }
    let headStart = timing.headStart / .milliseconds(1)
    switch state {
    case .off: return Ask()
    // There is no connection to wait for.
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

  /// Loads a photo from its server; returns the time in milliseconds.
  private mutating func load(_ photo: Int, after delay: Double, beside loads: Int) -> Double {
    // A photo's camera must be the same in every run.
    var camera = SplitMix64(seed: UInt64(photo))
    let needsHead = Int.random(in: 0..<100, using: &camera) < costs.headPercent
    let length = needsHead ? costs.headLength : costs.photoLength
    // The head of a photo without an EXIF thumbnail was requested in vain.
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
