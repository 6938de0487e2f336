import Synchronization

@testable import HTTP

/// The notices of a cache.
final class Notices: Sendable {
  private let list = Mutex<[CacheNotice]>([])

  var all: [CacheNotice] { list.withLock { $0 } }

  func add(_ notice: CacheNotice) {
    list.withLock { $0.append(notice) }
  }
}
