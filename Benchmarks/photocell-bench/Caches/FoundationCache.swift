import Foundation

/// `NSCache` at its best, with preallocated `NSString` keys.
struct FoundationCache: CacheContender {
  private let cache = NSCache<NSString, CachedObject>()
  private let keys: [NSString]
  private let values: [CachedObject]

  init(keys: [String], room: Int) {
    self.keys = keys.map { NSString(string: $0) }
    values = keys.map { _ in CachedObject() }
    cache.countLimit = room
  }

  func get(_ number: Int) -> Bool { cache.object(forKey: keys[number]) != nil }

  func set(_ number: Int) { cache.setObject(values[number], forKey: keys[number], cost: 100) }

  func empty() { cache.removeAllObjects() }
}
