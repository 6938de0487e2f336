import ArgumentParser
import Catalog
import HTTP
import Logging
import ResponseStore
import Values

/// The options of everything that asks the web.
struct WebOptions: ParsableArguments {
  @Option(
    name: .customLong("header"),
    help: ArgumentHelp(
      "Add a request header, sent only to the origins named on the command line.",
      discussion: """
        Repeatable. An origin is scheme, host and port: requests to what a feed names elsewhere, or \
        to where a redirect leads, go without the header. Logins are also read from ~/.netrc.
        """, valueName: "Name: value"))
  var headers: [String] = []

  @Flag(
    name: .customLong("offline"), inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Never use the network; show cached responses even if stale.")
  var isOffline = false

  @Option(
    name: .customLong("http-cache"),
    help: ArgumentHelp(
      "How much disk space cached responses may take: 500kB, 256MB, 1GB (default: 1GB).",
      valueName: "size"),
    transform: ByteSizeOption.init)
  var budget: ByteSizeOption?

  /// Looks at the headers here and not as they are parsed, since the parser repeats what it refuses,
  /// and a header may be a secret.
  func validate() throws {
    guard headers.allSatisfy({ UserHeader($0) != nil }) else {
      throw ValidationError(
        "--header takes 'Name: value', and no line that photocell sends by itself")
    }
  }

  /// What these options ask the web with.
  /// - Parameters:
  ///   - origin: What stands on the command line to be looked at; who provides it is asked with the first request
  ///     what goes with it, and here only where there are lines of the user's.
  ///   - log: Hears of requests, and what becomes of the cache.
  ///   - onNotice: Told once at most, on any thread, why nothing is kept on disk any more.
  /// - Returns: One client and one cache for all of the run.
  /// - Throws: A `ValidationError` where there is a header and no address that it would go to.
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
      access, isOffline: isOffline, budget: budget?.bytes ?? Storage.usualResponseBudget,
      log: log,
      onNotice: { notice in
        log.write(.warning, .responses, "\(notice)")
        onNotice(notice)
      })
  }

  /// The lines, each once for every origin.
  private func boundHeaders(
    for arguments: [ByteString], and servers: [WebAddress]
  ) throws -> [BoundHeader] {
    let addresses = arguments.compactMap { try? WebAddress($0.lossyText) } + servers
    guard !addresses.isEmpty else {
      throw ValidationError("--header needs a web address on the command line to go to")
    }
    let lines = headers.compactMap(UserHeader.init)
    let bound = Set(addresses.flatMap { address in lines.map { BoundHeader($0, for: address) } })
    return Array(bound)
  }
}

/// What a run asks the web with: one client and one cache for catalogs and pictures alike, so that
/// they share connections, transfers and what is kept.
struct WebAccess {
  /// What loads responses; nothing is connected before the first load.
  let client: HTTPClient
  /// Where they are kept; nothing is opened before the first load.
  let responses: ResponseCache
  /// How large `responses` may become on disk, in bytes.
  let budget: Int
  /// Whether everything is answered from `responses` alone.
  let isOffline: Bool

  /// Puts a client and its cache together.
  /// - Parameters:
  ///   - access: Finds out what goes with requests to some servers, when something is first asked; it may block.
  ///   - isOffline: Whether nothing may be asked of the network.
  ///   - budget: How large the cache may become on disk, in bytes.
  ///   - log: Hears of requests.
  ///   - onNotice: Told once at most, on any thread, why nothing is kept on disk any more.
  init(
    _ access: @escaping @Sendable () -> ServerAccess = { ServerAccess() }, isOffline: Bool = false,
    budget: Int = Storage.usualResponseBudget, log: Log = .none,
    onNotice: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    responses = Storage.responses(budget: budget, onNotice: onNotice)
    client = HTTPClient(
      configuration: HTTPConfiguration(
        access: access(), proxies: ProxyVariables(environment: Storage.variable),
        trust: TrustVariables(environment: Storage.variable), isOffline: isOffline),
      cache: responses, log: log)
    self.budget = budget
    self.isOffline = isOffline
  }
}
