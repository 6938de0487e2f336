/// Measures one thing.
protocol Benchmarking {
  /// What `make bench BENCH=…` calls it.
  static var name: String { get }

  /// Measures, and returns the rows of the table.
  /// - Throws: `BenchError`; nothing is left running.
  static func rows(on stage: Stage) throws(BenchError) -> [Row]
}
