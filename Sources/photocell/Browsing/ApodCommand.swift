import ArgumentParser
import Base

struct ApodCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "apod",
    abstract: "Browse NASA's Astronomy Pictures of the Day, newest first.",
    discussion: """
      Past pictures are cached permanently, today's and the list until midnight in New York.

      \(BrowsingExit.explanation)
      """)

  @OptionGroup var apod: ApodOptions
  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "Viewer") var viewer: ViewerOptions
  @OptionGroup(title: "Picking") var pick: PickOptions
  @OptionGroup(title: "Grid") var grid: GridOptions
  @OptionGroup(title: "Appearance") var appearance: AppearanceOptions
  @OptionGroup(title: "Memory cache") var cache: CacheOptions
  @OptionGroup(title: "Network") var web: WebOptions

  @Flag(name: .customLong("sheet"), help: "Print a contact sheet with captions.")
  var isSheet = false

  @OptionGroup var sheet: SheetOptions

  func validate() throws {
    try appearance.validate(besides: viewer)
    guard isSheet || !sheet.isGiven else {
      throw ValidationError("--columns and --width need --sheet")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    if isSheet {
      try await SheetPrint(options: options, sheet: sheet, web: web).perform(apod, log)
    } else {
      let scene = BrowserScene(
        options: options, viewer: viewer, pick: pick, gridOptions: grid, appearance: appearance,
        cache: cache, web: web, log: log)
      try await scene.perform(apod)
    }
  }
}
