import DecoderProtocol
import Testing

@testable import photocell

@Suite("What is said of a sandbox with holes")
struct SandboxNoticeTests {
  @Test(
    arguments: [
      ([.files], "no Landlock"), ([.systemCalls, .files], "no Landlock, no seccomp"),
      ([.privileges], "no privilege lock"), ([.limits], "no resource limits"),
    ] as [(Set<SandboxPart>, String)])
  func `every missing part is named, and what follows from it`(
    lacked: Set<SandboxPart>, parts: String
  ) {
    #expect(
      SandboxNotice(lacked: lacked, isDecoding: false).description
        == "decoding is off: \(parts); use --allow-unsandboxed to decode anyway")
    #expect(
      SandboxNotice(lacked: lacked, isDecoding: true).description == "unsandboxed: \(parts)")
  }
}
