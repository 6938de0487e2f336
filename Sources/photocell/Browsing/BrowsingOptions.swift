import ArgumentParser
import Base
import Browser
import Catalogs
import Glibc
import Photos
import Terminal

struct BrowsingOptions: ParsableArguments {
  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "Viewer") var viewer: ViewerOptions
  @OptionGroup(title: "Picking") var pick: PickOptions
  @OptionGroup(title: "Grid") var grid: GridOptions
  @OptionGroup(title: "Appearance") var appearance: AppearanceOptions
  @OptionGroup(title: "Memory cache") var cache: CacheOptions
  @OptionGroup(title: "Network") var web: WebOptions

  func validate() throws {
    guard appearance.allowsMotion || viewer.slideshow == nil else {
      let other = appearance.isPlain ? "--plain" : "--no-motion"
      throw ValidationError("--slideshow does not go with \(other)")
    }
  }
}

struct GridOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sort photos by \(SortOption.names).",
      discussion: "random:42 repeats a random order.", valueName: "order"))
  var sort: SortOption?

  @Flag(switch: .long, help: "Reverse the order.")
  var reverse = false

  @Option(
    help: ArgumentHelp(
      "Group photos under headings by \(PhotoGrouping.names).", valueName: "groups"))
  var group = PhotoGrouping.none

  @OptionGroup var kinds: KindOptions

  @Option(help: ArgumentHelp("Caption below each photo: name, date or none.", valueName: "caption"))
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
    grid.join(pairs: kinds.joinsPairs)
    grid.hide(videos: !kinds.showsVideos)
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
    guard let key = Self.keys.first(where: { $0.rawValue == parts[0] }) else { return nil }
    self.key = key
    seed = parts.dropFirst().first.flatMap { UInt64($0) }
    guard parts.count == 1 || (key == .random && seed != nil) else { return nil }
  }

  static var names: String { allValueStrings.alternatives }

  /// Likeness is to a selected photo.
  private static let keys = PhotoOrder.Key.allCases.filter { $0 != .like }
  static var allValueStrings: [String] { keys.map(\.rawValue) }
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

struct AppearanceOptions: ParsableArguments {
  @Option(
    name: .customLong("theme"),
    help: ArgumentHelp(
      "Colour theme: \(ThemeOption.words).",
      discussion: "calm follows the terminal's background; terminal uses its palette.",
      valueName: "name"))
  var chosenTheme: ThemeOption?

  @Flag(switch: .customLong("motion"), help: "Allow animations, slideshows and counting numbers.")
  var isMoving = true

  @Flag(
    switch: .customLong("cursor"),
    help: """
      Show the terminal's cursor at the selection. It is there in any case, hidden, for braille \
      displays and screen readers.
      """)
  var showsCursor = false

  @Flag(
    switch: .customLong("plain"),
    help: """
      Print plain lines of text instead of drawing, for screen readers and braille displays; \
      the keys are the same.
      """)
  var isPlain = false

  var allowsMotion: Bool { isMoving && !isPlain }

  var theme: Theme { chosenTheme?.theme ?? .calm }
}

struct ThemeOption: ExpressibleByArgument {
  let name: String
  let theme: Theme

  init?(argument: String) {
    guard let theme = Theme.builtIn(argument) else { return nil }
    name = argument
    self.theme = theme
  }

  static var words: String { Theme.names.alternatives }

  static var allValueStrings: [String] { Theme.names }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct PickOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Print the paths of marked photos at the end, one per line.",
      discussion: """
        This is the default when standard output is not a terminal. With --null they are \
        separated by zero bytes.
        """))
  var output = false

  @Option(
    help: ArgumentHelp(
      """
      Pick photos for another program: Enter takes the marked photos, else this one. With a number, \
      that many; the last mark ends.
      """, valueName: "count"))
  var pick: Int?

  @Option(
    name: .customLong("cwd-file"),
    help: ArgumentHelp(
      "Write the last folder to this file at the end, for the function of 'photocell init'.",
      valueName: "file"))
  var folderFile: PathArgument?

  func validate() throws {
    if let pick, pick < 1 { throw ValidationError("--pick takes a number of at least 1") }
  }

  var isPrinting: Bool { output || pick != nil || isatty(STDOUT_FILENO) != 1 }

  /// Adds a value to each `--pick` and `--stats` without one, so that a folder argument may follow.
  static func completed(_ words: [String]) -> [String] {
    let own = words.prefix { $0 != "--" }
    return own.indices.map { index in
      let next = index + 1 < own.endIndex ? own[index + 1] : ""
      return switch own[index] {
      case "--pick" where Int(next) == nil: "--pick=1"
      case "--stats" where SessionStatistics.Form(rawValue: next) == nil: "--stats=text"
      default: own[index]
      }
    } + words[own.endIndex...]
  }
}

struct PickedPhotos {
  let photos: [Photo]
  let isZeroSeparated: Bool
  var isShown = isatty(STDOUT_FILENO) == 1

  /// Each photo's path as it was given, or its address, in list order; sanitized for a terminal.
  var bytes: [UInt8] {
    photos.flatMap { photo in
      let name = photo.path?.bytes ?? Array("\(photo)".utf8)
      let shown = isShown ? Array("\(DisplayText(sanitising: name))".utf8) : name
      return shown + [isZeroSeparated ? 0 : UInt8(ascii: "\n")]
    }
  }
}
