import ExpiringCache
import Grid
import Imaging
import Terminal
import Tiers
import Values

/// The panel of the caches: what they hold and what happens in them, twice a second.
final class CachePanelLayer: Layer {
  private var keys = BoundKeys(.cachePanel)
  var keymap: Keymap { keys.keymap }
  let isModal = true
  let isOpaque = false
  // The panel names its own keys.
  let hints: [String]? = nil
  let wakeInterval: Duration?

  func bind(_ bindings: KeyBindings) { keys = keys.bound(by: bindings) }

  private let grid: GridViewModel
  private let tiers: TierBoard
  private var panel: CachePanel
  /// What the terminal holds now.
  private let holdings: () -> PictureHoldings?
  private var area = CellSize(columns: 1, rows: 1)
  private var scale = BlockScale(symbols: .ascii)

  /// Opens the panel, and has the tiers on disk measured.
  /// - Parameters:
  ///   - grid: Whose memory is looked at.
  ///   - tiers: What is known of the tiers on disk.
  ///   - countsByItself: Whether it is drawn anew when nothing has been asked of it.
  ///   - holdings: Says what the terminal holds of pictures.
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

  /// What each tier holds, and the entry of memory that is selected.
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

  /// Goes through the list, and takes away; what the grid can do to memory it does from here as well.
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

  /// Removes what lies on disk, and what cannot be had again without its folders and servers.
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

  /// The wheel goes through the list; a click selects an entry, or closes the panel beside it.
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

  /// Has a tier measured again of which something went.
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

  /// Selects one of the pictures that are shown, counted from the first; one that is not there counts
  /// as the last.
  mutating func select(shown row: Int) {
    move(by: firstShown + row - selection)
  }

  /// Removes the selected picture from memory and tells how much that was; nil where there is none.
  mutating func removeSelected(from grid: GridViewModel) -> CacheUsage? {
    selected.map(grid.forget)
  }
}
