import Base
import ExpiringCache
import Glibc
import HTTP
import Synchronization

/// The child process that loads addresses into its cache and reports the time.
struct WebChild: Sendable {
  private static let byteLimit = 4_000_000_000
  /// The progress after which memory is measured, in bytes.
  private static let settledAt = 20_000_000

  let cache: ResponseCache
  let client: HTTPClient
  private let memory = Memory()

  /// The peak resident memory when measuring started, in kilobytes.
  private final class Memory: Sendable {
    let first = Mutex<Int?>(nil)
  }

  init(folder: String, later: Int = 0, budget: Int = ResponseCache.standardBudget) {
    let clock = WallClock { time(nil) + later }
    cache = ResponseCache(folder: folder, budget: budget, wallClock: clock)
    client = HTTPClient(
      configuration: HTTPConfiguration(
        timeouts: HTTPTimeouts(
          connecting: .seconds(5), answering: .seconds(30), stalling: .seconds(30),
          whole: .seconds(600)),
        proxies: ProxyVariables { _ in nil }, trust: TLSOptions { _ in nil }),
      cache: cache, wallClock: clock)
  }

  static func run(_ arguments: [String]) async throws {
    let child = WebChild(folder: arguments[2], later: Int(arguments[5]) ?? 0)
    let list = String(decoding: try Workshop.read(arguments[3]), as: UTF8.self)
    let addresses = list.split(separator: "\n").map(String.init)
    try await child.load(addresses)
    let end = WebRun.nanoseconds
    let peak = try ProcessFacts(process: getpid()).peakMemory
    let before = child.memory.first.withLock { $0 } ?? peak
    try Workshop.write(Array("\(end) \(before) \(peak)".utf8), to: arguments[4])
    // Responses are stored after they were delivered; those too large for the cache never are.
    while addresses.count > 1, await child.cache.usage().count < addresses.count {
      await Task.yield()
    }
  }

  func load(_ addresses: [String]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for address in addresses { group.addTask { try await load(address) } }
      try await group.waitForAll()
    }
  }

  func load(_ address: String) async throws {
    let request = HTTPRequest(try WebAddress(address), byteLimit: Self.byteLimit)
    _ = try await client.load(request) { [memory] progress in
      guard progress.received > Self.settledAt else { return }
      memory.first.withLock { first in
        if first == nil { first = try? ProcessFacts(process: getpid()).peakMemory }
      }
    }
  }
}
