import Base
import SharedTier
import TestSupport
import Testing

/// Servers that never finish a reply, however many bytes of it they send.
@Suite("A shared tier without whole replies", .integration, .timeLimit(.minutes(30)))
struct DrippingServerTests {
  private func tier(_ engine: String, _ server: LyingServer, silence: Duration) throws -> SharedTier
  {
    var timing = TierTiming()
    (timing.silence, timing.connecting) = (silence, silence)
    return SharedTier(
      try TierAddress("\(engine)://127.0.0.1:\(server.port)"), secret: try .ofTests(),
      timing: timing, clock: ManualClock())
  }

  @Test(arguments: ["memcached", "redis"], ["V", "+", "$", "1", "\r", " "])
  func `a put fails when the server never finishes its reply`(
    engine: String, byte: String
  ) async throws {
    let server = LyingServer(.drips(Array(byte.utf8)[0]))
    let tier = try tier(engine, server, silence: .milliseconds(100))
    for number in 0..<3 { tier.put(.ofTests(), as: try .numbered(number)) }
    // This clock never advances: only the deadline of the reply ends it.
    await tier.finish(on: ManualClock())
    #expect(tier.reports[0].figures.putCount == 0)
    #expect(tier.reports[0].figures.failureCount > 0)
    withExtendedLifetime(server) {}
  }

  @Test(arguments: ["memcached", "redis"])
  func `a lookup fails in time when the server never finishes its reply`(engine: String)
    async throws
  {
    let server = LyingServer(.drips(UInt8(ascii: "V")))
    let tier = try tier(engine, server, silence: .milliseconds(100))
    let key = try TierKey.numbered(1)
    let answer = await WorkQueue(label: "asker").run { () -> TierLookup.Answer? in
      tier.find(key)?.firstAnswer()
    }
    #expect(answer == .failed)
    withExtendedLifetime(server) {}
  }

  @Test func `finish() returns after its time limit and on cancellation`() async throws {
    let server = LyingServer(.isSilent)
    let tier = try tier("memcached", server, silence: .seconds(3_600))
    tier.put(.ofTests(), as: try .numbered(1))
    let clock = ManualClock()
    async let end: Void = tier.finish(on: clock)
    await eventually { clock.sleeperCount == 1 }
    clock.advance(by: TierTiming().finishing)
    await end
    let finishing = Task { await tier.finish(on: ManualClock()) }
    finishing.cancel()
    await finishing.value
    withExtendedLifetime(server) {}
  }
}
