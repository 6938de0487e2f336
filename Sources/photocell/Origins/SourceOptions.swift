import ArgumentParser
import Base
import Catalogs
import Storage

struct SourceOptions: ParsableArguments, PhotoOrigin {
  @Argument(
    help: ArgumentHelp(
      "Folders, photos, feeds and web addresses, in any mix.",
      discussion: """
        A feed is a web address, or a file ending in .json, .rss, .atom, .rdf or .xml. - reads a \
        list of paths and addresses from standard input. Servers: s3://bucket/folder, \
        webdavs://host/folder, immich://host, and apod:// for NASA's pictures of the day. @NAME is \
        a collection, @ shows all.
        """, valueName: "source"))
  var paths: [PathArgument] = []

  @Flag(name: .customLong("demo"), help: "Show the demo photos.")
  var isDemo = false

  @Flag(
    switch: [.customShort("r"), .customLong("recursive")],
    help: "Include the photos of all subfolders.")
  var isRecursive = false

  @Option(
    name: [.customShort("i"), .customLong("input")],
    help: ArgumentHelp(
      "Also show the photos of a list of paths and addresses, one per line; - is standard input.",
      valueName: "file"))
  var lists: [PathArgument] = []

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Separate list entries, and printed paths, by zero bytes instead of newlines.")
  var isZeroSeparated = false

  @Option(
    help: ArgumentHelp("Path of the list in a JSON feed, such as data.photos.", valueName: "path"))
  var jsonItems: String?

  @Option(
    help: ArgumentHelp(
      "Path of the image address in an item, such as urls.regular.", valueName: "path"))
  var jsonImage: String?

  @Option(help: ArgumentHelp("Path of the title in an item, such as user.name.", valueName: "path"))
  var jsonTitle: String?

  @OptionGroup var provided: ProviderOptions

  func validate() throws {
    guard (paths + lists).count(where: { $0.path == Self.dash }) <= 1 else {
      throw ValidationError("standard input can be read only once")
    }
    guard !isDemo || (paths.isEmpty && lists.isEmpty) else {
      throw ValidationError("--demo cannot be combined with sources")
    }
  }

  private static let dash = ByteString("-")

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

  var arguments: [ByteString] { sources.map(\.path) }

  var readsStandardInput: Bool { (paths + lists).contains { $0.path == Self.dash } }

  func providers(keepingIn index: PhotoIndex?) -> [any CatalogProvider] {
    provided.providers(isRecursive: isRecursive, keepingIn: index)
  }

  func catalog(
    web: WebAccess, demand: CatalogDemand, isSurrounded: Bool, following: FolderFollowing?,
    index: PhotoIndex?, check: SourceCheck
  ) -> FoundCatalog {
    let providers = providers(keepingIn: index)
    let found = arguments.map { GivenSource($0, providers: providers) }
    let problemsOfAll = lists.isEmpty ? check.problemsOfAll() : nil
    let problems = problemsOfAll ?? found.compactMap(\.misreading)
    for problem in problems { StandardError.write("\(problem.argument): \(problem.error)") }
    guard problemsOfAll == nil else {
      return FoundCatalog(catalog: KnownPhotos([]), problemCount: problems.count, isHopeless: true)
    }
    let catalogs = SourceCatalogs(
      isRecursive: isRecursive, isSurrounded: isSurrounded, isPaged: index != nil,
      following: following, separator: separator, mapping: mapping, providers: providers,
      client: web.client)
    let sources =
      found.compactMap(\.source)
      + lists.map { .list($0.path == Self.dash ? .standardInput : .file($0.path)) }
    return FoundCatalog(
      catalog: catalogs.catalog(of: sources, demand: demand), problemCount: problems.count)
  }
}

extension SourceOptions {
  /// Without the time that parsing takes. In an initializer, an assignment to a property would make
  /// its wrapper anew, without a value.
  static func one(_ path: PathArgument, providedBy providers: ProviderOptions) -> SourceOptions {
    var options = SourceOptions()
    (options.paths, options.lists, options.provided) = ([path], [], providers)
    (options.isDemo, options.isRecursive, options.isZeroSeparated) = (false, false, false)
    (options.jsonItems, options.jsonImage, options.jsonTitle) = (nil, nil, nil)
    return options
  }
}

struct ProviderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Server for s3:// (default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, the profile's \
      endpoint_url, else Amazon).
      """, valueName: "url"),
    transform: OptionValue.address)
  var s3Endpoint: WebURL?

  @Option(
    help: ArgumentHelp(
      "Region for s3:// (default: AWS_REGION, AWS_DEFAULT_REGION, the profile's, else us-east-1).",
      valueName: "name"))
  var s3Region: String?

  @Option(
    help: ArgumentHelp(
      """
      Profile in ~/.aws whose key is used instead of AWS_ACCESS_KEY_ID and \
      AWS_SECRET_ACCESS_KEY (default: AWS_PROFILE, else default).
      """, valueName: "name"))
  var s3Profile: String?

  @Option(
    help: ArgumentHelp(
      "File with the API key for immich:// (default: IMMICH_API_KEY).", valueName: "file"))
  var immichKey: PathArgument?

  func providers(isRecursive: Bool, keepingIn index: PhotoIndex?) -> [any CatalogProvider] {
    var given = S3Settings.Given()
    (given.endpoint, given.region, given.profile) = (s3Endpoint, s3Region, s3Profile)
    let s3 = S3Provider(isRecursive: isRecursive, keptIn: index) {
      [given] () throws(CatalogError) in
      try S3Settings(given, variable: Storage.variable) { try? DocumentFile.read(ByteString($0)) }
    }
    return [s3, ApodProvider(apiKey: ApodOptions.knownKey)]
      + WebDAVProvider.all(isRecursive: isRecursive, variable: Storage.variable)
      + ImmichProvider.all { [file = immichKey?.path] () throws(CatalogError) in
        try Self.immichKey(in: file)
      } + [
        SFTPProvider(), CollectionsProvider(Storage.collections),
        ArchiveProvider(Composition.archives, isRecursive: isRecursive) {
          ByteString(Storage.workingFolder)
        },
      ]
  }

  private static func immichKey(in file: ByteString?) throws(CatalogError) -> String? {
    guard let file else { return Storage.variable("IMMICH_API_KEY") }
    guard let bytes = try? DocumentFile.read(file) else {
      throw .provider("the file with the Immich key cannot be read")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
