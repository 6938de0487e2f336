struct StudioFigures {
  private var photoCount = 0
  private var memoryHits = 0
  private var diskHits = 0
  var tierHits = 0
  private var requests = 0
  private var byteCount = 0
  /// The number of full decodings of each photo.
  private var decodings: [Int: Int] = [:]
  /// The times to the first photo of each screen, in milliseconds.
  var firsts: [Double] = []

  mutating func add(_ count: Int, inMemory: Int, onDisk: Int) {
    photoCount += count
    memoryHits += inMemory
    diskHits += onDisk
  }

  mutating func addLoad(of photo: Int, requests: Int, byteCount: Int, isWhole: Bool) {
    self.requests += requests
    self.byteCount += byteCount
    if isWhole { decodings[photo, default: 0] += 1 }
  }

  static let titles = [
    "tier", "requests", "GB", "memory", "disk", "tier hits", "p50 ms", "p99 ms", "decoded again",
  ]

  func fields(_ name: String) -> [String] {
    let again = decodings.values.count { $0 > 1 }
    let sorted = firsts.sorted()
    return [
      name, "\(requests)", (Double(byteCount) / 1e9).text(places: 1), percent(memoryHits),
      percent(diskHits), percent(tierHits), quantile(0.5, of: sorted), quantile(0.99, of: sorted),
      "\((Double(again) * 100 / Double(max(1, decodings.count))).text(places: 1)) %",
    ]
  }

  private func percent(_ count: Int) -> String {
    "\((Double(count) * 100 / Double(max(1, photoCount))).text(places: 1)) %"
  }

  private func quantile(_ share: Double, of sorted: [Double]) -> String {
    guard !sorted.isEmpty else { return "-" }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))].text(places: 1)
  }
}

extension StudioSimulation {
  /// Runs the simulation for every state of the tier, and returns the assumptions and a table.
  static func report(seed: UInt64) -> String {
    let traffic = StudioTraffic(seed: seed)
    var rows = [StudioFigures.titles]
    for state in TierState.allCases {
      var simulation = StudioSimulation(state, seed: seed)
      simulation.run(traffic)
      rows.append(simulation.figures.fields(state.rawValue))
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.utf8.count) + $0 }
        .joined(separator: "  ")
    }
    return """
      \(StudioTraffic.sessionCount) sessions on \(StudioTraffic.machineCount) machines over \
      \(StudioTraffic.photoCount) photos, \(traffic.screens.count) screens of \
      \(StudioTraffic.photosPerScreen); seed \(seed)
      \(StudioCosts().text)

      \(lines.joined(separator: "\n"))
      """
  }
}
