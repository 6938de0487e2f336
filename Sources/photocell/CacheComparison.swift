import Base
import Browser
import Catalogs

/// `photocell --compare-cache DIR`: times the same scroll without and with the memory cache.
@MainActor
struct CacheComparison {
  let folder: ByteString
  let options: PhotoOptions
  let isRecursive: Bool

  /// Runs the scroll three times, the first only to warm the page cache, and prints the table.
  func perform() async throws {
    let photos = try await FolderCatalog.photos(in: folder, isRecursive: isRecursive)
    _ = await ScrollRun(limits: Composition.noMemory, options: options).steps(through: photos)
    let table = CacheComparisonTable(
      without: await ScrollRun(limits: Composition.noMemory, options: options).steps(
        through: photos),
      with: await ScrollRun(limits: Composition.usualMemory, options: options).steps(
        through: photos))
    try StandardOutput.write(table.text(photoCount: photos.count))
  }
}

@MainActor
struct CacheComparisonTable {
  let without: [ScrollRun.Step]
  let with: [ScrollRun.Step]

  private static let widths = [8, 9, 14, 14]

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

  private func line(_ parts: [String]) -> String {
    let columns = zip(parts, Self.widths).enumerated().map { place, column in
      place == 0 ? Column.left(column.0, column.1) : Column.right(column.0, column.1)
    }
    return columns.joined(separator: "  ") + "\n"
  }
}
