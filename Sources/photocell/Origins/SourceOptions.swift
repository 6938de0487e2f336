import ArgumentParser
import Catalog
import Feeds

/// Where photos come from: folders, files, addresses, feeds and lists, in any mix.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Folders, photos, feeds and web addresses, in any mix.",
      discussion: """
        A feed is a web address, or a file that ends in .json, .rss, .atom or .xml. A list of paths \
        and addresses is read from standard input where a dash stands.
        """, valueName: "source"))
  var paths: [PathArgument] = []

  @Flag(name: [.customShort("r"), .customLong("recursive")], help: "Descend into folders.")
  var isRecursive = false

  @Option(
    name: [.customShort("i"), .customLong("input")],
    help: ArgumentHelp(
      "Show the photos of a list of paths and addresses too, one a line; - is standard input.",
      valueName: "file"))
  var lists: [PathArgument] = []

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Each entry of a list is ended by a zero byte, as find -print0 does.")
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

  func validate() throws {
    guard (paths + lists).count(where: { $0.path == Self.dash }) <= 1 else {
      throw ValidationError("standard input can be read once")
    }
  }

  private static let dash = ByteString("-")

  /// The current folder where nothing was said.
  private var sources: [PathArgument] {
    guard paths.isEmpty, lists.isEmpty else { return paths }
    return [PathArgument(path: ByteString("."))]
  }

  private var separator: ListSeparator { isZeroSeparated ? .zero : .lineEnd }
  private var mapping: JSONMapping {
    JSONMapping(items: jsonItems, image: jsonImage, title: jsonTitle)
  }
}

extension SourceOptions: PhotoOrigin {
  var arguments: [ByteString] { sources.map(\.path) }

  var readsStandardInput: Bool { (paths + lists).contains { $0.path == Self.dash } }

  func catalog(web: WebAccess, demand: CatalogDemand) -> FoundCatalog {
    let found = arguments.map { argument in
      Result { () throws(CatalogError) in try PhotoSource(argument: argument) }
    }
    var problems = zip(arguments, found).compactMap { argument, source in
      source.error.map { ArgumentProblem(argument: argument, error: $0) }
    }
    let files = found.compactMap { (try? $0.get())?.file }
    problems += FolderCatalog.problems(in: files)
    for problem in problems { StandardError.write("\(problem.argument): \(problem.error)") }
    let sources = found.compactMap { try? $0.get() } + lists.map { .list(ListPlace($0.path)) }
    let catalogs = SourceCatalogs(
      isRecursive: isRecursive, separator: separator, mapping: mapping, client: web.client)
    return FoundCatalog(
      catalog: catalogs.catalog(of: sources.without(problems), demand: demand),
      problemCount: problems.count, isHopeless: problems.count == arguments.count + lists.count)
  }
}

extension Result {
  fileprivate var error: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}

extension ListPlace {
  fileprivate init(_ path: ByteString) {
    self = path == ByteString("-") ? .standardInput : .file(path)
  }
}

extension PhotoSource {
  /// What should be there on disk.
  fileprivate var file: ByteString? {
    switch self {
    case .path(let path), .feedFile(let path): path
    case .picture, .address, .list: nil
    }
  }
}

extension [PhotoSource] {
  /// Those that are there; a path that is not is counted by the catalog of folders.
  fileprivate func without(_ problems: [ArgumentProblem]) -> [PhotoSource] {
    let missing = Set(problems.map { PhotoSource.feedFile($0.argument) })
    return filter { !missing.contains($0) }
  }
}
