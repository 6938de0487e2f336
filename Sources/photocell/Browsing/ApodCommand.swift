import ArgumentParser
import Base

struct ApodCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "apod",
    abstract: "Browse NASA's Astronomy Pictures of the Day, the newest first.",
    discussion: """
      A day begins at midnight in New York. Pictures of past days are kept for good, today's and \
      the list until the next midnight there.

      \(BrowsingExit.explanation)
      """)

  @OptionGroup var apod: ApodOptions
  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "One photo") var viewer: ViewerOptions
  @OptionGroup(title: "Picking") var pick: PickOptions
  @OptionGroup(title: "The grid") var grid: GridOptions
  @OptionGroup(title: "Looks") var looks: AppearanceOptions
  @OptionGroup(title: "The memory cache") var cache: CacheOptions
  @OptionGroup(title: "The web") var web: WebOptions

  @Flag(name: .customLong("sheet"), help: "Print one contact sheet with captions, and end.")
  var isSheet = false

  @OptionGroup var sheet: SheetOptions

  func validate() throws {
    try looks.validate(besides: viewer)
    guard isSheet || !sheet.isGiven else {
      throw ValidationError("--columns and --width belong to --sheet")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    if isSheet {
      try await SheetPrint(options: options, sheet: sheet, web: web).perform(apod, log)
    } else {
      let scene = BrowserScene(
        options: options, viewer: viewer, pick: pick, gridOptions: grid, looks: looks,
        cache: cache, web: web, log: log)
      try await scene.perform(apod)
    }
  }
}
