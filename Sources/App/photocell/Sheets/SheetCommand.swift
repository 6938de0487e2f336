import ArgumentParser

/// `photocell sheet SOURCE…`: one contact sheet on standard output.
struct SheetCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Print one contact sheet with captions, and end.",
    discussion: """
      Of a feed that goes on, the pages up to the first 1,000 photos are printed. \
      Exit code 0 where every photo is shown, 1 where some could not be, 2 where none could, \
      64 for wrong usage.
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "The web") var web: WebOptions
  @OptionGroup var sheet: SheetOptions

  @MainActor
  func perform() async throws {
    try await SheetPrint(options: options, sheet: sheet, web: web).perform(sources)
  }
}
