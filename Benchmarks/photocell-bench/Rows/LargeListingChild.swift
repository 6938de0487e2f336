import Base
import Catalogs
import Glibc
import HTTP
import Storage

/// The child process that opens a cached listing and times random access.
enum LargeListingChild {
  static let argument = "--listing-child"
  /// The listing's identity: a closed port, and a whole bucket.
  static let source = "s3 http://127.0.0.1:9/bucket all "
  private static let lookCount = 2_000

  /// Takes the folder of the index, and the file for the results, in nanoseconds and kilobytes.
  static func run(_ arguments: [String]) async throws {
    let catalog = try catalog(arguments[2])
    let start = ContinuousClock.now
    var found: PagedEntries?
    for await snapshot in catalog.snapshots() {
      found = snapshot.paged
      break
    }
    let opening = start.duration(to: .now)
    guard let found, found.count == LargeListing.count else { throw BenchError.silent("the list") }
    var (samples, random) = (Samples(), SplitMix64(seed: 5))
    for _ in 0..<lookCount {
      let rank = Int.random(in: 0..<found.count, using: &random)
      let begin = ContinuousClock.now
      let page = found.page(of: rank)
      found.want([page])
      _ = try await found.load(page: page)
      guard found[rank] != nil else { throw BenchError.silent("a photo") }
      samples.add(begin.duration(to: .now))
    }
    let times = [opening, samples.median, samples.percentile(0.99)].map {
      Int($0 / .nanoseconds(1))
    }
    let memory = try ProcessFacts(process: getpid()).memory
    try Workshop.write(
      Array((times + [memory]).map { "\($0)" }.joined(separator: " ").utf8), to: arguments[3])
  }

  private static func catalog(_ folder: String) throws -> any PhotoCatalog {
    var given = S3Settings.Given()
    given.endpoint = try WebURL("http://127.0.0.1:9/".utf8)
    let provider = S3Provider(isRecursive: true, keptIn: PhotoIndex(folder: folder)) {
      [given] () throws(CatalogError) in
      try S3Settings(given, variable: { _ in nil }) { _ in nil }
    }
    let client = HTTPClient(
      configuration: HTTPConfiguration(
        proxies: ProxyVariables { _ in nil }, trust: TLSOptions { _ in nil }, isOffline: true),
      cache: ResponseCache(folder: nil))
    return try provider.catalog(
      of: ByteString("s3://bucket"), isPaged: true, client: client, demand: CatalogDemand(0))
  }
}
