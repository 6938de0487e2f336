/// The times of one thing that was measured again and again.
struct Samples {
  private(set) var times: [Duration] = []

  /// The one in the middle; zero where there are none.
  var median: Duration { percentile(0.5) }

  /// The least time that a share of all times, between 0 and 1, does not exceed.
  func percentile(_ share: Double) -> Duration {
    guard !times.isEmpty else { return .zero }
    let rank = Int((Double(times.count) * share).rounded(.up)) - 1
    return times.sorted()[max(0, min(rank, times.count - 1))]
  }

  /// The time beside that of a peer which was measured in turns with it: the middle of the ratios of
  /// the rounds, as the machine may be faster in one round than in the next.
  func ratio(to peer: Samples) -> Double {
    let ratios = zip(times, peer.times).map { $0 / $1 }.sorted()
    return ratios.isEmpty ? 0 : ratios[(ratios.count - 1) / 2]
  }

  /// How much longer it takes than a peer which was measured in turns with it: the middle of the
  /// differences of the rounds.
  func difference(to peer: Samples) -> Duration {
    Samples(times: zip(times, peer.times).map { $0 - $1 }).median
  }

  /// Adds a time.
  mutating func add(_ time: Duration) {
    times.append(time)
  }

  /// Measures what a closure takes.
  mutating func measure<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = ContinuousClock.now
    let result = try body()
    add(start.duration(to: .now))
    return result
  }
}

extension Samples {
  /// The same times divided by how many things each is for.
  func perItem(_ count: Int) -> Samples {
    Samples(times: times.map { $0 / count })
  }
}
