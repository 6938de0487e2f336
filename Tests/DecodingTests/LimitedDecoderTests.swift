import Decoding
import Imaging
import TestSupport
import Testing

@Suite("A limited decoder", .timeLimit(.minutes(5)))
struct LimitedDecoderTests {
  private let gated = GatedDecoder(obeysCancellation: false)
  private let request = DecodingRequest(box: PixelSize(width: 8, height: 8))

  private func source(_ number: UInt8) -> ImageSource { .bytes([number]) }

  @Test func `only so many are at work, and the first who waits comes first`() async {
    let decoder = LimitedDecoder(gated, width: 2)
    await withTaskGroup { group in
      for number in 0..<5 as Range<UInt8> {
        group.addTask { [request] in _ = try? await decoder.decode(.bytes([number]), for: request) }
        await gated.begun(min(Int(number) + 1, 2))
      }
      for number in 0..<5 {
        await gated.begun(min(number + 2, 5))
        #expect(gated.sources.count == min(number + 2, 5))
        gated.open(number)
      }
    }
    #expect(Set(gated.sources) == Set((0..<5).map(source)))
  }

  @Test func `who goes away while waiting is never at work, and takes no place`() async throws {
    let decoder = LimitedDecoder(gated, width: 1)
    async let first = decoder.decode(source(0), for: request)
    await gated.begun(1)
    let waiting = Task { [request] in try await decoder.decode(.bytes([1]), for: request) }
    waiting.cancel()
    await #expect(throws: DecodingError.cancelled) { try await waiting.value }
    gated.open(0)
    _ = try await first
    async let last = decoder.decode(source(2), for: request)
    await gated.begun(2)
    gated.open(1)
    _ = try await last
    #expect(gated.sources == [source(0), source(2)])
  }

  @Test func `a decoder that fails gives its place back`() async throws {
    let decoder = LimitedDecoder(gated, width: 1)
    gated.open(0, .failure(.notAnImage))
    await #expect(throws: DecodingError.notAnImage) {
      try await decoder.decode(source(0), for: request)
    }
    gated.open(1)
    _ = try await decoder.decode(source(1), for: request)
  }
}
