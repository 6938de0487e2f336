import ExpiringCache
import ImagePipeline
import TestSupport
import Testing

@Suite("Tiles expire", .integration, .timeLimit(.minutes(30)))
struct TileExpiryTests {
  private let decoder = GatedDecoder()

  @Test func `unused tiles are removed when they expire, close ones together`() async {
    let (clock, pauses) = (ManualClock(), PauseGate())
    let cache = TileMemory(
      limits: CacheLimits(cost: 1_000_000), expiration: .seconds(10), clock: clock)
    let pipeline = ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder)), cache: cache, width: 1,
      clock: clock,
      pause: pauses.pause)
    for call in 0..<4 {
      // They expire after 10 s, 14 s, 14.4 s and 16 s.
      clock.advance(by: [.zero, .seconds(4), .milliseconds(400), .milliseconds(1600)][call])
      let stream = await pipeline.responses(for: ImageRequest("\(call)"))
      decoder.open(call)
      for await _ in stream {}
      await pauses.entered(1)
    }
    let steps: [(wait: Duration, left: Int)] = [
      (.seconds(4), 3), (.seconds(4), 2), (.seconds(1), 1), (.seconds(1), 0),
    ]
    for (number, step) in steps.enumerated() {
      #expect(cache.usage.count == step.left + 1)
      clock.advance(by: step.wait)
      pauses.open()
      if step.left > 0 { await pauses.entered(number + 2) }
    }
    await eventually { cache.usage.count == 0 }
    let stream = await pipeline.responses(for: ImageRequest("next"))
    decoder.open(4)
    for await _ in stream {}
    await pauses.entered(5)
    #expect(cache.usage.count == 1)
    // There was no pause while the memory was empty, and the next tile starts one again.
    #expect(pauses.durations.map { ($0 / .seconds(1)).rounded() } == [10, 4, 1, 1, 10])
    clock.advance(by: .seconds(10))
    pauses.open()
  }
}
