import ArgumentParser
import Base
import Catalogs
import Storage

struct ApodCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "apod", abstract: "Browse NASA's Astronomy Pictures of the Day, newest first.",
    discussion: """
      Past pictures are cached permanently, today's and the list until midnight in New York.

      \(BrowsingExit.explanation)
      """)

  @OptionGroup var apod: ApodOptions
  @OptionGroup var browsing: BrowsingOptions

  @Flag(name: .customLong("sheet"), help: "Print a contact sheet with captions.")
  var isSheet = false

  @OptionGroup var sheet: SheetOptions

  func validate() throws {
    guard isSheet || !sheet.isGiven else {
      throw ValidationError("--columns and --width need --sheet")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    if isSheet {
      let print = SheetPrint(
        options: browsing.options, sheet: sheet, kinds: browsing.grid.kinds, web: browsing.web)
      try await print.perform(apod, log)
    } else {
      try await BrowserScene(browsing: browsing, log: log).perform(apod)
    }
  }
}

struct ApodOptions: ParsableArguments, PhotoOrigin {
  @Option(help: "Number of pictures, today's and those before (default: 24).")
  var count: Int?

  @Option(
    help: ArgumentHelp("Pictures from this day to today: 2024-02-29.", valueName: "date"),
    transform: OptionValue.date)
  var since: CivilDate?

  @Option(
    help: """
      API key (default: PHOTOCELL_APOD_KEY, else DEMO_KEY with a few requests per hour; free keys \
      at api.nasa.gov).
      """)
  var apiKey: String?

  @Option(
    help: ArgumentHelp("API endpoint of a mirror or test server.", valueName: "url"),
    transform: OptionValue.address)
  var endpoint: WebURL?

  func validate() throws {
    guard count == nil || since == nil else {
      throw ValidationError("use either --count or --since")
    }
    guard (1...ApodRange.countLimit).contains(count ?? 1) else {
      throw ValidationError("--count must be from 1 to \(ApodRange.countLimit)")
    }
  }

  private var range: ApodRange {
    since.map { .since($0) } ?? .last(count ?? ApodProvider.usualCount)
  }

  private var key: String { apiKey.flatMap { $0.isEmpty ? nil : $0 } ?? Self.knownKey }

  static var knownKey: String {
    Storage.variable("PHOTOCELL_APOD_KEY").flatMap { $0.isEmpty ? nil : $0 } ?? "DEMO_KEY"
  }

  var arguments: [ByteString] { endpoint.map { [ByteString($0.requestText)] } ?? [] }

  func catalog(
    web: WebAccess, demand: CatalogDemand, isSurrounded: Bool, following: FolderFollowing?,
    index: PhotoIndex?, check: SourceCheck
  ) -> FoundCatalog {
    guard let endpoint = endpoint ?? (try? WebURL(ApodRequest.officialEndpoint.utf8))
    else { return FoundCatalog(catalog: KnownPhotos([]), problemCount: 1, isHopeless: true) }
    let request = ApodRequest(endpoint: endpoint, apiKey: key, range: range)
    return FoundCatalog(
      catalog: ApodProvider.catalog(of: request, client: web.client, demand: demand))
  }
}
