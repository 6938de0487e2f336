/// The miss ratios of the program's cache on recorded traces, beside LRU and FIFO.
struct TraceRows {
  /// Ten screens of six columns and four rows, as in the recording of `grid-scroll`.
  private static let lruBelow = 240
  /// The miss ratios of S3-FIFO as published, with room for a tenth of the keys.
  private static let paper = ["web07": 0.419, "adaptsize": 0.674]

  /// Replays all traces of a folder, with room for 1 % and 10 % of their keys.
  static func rows(in folder: String) throws(BenchError) -> [Row] {
    let names = Workshop.names(in: folder).filter { $0.hasSuffix(".trace.gz") }
    guard !names.isEmpty else { throw .file("\(folder)/*.trace.gz", errno: 0) }
    let workshop = try Workshop()
    var rows: [Row] = []
    for name in names {
      let trace = try Trace(path: "\(folder)/\(name)", workshop: workshop.path)
      rows += [1, 10].map { row(trace, percent: $0) }
    }
    return rows
  }

  private static func row(_ trace: Trace, percent: Int) -> Row {
    let capacity = max(1, trace.keyCount * percent / 100)
    let own = TraceReplay(trace, TracedMemoryCache(capacity: capacity, lruBelow: lruBelow))
    let recency = TraceReplay(trace, QueueEviction(isByRecency: true, capacity: capacity))
    let first = TraceReplay(trace, QueueEviction(isByRecency: false, capacity: capacity))
    let limit = limit(for: trace.name, percent: percent, recency: recency.missRatio)
    return Row(
      what: "misses, \(trace.name), room for \(percent) %: \(capacity)",
      measured: text(own, trace), peer: "LRU \(text(recency, trace)), FIFO \(text(first, trace))",
      ratio: (own.missRatio / recency.missRatio).text(places: 2),
      target: limit.map { "<= \($0.text(places: 4))" } ?? "-",
      verdict: limit.map { Row.Verdict(isKept: own.missRatio <= $0) } ?? .reported)
  }

  private static func limit(for trace: String, percent: Int, recency: Double) -> Double? {
    switch (trace, percent) {
    case ("grid-scroll", 1): recency + 0.01
    case ("grid-scroll", _): recency
    case (_, 10): paper[trace].map { $0 + 0.002 }
    default: nil
    }
  }

  private static func text(_ replay: TraceReplay, _ trace: Trace) -> String {
    let misses = replay.missRatio.text(places: 4)
    return trace.hasSizes ? "\(misses) (bytes \(replay.byteMissRatio.text(places: 4)))" : misses
  }
}
