import Base
import ExpiringCache
import Imaging
import Photos
import Storage
import Terminal

/// The cache panel: what each tier holds and the key that empties it, and on a second page the
/// statistics and entries of memory; updated twice a second.
final class CachePanelLayer: Layer {
  private var keys = BoundKeys(.cachePanel)
  var keymap: Keymap { keys.keymap }
  let isModal = true
  let isOpaque = false
  let hints: [String]? = nil
  let wakeInterval: Duration?

  private let grid: GridViewModel
  private let tiers: TierBoard
  private var list: MemoryList
  private let holdings: () -> PictureHoldings?
  private var hasDetails = false
  private var area = CellSize(columns: 1, rows: 1)
  private var scale = BlockScale(symbols: .ascii)

  init(
    over grid: GridViewModel, tiers: TierBoard, countsByItself: Bool,
    holdings: @escaping () -> PictureHoldings?
  ) {
    self.grid = grid
    self.tiers = tiers
    wakeInterval = countsByItself ? .milliseconds(500) : nil
    self.holdings = holdings
    list = MemoryList(of: grid)
    for tier in [StorageTier.thumbnails, .responses, .index] { tiers.measure(tier) }
  }

  func bind(_ bindings: KeyBindings) { keys = keys.bound(by: bindings) }

  var telling: Telling? {
    list.refresh(from: grid, rows: details.listedRows)
    var telling = Telling()
    let measured = tiers.measured.merging([.memory: list.usage]) { $1 }
    telling.whole = StorageTier.allCases.compactMap { tier in
      measured[tier].map { "\(tier.rawValue) \(ByteCount($0.usage.cost))" }
    }.joined(separator: ", ")
    if hasDetails, let picture = list.selected {
      telling.subject = "\(list.selection + 1) in memory: \(DisplayText(sanitising: picture.name))"
      telling.identity = telling.subject
      telling.facts = ["\(picture.room)", "\(ByteCount(picture.byteCount))"]
    }
    return telling
  }

  private var table: TierTable {
    TierTable(
      memory: list, measured: tiers.measured, holdings: holdings(), shared: tiers.sharedTier,
      keys: keys)
  }

  private var details: CacheDetails {
    CacheDetails(list: list, scale: scale, size: Self.inner(of: frame.size).size)
  }

  /// The panel with its border, on the screen.
  var frame: Rect {
    let size =
      hasDetails
      ? CellSize(columns: 100, rows: 40) : CellSize(columns: 80, rows: table.lines.count + 4)
    return Rect(origin: CellPoint(column: 0, row: 0), size: area).centred(
      CellSize(columns: min(area.columns, size.columns), rows: min(area.rows, size.rows)))
  }

