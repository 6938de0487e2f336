import Browser

/// Two runs of the same scroll as lines of text.
@MainActor
struct CacheComparisonTable {
  let without: [ScrollRun.Step]
  let with: [ScrollRun.Step]

  private static let widths = [8, 9, 14, 14]

  /// The whole table, a line a screen and one for the sum.
  func text(photoCount: Int) -> String {
    let title =
      "the same scroll over \(photoCount) photos on \(ScrollRun.size): time to the last picture\n\n"
    let heading = ["screen", "photos", "without cache", "with cache"]
    let rows = zip(without, with).map { without, with in
      [
        without.motion, "\(without.photos.lowerBound)-\(without.photos.upperBound)",
        "\(LoadTime(without.time))", "\(LoadTime(with.time))",
      ]
    }
    let total = ["total", "", "\(total(of: without))", "\(total(of: with))"]
    return title + ([heading] + rows + [total]).map(line).joined()
  }

  private func total(of steps: [ScrollRun.Step]) -> LoadTime {
    LoadTime(steps.reduce(.zero) { $0 + $1.time })
  }

  /// The first column stands left, the others right.
  private func line(_ parts: [String]) -> String {
    let columns = zip(parts, Self.widths).enumerated().map { place, column in
      let (text, width) = column
      let space = String(repeating: " ", count: max(0, width - text.count))
      return place == 0 ? text + space : space + text
    }
    return columns.joined(separator: "  ") + "\n"
  }
}
