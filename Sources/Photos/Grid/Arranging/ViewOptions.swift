import Catalogs
import Imaging

struct ViewOptions: Hashable, Sendable {
  var order = PhotoOrder.asGiven
  var grouping = PhotoGrouping.none
  var foldsBursts = false
  /// Whether bursts are detected even if they are neither collapsed nor grouped.
  var findsBursts = false
  var openFrames: Set<PhotoID> = []
  var filter = Filter()
  /// Selects matches without hiding other photos.
  var search = Filter()
  var caption = PhotoCaption.name
  /// Whether ratings are shown, which requires reading them in any order.
  var showsRatings = false

  var depth: FactsDepth {
    let depth = max(order.depth, grouping.depth, filter.depth, search.depth, caption.depth)
    if foldsBursts || findsBursts { return .hashes }
    return showsRatings ? max(depth, .contents) : depth
  }

  var areGroupsReversed: Bool {
    grouping == .rating && order.key != .rating || order.isReversed
  }

  var needsBursts: Bool { foldsBursts || findsBursts || grouping == .burst }

  var asksForMarks: Bool { [filter, search].contains { $0.asks(for: [.marked]) } }
}

extension ViewOptions {
  /// Whether the options can be satisfied with only some pages loaded.
  func isMet(byPagesOf paged: PagedEntries) -> Bool {
    guard filter.isEmpty || filter.isMarked, search.isEmpty, !foldsBursts,
      order.isOfPages(of: paged)
    else { return false }
    return switch grouping {
    case .none: true
    case .month, .year, .auto:
      !filter.isMarked && paged.order == .latestTaken && paged.pages.allSatisfy { $0.month != nil }
    default: false
    }
  }

  /// Whether a full scan can satisfy the options: not those that need perceptual hashes.
  var isMetByFullScan: Bool {
    guard !foldsBursts else { return false }
    return switch grouping {
    case .none, .day, .month, .year, .auto: true
    case .folder, .rating, .likeness, .burst: false
    }
  }

  func isBackward(in paged: PagedEntries) -> Bool {
    order.key == .taken && paged.order == .latestTaken ? !order.isReversed : order.isReversed
  }
}

extension PhotoOrder {
  func isOfPages(of entries: PagedEntries) -> Bool {
    key == .given || key == .taken && entries.order == .latestTaken
  }
}

package enum PhotoCaption: String, CaseIterable, Hashable, Sendable {
  case name
  /// The capture date, or the name if it is unknown.
  case date
  case none

  var depth: FactsDepth { self == .date ? .contents : .names }
}

extension TakenTime {
  private static let dayWidth = 10

  /// As `2024-05-17 14:03`, without the time if too long; nil if only the file's time is known.
  func caption(columns: Int) -> [UInt8]? {
    guard source != .file,
      let date = CaptureDate(wallMilliseconds: wallMilliseconds, precision: precision)
    else { return nil }
    let text = Array("\(date)".utf8)
    return text.count <= columns ? text : Array(text.prefix(Self.dayWidth))
  }
}
