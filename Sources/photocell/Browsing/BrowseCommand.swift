import ArgumentParser
import Base

struct BrowseCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse photos in a scrolling grid (the default).",
    discussion: BrowsingExit.explanation)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var options: PhotoOptions
  @Flag(switch: .customLong("watch"), help: "Watch shown folders for changes; r rereads them.")
  var isFollowing = true

  @OptionGroup(title: "Viewer") var viewer: ViewerOptions
  @OptionGroup(title: "Picking") var pick: PickOptions
  @OptionGroup(title: "Grid") var grid: GridOptions
  @OptionGroup(title: "Appearance") var appearance: AppearanceOptions
  @OptionGroup(title: "Memory cache") var cache: CacheOptions

  @Option(
    name: .customLong("compare-cache"),
    help: ArgumentHelp(
      "Scroll through a folder with and without the memory cache, without a screen, and print the times.",
      valueName: "folder"), completion: .directory)
  var comparedFolder: PathArgument?

  @OptionGroup(title: "Network") var web: WebOptions
  @OptionGroup var statistics: StatisticsOptions
  @OptionGroup(title: "Demo of the reused cell") var race: RaceOptions

  func validate() throws {
    try appearance.validate(besides: viewer)
    guard !race.isRequested || (sources.paths.isEmpty && sources.lists.isEmpty && !sources.isDemo)
    else { throw ValidationError("--demo-race takes its photos from --photos") }
    guard !race.isRequested || race.report || !appearance.isPlain else {
      throw ValidationError(
        "--plain draws nothing; use --demo-race --report for text")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    if race.isRequested {
      let scene = RaceScene(
        race: race, options: options, appearance: appearance, isRecursive: sources.isRecursive)
      return try await scene.perform()
    }
    if let folder = comparedFolder?.path {
      let comparison = CacheComparison(
        folder: folder, options: options, isRecursive: sources.isRecursive)
      return try await comparison.perform()
    }
    let scene = BrowserScene(
      options: options, viewer: viewer, pick: pick, gridOptions: grid, appearance: appearance,
      cache: cache,
      web: web, isZeroSeparated: sources.isZeroSeparated, isFollowing: isFollowing,
      statistics: statistics.form, log: log)
    try await scene.perform(sources)
  }
}
