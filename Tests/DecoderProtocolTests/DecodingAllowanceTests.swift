import DecoderProtocol
import Testing

@Suite struct DecodingAllowanceTests {
  @Test(arguments: [
    (0, 5, 1024), (1, 5, 1024), (12_000_000, 11, 1207), (48_000_000, 29, 1756),
    (100_000_000, 55, 2549), (100_000_001, 55, 2549), (Int.max, 55, 2549), (-1, 5, 1024),
  ])
  func `allowed time and memory grow with the image up to a ceiling`(
    pixels: Int, seconds: Int, mebibytes: Int
  ) {
    let allowance = DecodingAllowance(pixelCount: pixels)
    #expect(allowance.processorSeconds == seconds)
    #expect(allowance.memory >> 20 == mebibytes)
  }

  @Test func `the time limit grows with the allowed processor time`() {
    #expect(DecodingAllowance.base.scaled(.seconds(20)) == .seconds(20))
    #expect(DecodingAllowance.most.scaled(.seconds(20)) == .seconds(220))
  }

  @Test(arguments: [0, 48_000_000, Int.max])
  func `an encoded size message parses to itself`(pixelCount: Int) {
    let message = SizeMessage(pixelCount: pixelCount)
    #expect(message.bytes.count == SizeMessage.byteCount)
    #expect(SizeMessage(parsing: message.bytes) == message)
  }

  @Test func `messages that are not a size are refused`() {
    let bytes = SizeMessage(pixelCount: 7).bytes
    #expect(SizeMessage(parsing: Array(bytes.dropLast())) == nil)
    #expect(SizeMessage(parsing: bytes + [0]) == nil)
    #expect(SizeMessage(parsing: ReadyMessage(parts: []).bytes) == nil)
    let most = Array(bytes.prefix(4)) + [UInt8](repeating: 0xFF, count: 8)
    #expect(SizeMessage(parsing: most)?.pixelCount == .max)
  }
}
