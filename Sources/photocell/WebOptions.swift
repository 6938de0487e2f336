import ArgumentParser
import Base
import Catalogs
import HTTP
import Storage

struct ResponseCacheOptions: ParsableArguments {
  @Option(
    name: .customLong("http-cache"),
    help: ArgumentHelp(
      "Disk space for cached responses: 500kB, 256MB, 1GB (default: 1GB).", valueName: "size"),
    transform: OptionValue.byteCount)
  var budget: Int?

  var limit: Int { budget ?? Storage.usualResponseBudget }
}

struct WebOptions: ParsableArguments {
  @Option(
    name: .customLong("header"),
    help: ArgumentHelp(
      "Add a request header, sent only to the origins named on the command line.",
      discussion: """
        Repeatable. An origin is scheme, host and port: requests to other hosts that a feed or a \
        redirect leads to do not get the header. Logins are also read from ~/.netrc.
        """, valueName: "Name: value"))
  var headers: [String] = []

  @Flag(
    switch: .customLong("offline"),
    help: "Never use the network; show cached responses, even stale ones.")
  var isOffline = false

  @OptionGroup var responses: ResponseCacheOptions

  /// Validates headers here instead of while parsing.
  ///
  /// The parser repeats rejected values, and a header may be a secret.
  func validate() throws {
    guard headers.allSatisfy({ UserHeader($0) != nil }) else {
      throw ValidationError(
        "--header takes 'Name: value', and no header that photocell sets itself")
    }
  }

  /// Providers determine logins with the first request, or now if there are user headers.
  /// `onNotice` is called at most once, on any thread, with the reason why the disk is not used.
  /// Throws a `ValidationError` if there are headers but no address that they apply to.
  func access(
    for origin: some PhotoOrigin, log: Log = .none,
    onNotice: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) throws -> WebAccess {
    var access = origin.access
    if !headers.isEmpty {
      var provided = access()
      provided.headers += try boundHeaders(for: origin.arguments, and: provided.servers)
      access = { [provided] in provided }
    }
    return WebAccess(
      access, isOffline: isOffline, budget: responses.limit, log: log,
      onNotice: { notice in
        log.write(.warning, .responses, "\(notice)")
        onNotice(notice)
      })
  }

  private func boundHeaders(
    for arguments: [ByteString], and servers: [WebAddress]
  ) throws -> [BoundHeader] {
    let addresses = arguments.compactMap { try? WebAddress($0.lossyText) } + servers
    guard !addresses.isEmpty else {
      throw ValidationError("--header needs a web address on the command line")
    }
    let lines = headers.compactMap(UserHeader.init)
    let bound = Set(addresses.flatMap { address in lines.map { BoundHeader($0, for: address) } })
    return Array(bound)
  }
}

struct WebAccess {
  let client: HTTPClient
  let responses: ResponseCache
  /// Of `responses` on disk, in bytes.
  let budget: Int
  let isOffline: Bool

  /// `access` is evaluated with the first request and may block. `onNotice` is called at most once,
  /// on any thread, with the reason why the disk is not used.
  init(
    _ access: @escaping @Sendable () -> ServerAccess = { ServerAccess() }, isOffline: Bool = false,
    budget: Int = Storage.usualResponseBudget, log: Log = .none,
    onNotice: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    responses = Storage.responses(budget: budget, onNotice: onNotice)
    var configuration = HTTPConfiguration(
      access: access(), proxies: ProxyVariables(environment: Storage.variable),
      trust: TLSOptions(environment: Storage.variable), isOffline: isOffline)
    configuration.localOrigins = [ArchiveOrigin(Composition.archives)]
    client = HTTPClient(configuration: configuration, cache: responses, log: log)
    self.budget = budget
    self.isOffline = isOffline
  }
}
