import Base
import ExpiringCache
import Imaging
import Photos
import Storage
import Terminal

/// Each tier's usage and key; on a second page statistics and entries of memory; updated at 2 Hz.
final class CachePanelLayer: TimedLayer, AnnouncingLayer {
  var keys = BoundKeys(.cachePanel)
  let traits = LayerTraits.panel
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

  var announcement: Announcement? {
    list.refresh(from: grid, rows: details.listedRows)
    var announcement = Announcement()
    let measured = tiers.measured.merging([.memory: list.usage]) { $1 }
    announcement.whole = StorageTier.allCases.compactMap { tier in
      measured[tier].map { "\(tier.rawValue) \(ByteCount($0.usage.cost))" }
    }.joined(separator: ", ")
    if hasDetails, let picture = list.selected {
      announcement.subject =
        "\(list.selection + 1) in memory: \(DisplayText(sanitising: picture.name))"
      announcement.identity = announcement.subject
      announcement.facts = ["\(picture.room)", "\(ByteCount(picture.cost))"]
    }
    return announcement
  }

  private var table: TierTable {
    TierTable(
      memory: list, measured: tiers.measured, holdings: holdings(), shared: tiers.sharedTier,
      keys: keys)
  }

  private var details: CacheDetails {
    CacheDetails(list: list, scale: scale, size: Self.inner(of: frame.size).size)
  }

  var frame: Rect {
    let size =
      hasDetails
      ? CellSize(columns: 100, rows: 40) : CellSize(columns: 80, rows: table.lines.count + 4)
    return Rect(origin: CellPoint(column: 0, row: 0), size: area).centred(
      CellSize(columns: min(area.columns, size.columns), rows: min(area.rows, size.rows)))
  }

  /// Inside the border, above the line of keys.
  private static func inner(of size: CellSize) -> Rect {
    Rect(column: 2, row: 1, columns: max(0, size.columns - 4), rows: max(0, size.rows - 3))
  }

  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    list.refresh(from: grid, rows: details.listedRows)
    return Self.commands.run(command, on: self, count: count)
  }

  nonisolated static let commands = CommandTable<CachePanelLayer>(
    [Entry].scrolling.map { entry in
      let entry = [.down, .up].contains(entry.command) ? entry.hinting("select") : entry
      return entry.does { layer, count in
        layer.list.move(entry.command, times: count, page: layer.details.listedRows)
        layer.hasDetails = true
      }
    },
    [
      Entry("remove", "d", .delete, help: "remove the selected entry from memory", hint: "remove")
        .returns { layer in
          defer { layer.hasDetails = true }
          guard layer.hasDetails else { return .handled }
          let removed = layer.list.selected.map(layer.grid.forget)
          return removed.map { .removed($0, from: "memory") } ?? .handled
        },
      Entry.reset.hinting("screen").passedOn(),
      Entry.emptyMemory.passedOn(),
      Entry(.clearThumbnails, "t", help: "delete photocell's thumbnails (press twice)")
        .returns { layer in
          let what = "\(layer.tiers.inWords(.thumbnails)) of all folders"
          return layer.asked(.clearThumbnails, what) { $0.clear(.thumbnails) }
        },
      Entry(.clearResponses, "w", help: "delete the web responses (press twice)")
        .returns { layer in
          let what = "\(layer.tiers.inWords(.responses)), also for --offline"
          return layer.asked(.clearResponses, what) { $0.clear(.responses) }
        },
      Entry(
        .clearAll, "a", help: "empty memory and delete both (press twice)", hint: "empty all"
      ).returns { layer in
        let tiers = [StorageTier.thumbnails, .responses]
        let all = tiers.map(layer.tiers.inWords).joined(separator: ", ") + " and all in memory"
        return layer.asked(.clearAll, all) { [grid = layer.grid] board in
          for tier in tiers { _ = board.clear(tier) }
          return board.clearMemory(of: grid)
        }
      },
      Entry(
        "details", "e", help: "hits, losses and entries of memory, or the table of tiers again",
        hint: "details"
      ).does { layer in layer.hasDetails.toggle() },
      Entry.badges.passedOn(),
      Entry.cachePanel.hinting("close").returns { _ in .close },
    ])

  private func asked(
    _ command: Command, _ what: String, clear: @escaping (TierBoard) -> StatusMessage
  ) -> LayerOutcome {
    .asked("Press \(keys[command]) again to delete \(what)") { [tiers] in .message(clear(tiers)) }
  }

  /// The wheel moves the selection; a click selects an entry, or closes the panel if outside.
  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    switch action {
    case .wheelUp, .wheelDown: if hasDetails { list.move(by: action.rows) }
    case .wheelLeft, .wheelRight, .drag, .dragOut, .mark, .markDrag: break
    case .click, .doubleClick:
      guard frame.contains(point) else { return .close }
      let row = point.row - frame.origin.row - 1 - details.firstListedRow
      guard hasDetails, (0..<details.listedRows).contains(row) else { break }
      list.move(by: list.firstShown + row - list.selection)
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
      hasDetails ? details.canvas(styles) : table.canvas(columns: inner.size.columns, styles)
    panel.draw(page, at: inner.origin, within: inner)
    var shown = keys.keymap
    if !hasDetails {
      shown.entries.removeAll { [.down, .up, "remove", .reset].contains($0.command) }
    }
    panel.draw(
      DisplayText(shown.hints.joined(separator: "  ")), column: 2, row: place.size.rows - 2,
      columns: inner.size.columns, style: styles[.quiet])
    panel.drawFrame(titled: "caches", styles)
    frame.cover(with: panel, at: place.origin)
    let row = hasDetails ? details.firstListedRow + list.selection - list.firstShown : 1
    frame.cursor = CellPoint(
      column: place.origin.column + 2, row: place.origin.row + inner.origin.row + row)
  }
}