  /// The part inside the border, above the line of keys.
  private static func inner(of size: CellSize) -> Rect {
    Rect(column: 2, row: 1, columns: max(0, size.columns - 4), rows: max(0, size.rows - 3))
  }

  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    list.refresh(from: grid, rows: details.listedRows)
    let (thumbnails, responses) = (tiers.inWords(.thumbnails), tiers.inWords(.responses))
    switch command {
    case .cachePanel: return .close
    case .details: hasDetails.toggle()
    case .remove where hasDetails:
      return list.removeSelected(from: grid).map { .removed($0, from: "memory") } ?? .handled
    case .remove: hasDetails = true
    case .clearThumbnails:
      return .asked("\(keys[command]) again removes \(thumbnails) of every folder")
    case .clearResponses:
      return .asked("\(keys[command]) again removes \(responses), also for --offline")
    case .clearAll:
      return .asked("\(keys[command]) again removes \(thumbnails), \(responses) and all in memory")
    default:
      guard list.move(command, times: count, page: details.listedRows) else { return .ignored }
      hasDetails = true
    }
    return .handled
  }

  func confirm(_ command: Command) -> LayerOutcome {
    switch command {
    case .clearThumbnails: return .said(tiers.clear(.thumbnails))
    case .clearResponses: return .said(tiers.clear(.responses))
    case .clearAll:
      for tier in [StorageTier.thumbnails, .responses] { _ = tiers.clear(tier) }
      return .said(tiers.clearMemory(of: grid))
    default: return .ignored
    }
  }

  /// The wheel moves the selection; a click selects an entry, or closes the panel if outside.
  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    switch action {
    case .wheelUp, .wheelDown: if hasDetails { list.move(by: action.rows) }
    case .drag, .mark, .markDrag: break
    case .click, .doubleClick:
      guard frame.contains(point) else { return .close }
      let row = point.row - frame.origin.row - 1 - details.firstListedRow
      if hasDetails, (0..<details.listedRows).contains(row) { list.select(shown: row) }
    }
    return .handled
  }

  func handle(_ event: BrowserEvent) -> LayerOutcome {
    if case .cleared(let tier, _) = event { tiers.measure(tier) }
    return .ignored
  }

  func resize(to area: CellSize, form: TileForm) {
    self.area = area
    scale = BlockScale(symbols: form.symbols)
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    list.refresh(from: grid, rows: details.listedRows)
    let place = self.frame
    let inner = Self.inner(of: place.size)
    var panel = Canvas(size: place.size)
    let page =
      hasDetails
      ? details.canvas(styles) : table.canvas(columns: inner.size.columns, styles)
    panel.draw(page, at: inner.origin, within: inner)
    panel.draw(
      DisplayText(shownHints.joined(separator: "  ")),
      at: CellPoint(column: 2, row: place.size.rows - 2), columns: inner.size.columns,
      style: styles[.quiet])
    panel.drawBorder(around: panel.bounds, styles)
    panel.draw(
      DisplayText(" caches "), at: CellPoint(column: 2, row: 0), columns: inner.size.columns,
      style: styles[.key])
    frame.lay(panel, at: place.origin)
    let row = hasDetails ? details.firstListedRow + list.selection - list.firstShown : 1
    frame.cursor = CellPoint(
      column: place.origin.column + 2, row: place.origin.row + inner.origin.row + row)
  }

  /// The keys of the shown page; the table of tiers has those that empty them.
  private var shownHints: [String] {
    let hidden: [Command] =
      hasDetails
      ? [.emptyMemory, .clearThumbnails, .clearResponses, .clearAll]
      : [.down, .up, .remove, .reset, .emptyMemory, .clearThumbnails, .clearResponses]
    var shown = keymap
    shown.entries.removeAll { hidden.contains($0.command) }
    return shown.hints
  }
}

nonisolated extension Command {
  fileprivate static let remove = Command(rawValue: "remove")
  fileprivate static let details = Command(rawValue: "details")
  static let clearThumbnails = Command(rawValue: "clear-thumbnails")
  static let clearResponses = Command(rawValue: "clear-responses")
  fileprivate static let clearAll = Command(rawValue: "clear-all")
}

nonisolated extension Keymap {
  static let cachePanel = Keymap(
    "the caches", named: "cache",
    entries: [Keymap.Entry].scrolling.map {
      [.down, .up].contains($0.command) ? $0.hinting("select") : $0
    } + [
      Entry(
        .remove, "d", .delete, help: "remove the selected entry from memory", hint: "remove"),
      .reset.hinting("screen"), .emptyMemory.hinting("memory"),
      Entry(
        .clearThumbnails, "t", help: "remove photocell's thumbnails, once it is typed again",
        hint: "thumbnails"),
      Entry(
        .clearResponses, "w", help: "remove the web responses, once it is typed again", hint: "web"),
      Entry(
        .clearAll, "a", help: "empty memory and both of these, once it is typed again",
        hint: "empty all"),
      Entry(
        .details, "e", help: "hits, losses and entries of memory, or the table of tiers again",
        hint: "details"),
      .badges, .cachePanel.hinting("close"),
    ])
}

/// The entries of memory, those that expire next first, with the selected one.
struct MemoryList {
  private(set) var statistics: CacheStatistics
  private(set) var pictures: [CachedPicture] = []
  private(set) var selection = 0
  private(set) var firstShown = 0
  private(set) var selected: CachedPicture?

  init(of grid: GridViewModel) {
    statistics = grid.memoryStatistics
  }

  var usage: TierUsage { TierUsage(statistics.usage, budget: statistics.limits.cost) }

  /// The selection follows its entry, or keeps its index if the entry is gone.
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

  mutating func move(by step: Int) {
    selected = nil
    selection = max(0, min(selection + step, statistics.usage.count - 1))
  }

  /// Selects a visible row, clamped to the last entry.
  mutating func select(shown row: Int) {
    move(by: firstShown + row - selection)
  }

  /// Returns what was freed; nil if nothing is selected.
  mutating func removeSelected(from grid: GridViewModel) -> CacheUsage? {
    selected.map(grid.forget)
  }
}
