import ArgumentParser
import Base

struct BrowseCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse photos in a scrolling grid (the default).",
    discussion: BrowsingExit.explanation)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var options: PhotoOptions
  @Flag(
    name: .customLong("watch"), inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Follow what happens in folders while they are shown, or not; r reads them again.")
  var isFollowing = true

  @OptionGroup(title: "One photo") var viewer: ViewerOptions
  @OptionGroup(title: "Picking") var pick: PickOptions
  @OptionGroup(title: "The grid") var grid: GridOptions
  @OptionGroup(title: "Looks") var looks: AppearanceOptions
  @OptionGroup(title: "The memory cache") var cache: CacheOptions

  @Option(
    name: .customLong("compare-cache"),
    help: ArgumentHelp(
      "Scroll through a folder without a screen, without the cache and with it, and print the times.",
      valueName: "folder"), completion: .directory)
  var comparedFolder: PathArgument?

  @OptionGroup(title: "The web") var web: WebOptions
  @OptionGroup var statistics: StatisticsOptions
  @OptionGroup(title: "The demo of the reused cell") var race: RaceOptions

  func validate() throws {
    try looks.validate(besides: viewer)
    guard !race.isRequested || (sources.paths.isEmpty && sources.lists.isEmpty && !sources.isDemo)
    else {
      throw ValidationError("--demo-race takes its photos by --photos")
    }
    guard !race.isRequested || race.report || !looks.isPlain else {
      throw ValidationError(
        "--plain draws nothing: --demo-race --report tells the story line by line")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    if race.isRequested {
      let scene = RaceScene(
        race: race, options: options, looks: looks, isRecursive: sources.isRecursive)
      return try await scene.perform()
    }
    if let folder = comparedFolder?.path {
      let comparison = CacheComparison(
        folder: folder, options: options, isRecursive: sources.isRecursive)
      return try await comparison.perform()
    }
    let scene = BrowserScene(
      options: options, viewer: viewer, pick: pick, gridOptions: grid, looks: looks, cache: cache,
      web: web, isZeroSeparated: sources.isZeroSeparated, isFollowing: isFollowing,
      statistics: statistics.form, log: log)
    try await scene.perform(sources)
  }
}