nonisolated extension Command {
  static let clearThumbnails = Command(rawValue: "clear-thumbnails")
  static let clearResponses = Command(rawValue: "clear-responses")
  fileprivate static let clearAll = Command(rawValue: "clear-all")
}

struct MemoryList {
  private(set) var statistics: CacheStatistics
  private(set) var pictures: [CachedPicture] = []
  private(set) var selection = 0
  private(set) var firstShown = 0
  private(set) var selected: CachedPicture?

  init(of grid: GridViewModel) {
    statistics = grid.memory.statistics
  }

  var usage: TierUsage { TierUsage(statistics.usage, budget: statistics.limits.cost) }

  /// The selection follows its entry, or keeps its index if the entry is gone.
  mutating func refresh(from grid: GridViewModel, rows: Int) {
    statistics = grid.memory.statistics
    selection = min(selection, max(0, statistics.usage.count - 1))
    pictures = grid.memory.nextToExpire(max(selection + 1, firstShown + rows))
    // The two may be of different moments.
    if let place = pictures.firstIndex(where: { $0.key == selected?.key }) { selection = place }
    selection = min(selection, max(0, pictures.count - 1))
    selected = pictures.indices.contains(selection) ? pictures[selection] : nil
    firstShown = min(max(firstShown, selection - rows + 1), selection)
    if pictures.count < firstShown + rows { firstShown = max(0, pictures.count - rows) }
  }

  mutating func move(_ command: Command, times: Int?, page: Int) {
    switch command {
    case .first: move(by: (times ?? 1) - 1 - selection)
    case .last: move(by: (times ?? statistics.usage.count) - 1 - selection)
    default: move(by: command.steps(times: times ?? 1, page: page) ?? 0)
    }
  }

  mutating func move(by step: Int) {
    selected = nil
    selection = max(0, min(selection + step, statistics.usage.count - 1))
  }
}

final class TierBoard {
  private(set) var measured: [StorageTier: TierUsage] = [:]

  private let keeper: (any TierKeeping)?
  private let mailbox: Mailbox<BrowserEvent>
  private var measuring: Set<StorageTier> = []
  /// Usage removed by the clear operations, from the first to the last of those that overlapped.
  private var removed: [StorageTier: TierUsage] = [:]
  private var clearing: Set<StorageTier> = []

  init(_ keeper: (any TierKeeping)?, mailbox: Mailbox<BrowserEvent>) {
    self.keeper = keeper
    self.mailbox = mailbox
  }

  var sharedTier: String? { keeper?.sharedTier }

  /// Measures a disk tier unless that is already running, as it may walk many files.
  func measure(_ tier: StorageTier) {
    guard let keeper, measuring.insert(tier).inserted else { return }
    keeper.measure(tier) { [mailbox] usage in mailbox.post(.measured(tier, usage)) }
  }

  func take(_ usage: TierUsage, of tier: StorageTier) {
    measuring.remove(tier)
    measured[tier] = usage
  }

  /// For a prompt: `48,211 thumbnails (1.2 GB)`, or without numbers until measured.
  func inWords(_ tier: StorageTier) -> String {
    guard let usage = measured[tier]?.usage else { return "all \(Self.noun(tier))s" }
    return "\(Self.count(usage.count, tier)) (\(ByteCount(usage.cost)))"
  }

  func clear(_ tier: StorageTier) -> StatusMessage {
    if let keeper, beginClearing(tier) {
      keeper.clear(tier) { [mailbox] removed in mailbox.post(.cleared(tier, removed)) }
    }
    return message
  }

  func clearMemory(of grid: GridViewModel) -> StatusMessage {
    _ = beginClearing(.memory)
    return take(removed: TierUsage(grid.forgetAll()), of: .memory)
  }

  func take(removed usage: TierUsage, of tier: StorageTier) -> StatusMessage {
    clearing.remove(tier)
    removed[tier] = usage
    return message
  }

  private func beginClearing(_ tier: StorageTier) -> Bool {
    if clearing.isEmpty { removed = [:] }
    return clearing.insert(tier).inserted
  }

  /// `Deleted 24 thumbnails, 340 kB`, then failures and tiers still being cleared.
  private var message: StatusMessage {
    let tiers = StorageTier.allCases.compactMap { tier in removed[tier].map { (tier, $0) } }
    let gone = tiers.filter { $1.trouble == nil }
      .map { "\(Self.count($1.usage.count, $0)), \(ByteCount($1.usage.cost))" }
    let failures = tiers.compactMap { tier, usage in
      usage.trouble.map { "\(tier.rawValue): \($0)" }
    }
    let rest = StorageTier.allCases.filter(clearing.contains).map(\.rawValue)
    let text =
      ((gone.isEmpty ? [] : ["Deleted " + gone.joined(separator: "; ")]) + failures
      + (rest.isEmpty ? [] : ["deleting \(rest.joined(separator: ", ")) …"]))
      .joined(separator: "; ")
    guard !text.isEmpty else { return StatusMessage("") }
    return StatusMessage(text, !failures.isEmpty ? .error : rest.isEmpty ? .success : .information)
  }

  private static func count(_ count: Int, _ tier: StorageTier) -> String {
    "\(count.grouped) \(noun(tier))\(count == 1 ? "" : "s")"
  }

  private static func noun(_ tier: StorageTier) -> String {
    switch tier {
    case .memory: "image"
    case .thumbnails: "thumbnail"
    case .responses: "response"
    case .index: "record"
    }
  }
}
