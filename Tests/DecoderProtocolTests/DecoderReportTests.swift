import DecoderProtocol
import Testing

@Suite struct DecoderReportTests {
  @Test(
    arguments: [
      .exited(code: 0, kilobytes: 7), .exited(code: 255, kilobytes: .max), .killed(signal: 31),
      .notStarted(errno: 12),
      .unsandboxed(missing: .files),
    ] as [EndMessage])
  func `an encoded end message parses to itself`(end: EndMessage) {
    #expect(end.bytes.count == EndMessage.byteCount)
    #expect(EndMessage(parsing: end.bytes) == end)
  }

  @Test func `an invalid end message is refused`() {
    let bytes = EndMessage.unsandboxed(missing: .files).bytes
    var (kind, part) = (bytes, bytes)
    kind[4] = 5
    part[5] = 3
    for bytes in [kind, part, bytes.dropLast(), bytes + [0]] {
      #expect(EndMessage(parsing: bytes) == nil)
    }
  }

  @Test(arguments: 0..<16)
  func `encoded parts of the sandbox parse to themselves`(bits: UInt8) throws {
    let ready = ReadyMessage(parts: try #require(Set(bits: bits)))
    #expect(ready.bytes.count == ReadyMessage.byteCount)
    #expect(ready.parts.bits == bits)
    #expect(ReadyMessage(parsing: ready.bytes) == ready)
  }

  @Test func `an unknown part of the sandbox is refused`() {
    #expect(ReadyMessage(parsing: ReadyMessage(parts: []).bytes.dropLast() + [16]) == nil)
  }
}
