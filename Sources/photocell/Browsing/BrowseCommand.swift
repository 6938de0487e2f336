import ArgumentParser
import Base
import Glibc

struct BrowseCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", _superCommandName: "photocell",
    abstract: "Browse photos in a scrolling grid (the default).",
    discussion: BrowsingExit.explanation)

  @OptionGroup var sources: SourceOptions
  // As in `BrowsingOptions`: each level of groups would delay the start by half a millisecond.
  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "Viewer") var viewer: ViewerOptions
  @OptionGroup(title: "Picking") var pick: PickOptions
  @OptionGroup(title: "Grid") var grid: GridOptions
  @OptionGroup(title: "Appearance") var appearance: AppearanceOptions
  @OptionGroup(title: "Memory cache") var cache: CacheOptions
  @OptionGroup(title: "Network") var web: WebOptions

  @Flag(switch: .customLong("watch"), help: "Watch shown folders for changes; r rereads them.")
  var isFollowing = true

  @Option(
    name: .customLong("compare-cache"),
    help: ArgumentHelp(
      "Scroll through a folder with and without the memory cache, without a screen, and print the times.",
      valueName: "folder"), completion: .directory)
  var comparedFolder: PathArgument?

  @OptionGroup var statistics: StatisticsOptions
  @OptionGroup(title: "Demo of the reused cell") var race: RaceOptions

  var browsing: BrowsingOptions {
    var browsing = BrowsingOptions()
    (browsing.options, browsing.viewer, browsing.pick) = (options, viewer, pick)
    (browsing.grid, browsing.appearance) = (grid, appearance)
    (browsing.cache, browsing.web) = (cache, web)
    return browsing
  }

  func validate() throws {
    try browsing.validate()
    guard !race.isRequested || (sources.paths.isEmpty && sources.lists.isEmpty && !sources.isDemo)
    else { throw ValidationError("--demo-race takes its photos from --photos") }
    guard !race.isRequested || race.report || !browsing.appearance.isPlain else {
      throw ValidationError("--plain draws nothing; use --demo-race --report for text")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    if race.isRequested {
      let scene = RaceScene(
        race: race, options: browsing.options, appearance: browsing.appearance,
        isRecursive: sources.isRecursive)
      return try await scene.perform()
    }
    if let folder = comparedFolder?.path {
      let comparison = CacheComparison(
        folder: folder, options: browsing.options, isRecursive: sources.isRecursive)
      return try await comparison.perform()
    }
    let scene = BrowserScene(
      browsing: browsing, isZeroSeparated: sources.isZeroSeparated, isFollowing: isFollowing,
      statistics: statistics.form, log: log)
    try await scene.perform(sources)
  }
}

enum BrowsingExit {
  static let noTerminal = ExitCode(1)
  static let nothingPicked = ExitCode(1)
  static let noSource = ExitCode(2)
  /// As a shell reports a program ended by SIGINT: 128 plus the signal number.
  static let interrupted = ExitCode(128 + SIGINT)

  static let explanation = """
    Exit codes: 0 when the user quits, 1 without a terminal or if no photo was picked, 2 if no \
    source could be read, 64 for wrong usage, 74 if the output could not be written, 130 after \
    Ctrl-C.
    """
}

/// Writes the last visited folder to a file, so that the calling shell can change to it.
struct FolderNote {
  let file: ByteString

  /// Terminated by a zero byte. Writes nothing for nil (photos from the web) or an empty path (the
  /// working folder). Returns the error, or nil.
  func write(_ folder: ByteString?) -> SystemError? {
    guard let folder, !folder.bytes.isEmpty else { return nil }
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    guard let descriptor = Descriptor(opened: unsafe open(file.cString, flags, 0o666)) else {
      return .last
    }
    return writeAll(folder.bytes + [0], to: descriptor.number)
  }
}
