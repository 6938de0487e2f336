import Base
import HTTP
import Storage
import TestServer
import TestSupport

/// A client, its cache and its clocks, as a test needs them.
struct Stage: Sendable {
  let folder: TemporaryFolder
  let clock = ManualClock()
  let date: TestDate
  let pauses = RecordedPauses()
  let notices = Recorder<CacheNotice>()
  /// The logged lines.
  let told = Recorder<String>()
  let cache: ResponseCache
  let client: HTTPClient

  /// Seconds since 1970 at which a test begins: Sun, 06 Nov 1994 08:49:37 GMT.
  static let start = 784_111_777

  init(
    folder: TemporaryFolder = TemporaryFolder(), cacheFolder: String? = nil,
    date: TestDate = TestDate(Stage.start), budget: Int = 100_000_000,
    memoryBudget: Int = 16_000_000, isOffline: Bool = false,
    timeouts: HTTPTimeouts = .patient, boundHeaders: [BoundHeader] = [],
    signers: [RequestSigner] = [], logins: [BoundLogin] = [],
    proxies: [String: String] = [:], trust: [String: String] = [:],
    isPrivate: @escaping @Sendable (IPAddress) -> Bool = { $0.isPrivate }
  ) {
    self.folder = folder
    self.date = date
    let wallClock = WallClock { date.seconds }
    cache = ResponseCache(
      folder: cacheFolder ?? folder.name("cache"), budget: budget, memoryBudget: memoryBudget,
      wallClock: wallClock, clock: clock, onNotice: { [notices] in notices.add($0) })
    client = HTTPClient(
      configuration: HTTPConfiguration(
        timeouts: timeouts,
        access: ServerAccess(signers: signers, logins: logins, headers: boundHeaders),
        proxies: ProxyVariables { proxies[$0] },
        trust: TLSOptions { trust[$0] }, isPrivate: isPrivate,
        isOffline: isOffline),
      cache: cache, clock: clock, wallClock: wallClock, pauses: pauses,
      log: .recorded(by: told), seed: 1)
  }

  /// Loads an address.
  @discardableResult
  func load(
    _ text: String, caching: HTTPRequest.Caching = .standard, headers: [HTTPHeader] = [],
    byteLimit: Int = 64_000_000, acceptsCompression: Bool = false
  ) async throws(NetworkError) -> HTTPResponse {
    let request = HTTPRequest(
      try WebAddress(text), headers: HTTPHeaders(headers), caching: caching, byteLimit: byteLimit,
      acceptsCompression: acceptsCompression)
    return try await client.load(request)
  }

  /// Loads an address, and returns the error; nil without one.
  func failure(_ text: String, byteLimit: Int = 64_000_000) async -> NetworkError? {
    do throws(NetworkError) {
      try await load(text, byteLimit: byteLimit)
      return nil
    } catch {
      return error
    }
  }

  /// Waits until every load and its pending writes have ended.
  func isQuiet() async {
    await client.finish(within: .seconds(86_400))
  }
}

extension HTTPResponse {
  /// The body as text.
  var text: String { (try? String(decoding: body.read(), as: UTF8.self)) ?? "unreadable" }
}

extension HTTPTimeouts {
  /// Longer than any test takes on a busy machine.
  static let patient = {
    var timeouts = HTTPTimeouts(
      connecting: .seconds(86_400), answering: .seconds(86_400), stalling: .seconds(86_400),
      whole: .seconds(86_400))
    timeouts.hesitating = .seconds(86_400)
    return timeouts
  }()
}
