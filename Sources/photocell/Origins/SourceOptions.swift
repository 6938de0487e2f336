import ArgumentParser
import Base
import Catalogs
import Storage

struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Folders, photos, feeds and web addresses, in any mix.",
      discussion: """
        A feed is a web address, or a file that ends in .json, .rss, .atom or .xml. A list of paths \
        and addresses is read from standard input where a dash stands. s3://bucket/folder are the \
        photos of a store of objects, webdavs://host/folder those of a server that speaks WebDAV, \
        immich://host those of an Immich server, apod:// NASA's pictures of the day.
        """, valueName: "source"))
  var paths: [PathArgument] = []

  @Flag(name: .customLong("demo"), help: "Show the demo photos that come with photocell.")
  var isDemo = false

  @Flag(
    name: [.customShort("r"), .customLong("recursive")], inversion: .prefixedNo,
    exclusivity: .chooseLast, help: "Show the photos of all folders inside at once.")
  var isRecursive = false

  @Option(
    name: [.customShort("i"), .customLong("input")],
    help: ArgumentHelp(
      "Show the photos of a list of paths and addresses too, one a line; - is standard input.",
      valueName: "file"))
  var lists: [PathArgument] = []

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Each entry of a list, and each path that is printed, is ended by a zero byte.")
  var isZeroSeparated = false

  @Option(
    name: .customLong("json-items"),
    help: ArgumentHelp("Where the list is in a JSON feed: data.photos.", valueName: "path"))
  var jsonItems: String?

  @Option(
    name: .customLong("json-image"),
    help: ArgumentHelp(
      "Where an item of the list has the address of its picture: urls.regular.", valueName: "path"))
  var jsonImage: String?

  @Option(
    name: .customLong("json-title"),
    help: ArgumentHelp("Where an item of the list has its title: user.name.", valueName: "path"))
  var jsonTitle: String?

  @OptionGroup var provided: ProviderOptions

  func validate() throws {
    guard (paths + lists).count(where: { $0.path == Self.dash }) <= 1 else {
      throw ValidationError("standard input can be read once")
    }
    guard !isDemo || (paths.isEmpty && lists.isEmpty) else {
      throw ValidationError("--demo shows the demo photos, and no others")
    }
  }

  private static let dash = ByteString("-")

  /// Defaults to the current folder.
  private var sources: [PathArgument] {
    if isDemo { return [PathArgument(path: DemoPhotosFolder.expectedPath)] }
    guard paths.isEmpty, lists.isEmpty else { return paths }
    return [PathArgument(path: ByteString("."))]
  }

  private var separator: ListSeparator { isZeroSeparated ? .zero : .lineEnd }
  private var mapping: JSONMapping {
    JSONMapping(
      items: jsonItems, image: jsonImage, title: jsonTitle,
      forms: FeedForms(
        user: FeedForms.userPath, installed: InstalledFile.paths(FeedForms.fileName)))
  }
}

extension SourceOptions: PhotoOrigin {
  var arguments: [ByteString] { sources.map(\.path) }

  var readsStandardInput: Bool { (paths + lists).contains { $0.path == Self.dash } }

  func providers(keepingIn index: PhotoIndex?) -> [any CatalogProvider] {
    provided.providers(isRecursive: isRecursive, keepingIn: index)
  }

  func catalog(
    web: WebAccess, demand: CatalogDemand, isSurrounded: Bool, following: FolderFollowing?,
    index: PhotoIndex?, look: FirstLook
  ) -> FoundCatalog {
    let providers = providers(keepingIn: index)
    let found = arguments.map { GivenSource($0, providers: providers) }
    let problemsOfAll = lists.isEmpty ? look.problemsOfAll() : nil
    let problems = problemsOfAll ?? found.compactMap(\.misreading)
    for problem in problems { StandardError.write("\(problem.argument): \(problem.error)") }
    guard problemsOfAll == nil else {
      return FoundCatalog(
        catalog: KnownPhotos([]), problemCount: problems.count, isHopeless: true)
    }
    let catalogs = SourceCatalogs(
      isRecursive: isRecursive, isSurrounded: isSurrounded, isPaged: index != nil,
      following: following,
      separator: separator, mapping: mapping, providers: providers, client: web.client)
    let sources = found.compactMap(\.source) + lists.map { .list(ListPlace($0.path)) }
    return FoundCatalog(
      catalog: catalogs.catalog(of: sources, demand: demand), problemCount: problems.count,
      isHopeless: false)
  }
}

extension ListPlace {
  fileprivate init(_ path: ByteString) {
    self = path == ByteString("-") ? .standardInput : .file(path)
  }
}
