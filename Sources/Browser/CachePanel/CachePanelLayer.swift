import Base
import ExpiringCache
import Imaging
import Photos
import Storage
import Terminal

/// The cache panel: contents and statistics of the caches, updated twice a second.
final class CachePanelLayer: Layer {
  private var keys = BoundKeys(.cachePanel)
  var keymap: Keymap { keys.keymap }
  let isModal = true
  let isOpaque = false
  let hints: [String]? = nil
  let wakeInterval: Duration?

  func bind(_ bindings: KeyBindings) { keys = keys.bound(by: bindings) }

  private let grid: GridViewModel
  private let tiers: TierBoard
  private var panel: CachePanel
  private let holdings: () -> PictureHoldings?
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
    panel = CachePanel(of: grid)
    for tier in [StorageTier.thumbnails, .responses, .index] { tiers.measure(tier) }
  }

  var telling: Telling? {
    panel.refresh(from: grid, rows: layout.listedRows)
    var telling = Telling()
    let held = tiers.measured.merging([.memory: panel.memory]) { $1 }
    telling.whole = StorageTier.allCases.compactMap { tier in
      held[tier].map { "\(tier.rawValue) \(ByteCount($0.usage.cost))" }
    }.joined(separator: ", ")
    let place = panel.selection - panel.firstShown
    let shown = panel.pictures.dropFirst(panel.firstShown)
    if let picture = shown.dropFirst(place).first {
      telling.subject = "\(panel.selection + 1) in memory: \(DisplayText(sanitising: picture.name))"
      telling.identity = telling.subject
      telling.facts = ["\(picture.room)", "\(ByteCount(picture.byteCount))"]
    }
    return telling
  }

  private var layout: CachePanelLayout {
    CachePanelLayout(
      over: Rect(origin: CellPoint(column: 0, row: 0), size: area), hasPictures: holdings() != nil,
      isSharing: tiers.sharedTier != nil)
  }

  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    panel.refresh(from: grid, rows: layout.listedRows)
    switch command {
    case .cachePanel: return .close
    case .remove:
      return panel.removeSelected(from: grid).map { .removed($0, from: "memory") } ?? .handled
    case .clearThumbnails:
      return .asked(
        "\(keys[.clearThumbnails]) again removes \(tiers.measure(inWords: .thumbnails)) of every folder"
      )
    case .clearResponses:
      return .asked(
        "\(keys[.clearResponses]) again removes \(tiers.measure(inWords: .responses)), also for --offline"
      )
    case .clearAll:
      let (thumbnails, responses) = (
        tiers.measure(inWords: .thumbnails), tiers.measure(inWords: .responses)
      )
      return .asked(
        "\(keys[.clearAll]) again removes \(thumbnails), \(responses) and all in memory")
    default:
      return panel.move(command, times: count, page: layout.listedRows) ? .handled : .ignored
    }
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
    case .wheelUp, .wheelDown: panel.move(by: action.rows)
    case .drag, .mark, .markDrag: break
    case .click, .doubleClick:
      guard layout.frame.contains(point) else { return .close }
      if let row = layout.listedRow(at: point) { panel.select(shown: row) }
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
    let layout = layout
    panel.refresh(from: grid, rows: layout.listedRows)
    CachePanelView(
      panel: panel, tiers: tiers.measured, holdings: holdings(), shared: tiers.sharedTier,
      scale: scale, keys: keymap.hints, styles: styles
    ).draw(into: &frame, layout)
  }
}

nonisolated extension Command {
  fileprivate static let remove = Command(rawValue: "remove")
  fileprivate static let clearThumbnails = Command(rawValue: "clear-thumbnails")
  fileprivate static let clearResponses = Command(rawValue: "clear-responses")
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
        .clearAll, "a", help: "empty memory and both of these, once it is typed again", hint: "all"),
      .badges, .cachePanel.hinting("close"),
    ])
}

struct CachePanel {
  private(set) var statistics: CacheStatistics
  private(set) var pictures: [CachedPicture] = []
  private(set) var selection = 0
  private(set) var firstShown = 0
  private var selected: CachedPicture?

  init(of grid: GridViewModel) {
    statistics = grid.memoryStatistics
  }

  var memory: TierUsage { TierUsage(statistics.usage, budget: statistics.limits.cost) }

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
