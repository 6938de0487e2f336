/// Counts since the start and over the last minute, with a bucket for each of its seconds.
@usableFromInline struct CountingRing: Sendable {
  private static var seconds: Int { 60 }

  /// What happened in the current second; call `advance` before counting.
  @usableFromInline var current = CacheCounts()
  private var before = CacheCounts()
  private var buckets = Array(repeating: CacheCounts(), count: CountingRing.seconds)
  private var second = 0
  private var end = CountingRing.start(of: 1)

  @usableFromInline init() {}

  /// What happened since the start.
  var sinceStart: CacheCounts {
    var sum = before
    sum.add(current)
    return sum
  }

  /// What happened in the current second and the 59 before it.
  var lastMinute: CacheCounts {
    var sum = current
    for (index, bucket) in buckets.enumerated() where index != second % Self.seconds {
      sum.add(bucket)
    }
    return sum
  }

  /// The same by second, the oldest first and the current one last.
  var lastMinuteBySecond: [CacheCounts] {
    let place = second % Self.seconds
    return buckets[(place + 1)...] + buckets[..<place] + [current]
  }

  /// Moves on to the second of a moment; an earlier one changes nothing.
  @usableFromInline mutating func advance(to now: Moment) {
    if now >= end { turn(to: now) }
  }

  private mutating func turn(to now: Moment) {
    let next = Self.second(of: now)
    buckets[second % Self.seconds] = current
    before.add(current)
    current = CacheCounts()
    for passed in 1...min(Self.seconds, next - second) {
      buckets[(second + passed) % Self.seconds] = CacheCounts()
    }
    second = next
    end = Self.start(of: next + 1)
  }

  private static func start(of second: Int) -> Moment {
    Moment(offset: .seconds(second))
  }

  private static func second(of now: Moment) -> Int {
    // Ticks are rounded down, so the whole second may begin one tick later.
    let second = Int((Int128(now.ticks) << 29) / 1_000_000_000_000_000_000)
    return now >= start(of: second + 1) ? second + 1 : second
  }
}
