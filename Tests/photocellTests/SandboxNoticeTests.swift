import DecoderProtocol
import Testing

@testable import photocell

@Suite("Sandbox notice")
struct SandboxNoticeTests {
  @Test(
    arguments: [
      ([.files], "no Landlock"), ([.systemCalls, .files], "no Landlock, no seccomp"),
      ([.privileges], "no privilege lock"), ([.limits], "no resource limits"),
    ] as [(Set<SandboxPart>, String)])
  func `the notice names every missing part and whether decoding is off`(
    lacked: Set<SandboxPart>, parts: String
  ) {
    #expect(
      SandboxNotice(lacked: lacked, isDecoding: false).description
        == "decoding is off: \(parts); use --allow-unsandboxed to decode anyway")
    #expect(
      SandboxNotice(lacked: lacked, isDecoding: true).description == "unsandboxed: \(parts)")
  }
}
