struct Samples {
  private(set) var times: [Duration] = []

  var median: Duration { percentile(0.5) }

  /// The nearest-rank percentile; `share` is 0 to 1.
  func percentile(_ share: Double) -> Duration {
    guard !times.isEmpty else { return .zero }
    let rank = Int((Double(times.count) * share).rounded(.up)) - 1
    return times.sorted()[max(0, min(rank, times.count - 1))]
  }

  /// The median ratio to a peer measured alternately, as speed varies between rounds.
  func ratio(to peer: Samples) -> Double {
    let ratios = zip(times, peer.times).map { $0 / $1 }.sorted()
    return ratios.isEmpty ? 0 : ratios[(ratios.count - 1) / 2]
  }

  /// The median difference to a peer measured alternately.
  func difference(to peer: Samples) -> Duration {
    Samples(times: zip(times, peer.times).map { $0 - $1 }).median
  }

  mutating func add(_ time: Duration) {
    times.append(time)
  }

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
  func perItem(_ count: Int) -> Samples {
    Samples(times: times.map { $0 / count })
  }
}
