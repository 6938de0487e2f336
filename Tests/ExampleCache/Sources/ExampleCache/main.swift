import ExpiringCache

// Everything that the articles of the documentation show.

let images = MemoryCache<String, [UInt8]>(
  limits: CacheLimits(cost: 128 << 20), expiration: .seconds(600), clock: ContinuousClock())
let bytes: [UInt8] = [1, 2, 3]
images.store(bytes, for: "cat.jpg", cost: bytes.count)
precondition(images.value(for: "cat.jpg") == bytes)
images.pin(["cat.jpg"])
precondition(images.statistics.pinned == CacheUsage(cost: 3, count: 1))

let cache = MemoryCache<String, Int>(
  limits: CacheLimits(cost: 1_000), expiration: .seconds(600), clock: ContinuousClock())
let clock = ContinuousClock()
let end = clock.now.advanced(by: .seconds(90))
cache.store(1, for: "a", cost: 1)
cache.store(2, for: "b", cost: 1, expiration: .days(2))
cache.store(3, for: "c", cost: 1, expiration: .within(.seconds(30)))
cache.store(4, for: "d", cost: 1, expiration: .never)
cache.store(5, for: "e", cost: 1, expiration: .within(clock.now.duration(to: end)))
cache.store(6, for: "a", cost: 1, expiration: .expired)
precondition(cache.nextToExpire(9).map(\.key) == ["c", "e", "b", "d"])

cache.pin(["b"])
cache.trimToPinned()
cache.unpin(["b"])
precondition(cache.usage == CacheUsage(cost: 1, count: 1))

cache.store(4_711, for: "a", cost: 10, isDiscardable: true)
cache.discardUnpinned()
switch cache.presence(of: "a") {
case .discarded: break
case .present, .absent: preconditionFailure("the value should be discarded and the key stay")
}

func sweepForever(_ cache: MemoryCache<String, Int>) async throws {
  while true {
    try await clock.sleep(for: cache.timeToNextExpiry ?? .seconds(60))
    cache.sweep()
  }
}
let sweeping = Task { try await sweepForever(cache) }
sweeping.cancel()
_ = await sweeping.result

cache.limits = CacheLimits(cost: 0)
cache.removeAll()
precondition(cache.usage.count == 0 && cache.timeToNextExpiry == nil)
print("ExampleCache: \(images.statistics.sinceStart)")
