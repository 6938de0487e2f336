protocol Benchmarking {
  /// The name in `make bench BENCH=…`.
  static var name: String { get }

  /// Throws `BenchError`; no process is left running.
  static func rows(on stage: Stage) throws(BenchError) -> [Row]
}
