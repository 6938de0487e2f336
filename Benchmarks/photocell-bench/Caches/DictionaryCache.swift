import Synchronization

/// The lower bound: an unlimited dictionary behind a lock.
final class DictionaryCache: CacheContender {
  private let entries = Mutex<[String: CachedObject]>([:])
  private let keys: [String]
  private let values: [CachedObject]

  init(keys: [String], room: Int) {
    self.keys = keys
    values = keys.map { _ in CachedObject() }
  }

  func get(_ number: Int) -> Bool { entries.withLock { $0[keys[number]] } != nil }

  func set(_ number: Int) { entries.withLock { $0[keys[number]] = values[number] } }

  func empty() { entries.withLock { $0 = [:] } }
}
