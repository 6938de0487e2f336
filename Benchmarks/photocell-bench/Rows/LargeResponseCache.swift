import ExpiringCache
import HTTP

/// A response cache with fifty thousand entries: lookups, alone and during eviction.
enum LargeResponseCache: Benchmarking {
  static let name = "responses"
  private static let count = 50_000
  private static let byteCount = 2_000
  private static let lookups = 2_000

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("responses")
    let server = PictureServer(byteCount: byteCount, delay: 0)
    let addresses = server.addresses(count + 1)
    let waiting = Waiting {
      do {
        try await WebChild(folder: folder).fill(addresses.dropLast())
        let (alone, known) = try await lookUp(in: folder, addresses)
        return Result<[Samples], any Error>.success(
          [alone, known, try await lookUpWhileTrimming(folder, addresses)])
      } catch {
        return .failure(error)
      }
    }
    guard let samples = try? waiting.result.get() else { throw .silent("the responses") }
    return [
      Row(
        "lookup on disk, of 50,000 responses", samples[0].median, limit: .microseconds(200),
        peer: "p99 \(samples[0].percentile(0.99).text)"),
      Row("  again, from memory", samples[1].median),
      Row(
        "  on disk while half are trimmed", samples[2].median,
        peer: "p99 \(samples[2].percentile(0.99).text), worst \(samples[2].percentile(1).text)"),
    ]
  }

  private static func lookUp(
    in folder: String, _ addresses: [String]
  ) async throws -> (disk: Samples, memory: Samples) {
    let child = WebChild(folder: folder)
    let chosen = (0..<lookups).map { addresses[$0 * 17 % count] }
    try await child.load(addresses[1])
    return (try await child.times(of: chosen), try await child.times(of: chosen))
  }

  /// Looks up the newest entries, which stay, while the older half is evicted.
  private static func lookUpWhileTrimming(
    _ folder: String, _ addresses: [String]
  ) async throws -> Samples {
    let size = await WebChild(folder: folder).cache.usage().cost
    let child = WebChild(folder: folder, budget: size / 2)
    try await child.load(addresses[count])
    return try await child.times(of: addresses.dropLast().suffix(lookups))
  }
}

extension WebChild {
  /// Loads addresses in batches, and waits until all are stored.
  fileprivate func fill(_ addresses: ArraySlice<String>) async throws {
    for start in stride(from: 0, to: addresses.count, by: 500) {
      try await load(Array(addresses.dropFirst(start).prefix(500)))
    }
    while await cache.usage().count < addresses.count { await Task.yield() }
  }

  fileprivate func times(of addresses: some Sequence<String>) async throws -> Samples {
    var samples = Samples()
    for address in addresses {
      let start = ContinuousClock.now
      try await load(address)
      samples.add(start.duration(to: .now))
    }
    return samples
  }
}
