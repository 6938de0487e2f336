import ArgumentParser
import Browser
import Photos

struct GridOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sort photos by \(SortOption.names).",
      discussion: "random:42 repeats a random order.",
      valueName: "order"))
  var sort: SortOption?

  @Flag(switch: .long, help: "Reverse the order.")
  var reverse = false

  @Option(
    help: ArgumentHelp(
      "Group photos under headings by \(PhotoGrouping.names).", valueName: "groups"))
  var group = PhotoGrouping.none

  @Flag(switch: .customLong("pairs"), help: "Show a raw file and its JPEG as one photo.")
  var joinsPairs = true

  @Option(
    help: ArgumentHelp("Caption below each photo: name, date or none.", valueName: "caption"))
  var caption = PhotoCaption.name

  @Option(
    help: ArgumentHelp(
      "Start with larger cells: that many columns fewer (--zoom=-2: two more).",
      valueName: "columns"))
  var zoom = 0

  func validate() throws {
    guard (-100...100).contains(zoom) else {
      throw ValidationError("--zoom takes a number from -100 to 100")
    }
    if reverse, sort?.key == .random { throw ValidationError("a random order has no reverse") }
  }

  /// Applies the options; values equal to those in `before` keep the grid's current setting.
  @MainActor
  func arrange(_ grid: GridViewModel, insteadOf before: GridOptions? = nil) {
    if before.map({ ($0.sort, $0.reverse) != (sort, reverse) }) ?? true { grid.sort(by: order) }
    if before?.group != group { grid.group(by: group) }
    grid.join(pairs: joinsPairs)
    if before?.caption != caption { grid.caption(by: caption) }
  }

  var order: PhotoOrder {
    PhotoOrder(
      sort?.key ?? .given, isReversed: reverse,
      seed: sort?.seed ?? .random(in: 0..<SortOption.seedCount))
  }
}

extension PhotoCaption: ExpressibleByArgument {}

extension PhotoGrouping: ExpressibleByArgument {
  fileprivate static var names: String {
    allCases.filter { $0 != .none }.map(\.rawValue).alternatives
  }
}

/// `size`, `random`, `random:42`.
struct SortOption: ExpressibleByArgument, Hashable {
  let key: PhotoOrder.Key
  /// The seed of a random order; nil to choose one.
  let seed: UInt64?

  /// Seeds are below this, so that they are short enough to type.
  static let seedCount: UInt64 = 10_000

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let key = PhotoOrder.Key(rawValue: String(parts[0])) else { return nil }
    self.key = key
    seed = parts.dropFirst().first.flatMap { UInt64($0) }
    guard parts.count == 1 || (key == .random && seed != nil) else { return nil }
  }

  static var names: String { allValueStrings.alternatives }

  static var allValueStrings: [String] { PhotoOrder.Key.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct ViewerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Start a slideshow with this time per photo: 500ms, 5s, 2m.", valueName: "time"),
    transform: OptionValue.duration)
  var slideshow: Duration?

  @Option(
    help: """
      Background of the viewer and of transparent photos: terminal, dark, light or checkered \
      (default: terminal).
      """)
  var background: ViewerBackground?

  @Flag(switch: .long, help: "Go to the next photo after rating one in culling mode (K).")
  var autoAdvance = true

  func settings(allowingMotion allowsMotion: Bool) -> ViewerSettings {
    ViewerSettings(
      slideshow: slideshow, background: background ?? .terminal,
      allowsMotion: allowsMotion, advances: autoAdvance)
  }
}

extension ViewerBackground: ExpressibleByArgument {}
