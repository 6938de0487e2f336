import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import Testing

@Suite struct DecodingErrorTests {
  @Test(
    arguments: [
      (.refused(.notAnImage), "not an image"), (.refused(.empty), "empty file"),
      (.refused(.unsupported("GIF")), "unsupported: GIF"),
      (.refused(.truncated), "truncated"), (.refused(.damaged), "damaged"),
      (
        .refused(.tooManyPixels(PixelSize(width: 50_000, height: 50_000))), "too large: 50000x50000"
      ),
      (.fileTooLarge(byteCount: 600_000_000), "file too large: 600 MB"),
      (.fileTooLarge(byteCount: 512_000_001), "file too large: 513 MB"),
      (.fileTooLarge(byteCount: .max), "file too large: 9223372036855 MB"),
      (.notAFile, "not a file"), (.refused(.unreadable(errno: ENOENT)), "no such file"),
      (.refused(.unreadable(errno: EACCES)), "permission denied"),
      (.refused(.unreadable(errno: 117)), "structure needs cleaning"),
      (.refused(.noThumbnail), "no thumbnail"),
      (.refused(.outOfMemory), "out of memory"), (.cancelled, "cancelled"),
      (.tookTooLong(.seconds(5)), "took longer than 5 s"),
      (.tookTooLong(.milliseconds(250)), "took longer than 0.3 s"),
      (.crashed(signal: SIGSEGV), "decoder crashed"),
      (.crashed(signal: SIGSYS), "decoder crashed (forbidden system call)"),
      (.wrongAnswer, "decoder gave a wrong answer"),
      (.decoderUnavailable, "decoder unavailable"),
      (.sandboxMissing(.files), "sandbox lacks Landlock"),
      (.sandboxMissing(.limits), "sandbox lacks resource limits"),
      (.sandboxMissing(.privileges), "sandbox lacks the privilege lock"),
    ] as [(DecodingError, String)])
  func `every error is described by one short phrase`(error: DecodingError, phrase: String) {
    #expect("\(error)" == phrase)
  }

  @Test(
    arguments: [
      (.killed(signal: SIGSEGV), .crashed(signal: SIGSEGV), true),
      (.killed(signal: SIGILL), .crashed(signal: SIGILL), true),
      (.killed(signal: SIGABRT), .crashed(signal: SIGABRT), true),
      (.killed(signal: SIGSYS), .crashed(signal: SIGSYS), true),
      (.killed(signal: SIGTERM), .crashed(signal: SIGTERM), false),
      (.killed(signal: SIGKILL), .refused(.outOfMemory), false),
      (.killed(signal: SIGBUS), .refused(.unreadable(errno: EIO)), false),
      (.killed(signal: SIGXCPU), .tookTooLong(.seconds(5)), false),
      (.exited(code: 3, kilobytes: 0), .wrongAnswer, true),
      (.exited(code: EndMessage.shortageCode, kilobytes: 9), .refused(.outOfMemory), false),
      (.unsandboxed(missing: .limits), .sandboxMissing(.limits), false),
      (.notStarted(errno: ENOMEM), .refused(.outOfMemory), false),
      (.notStarted(errno: EMFILE), .refused(.unreadable(errno: EMFILE)), false),
      (.notStarted(errno: ENFILE), .refused(.unreadable(errno: ENFILE)), false),
      (.notStarted(errno: EAGAIN), .decoderUnavailable, false),
    ] as [(EndMessage, DecodingError, Bool)])
  func `the end of a child gives an error that is lasting if the image caused it`(
    end: EndMessage, error: DecodingError, isLasting: Bool
  ) {
    #expect(DecodingError(end, within: .base) == error)
    #expect(error.isLasting == isLasting)
  }

  @Test func `exceeding the processor time reports the allowed time`() {
    let end = EndMessage.killed(signal: SIGXCPU)
    let allowance = DecodingAllowance(pixelCount: 48_000_000)
    #expect(DecodingError(end, within: allowance) == .tookTooLong(.seconds(29)))
  }
}
