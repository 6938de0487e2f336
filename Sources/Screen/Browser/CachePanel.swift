import Caching
import Grid
import Tiers

/// The panel of the caches while it is open: what it shows of memory, and which picture is selected.
struct CachePanel {
  /// What the cache holds and what happened to it.
  private(set) var statistics: CacheStatistics
  /// The pictures that expire next, at least as many as are shown.
  private(set) var pictures: [CachedPicture] = []
  /// The selected one's place among them.
  private(set) var selection = 0
  /// The place of the first that is shown.
  private(set) var firstShown = 0
  private var selected: CachedPicture?

  init(of grid: GridViewModel) {
    statistics = grid.memoryStatistics
  }

  /// What memory holds, as a tier.
  var memory: TierUsage { TierUsage(statistics.usage, budget: statistics.limits.cost) }

  /// Looks again; the selection stays with its picture, or at its place where that is gone.
  /// - Parameters:
  ///   - grid: Whose memory is looked at.
  ///   - rows: How many pictures can be shown.
  mutating func refresh(from grid: GridViewModel, rows: Int) {
    statistics = grid.memoryStatistics
    selection = min(selection, max(0, statistics.usage.count - 1))
    pictures = grid.nextToExpire(max(selection + 1, firstShown + rows))
    if let selected, let place = pictures.firstIndex(where: selected.isSame) { selection = place }
    selection = min(selection, max(0, pictures.count - 1))
    selected = pictures.indices.contains(selection) ? pictures[selection] : nil
    firstShown = min(max(firstShown, selection - rows + 1), selection)
    if pictures.count < firstShown + rows { firstShown = max(0, pictures.count - rows) }
  }

  /// Moves the selection as a command of the grid does, where a page is as many pictures as are shown.
  /// - Returns: False where the command moves nothing.
  mutating func move(_ command: Command, times: Int?, page: Int) -> Bool {
    switch command {
    case .first: move(by: (times ?? 1) - 1 - selection)
    case .last: move(by: (times ?? statistics.usage.count) - 1 - selection)
    default:
      guard let steps = command.steps(times: times ?? 1, page: page) else { return false }
      move(by: steps)
    }
    return true
  }

  /// Moves the selection by pictures; the next refresh keeps it within what there is.
  mutating func move(by step: Int) {
    selected = nil
    selection = max(0, min(selection + step, statistics.usage.count - 1))
  }

  /// Removes the selected picture from memory and tells how much that was; nil where there is none.
  mutating func removeSelected(from grid: GridViewModel) -> CacheUsage? {
    selected.map(grid.forget)
  }
}
