import DecoderMessages
import Decoding
import Glibc
import Imaging
import Testing

@Suite struct DecodingErrorTests {
  @Test(
    arguments: [
      (.notAnImage, "not an image"), (.unsupported("GIF"), "unsupported: GIF"),
      (.truncated, "truncated"), (.damaged, "damaged"),
      (.tooManyPixels(PixelSize(width: 50_000, height: 50_000)), "too large: 50000x50000"),
      (.fileTooLarge(byteCount: 600_000_000), "file too large: 600 MB"),
      (.fileTooLarge(byteCount: 512_000_001), "file too large: 513 MB"),
      (.fileTooLarge(byteCount: .max), "file too large: 9223372036855 MB"),
      (.notAFile, "not a file"), (.unreadable(errno: ENOENT), "no such file"),
      (.unreadable(errno: EACCES), "permission denied"),
      (.unreadable(errno: 117), "cannot read (errno 117)"), (.noThumbnail, "no thumbnail"),
      (.outOfMemory, "out of memory"), (.cancelled, "cancelled"),
      (.tookTooLong(.seconds(5)), "took longer than 5 s"),
      (.tookTooLong(.milliseconds(250)), "took longer than 0.3 s"),
      (.crashed(signal: SIGSEGV), "decoder crashed"),
      (.crashed(signal: SIGSYS), "decoder crashed (forbidden system call)"),
      (.wrongAnswer, "decoder gave a wrong answer"),
      (.decoderUnavailable, "decoder unavailable"),
      (.sandboxMissing(.files), "no sandbox: Landlock is missing"),
    ] as [(DecodingError, String)])
  func `every reason is one short phrase`(error: DecodingError, phrase: String) {
    #expect("\(error)" == phrase)
  }
}
