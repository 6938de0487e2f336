import DecoderMessages
import Imaging
import Testing

@Suite struct AnswerHeaderTests {
  private static let request = RequestMessage(
    box: PixelSize(width: 60, height: 40), wantsThumbnailOnly: false, fileByteCount: 1)
  private static let answers: [AnswerHeader] = [
    .picture(facts(60, 40)),
    .picture(
      PictureFacts(
        bitmapSize: PixelSize(width: 1, height: 40), pictureSize: PixelSize(width: 7, height: 9),
        isFromThumbnail: true, isComplete: false)),
    .refusal(.notAnImage), .refusal(.unsupported("12-bit JPEG")), .refusal(.damaged),
    .refusal(.tooManyPixels(PixelSize(width: 50_000, height: 2_147_483_647))),
    .refusal(.noThumbnail), .refusal(.outOfMemory), .refusal(.unreadable(errno: 5)),
  ]

  private static func facts(
    _ width: Int, _ height: Int, of picture: PixelSize = PixelSize(width: 4000, height: 3000)
  ) -> PictureFacts {
    PictureFacts(
      bitmapSize: PixelSize(width: width, height: height), pictureSize: picture,
      isFromThumbnail: false, isComplete: true)
  }

  @Test(arguments: answers)
  func `an answer arrives as it was sent`(answer: AnswerHeader) {
    #expect(answer.bytes.count == AnswerHeader.byteCount)
    #expect(AnswerHeader(parsing: answer.bytes, to: Self.request) == answer)
  }

  @Test(arguments: [
    facts(61, 40), facts(60, 41), facts(0, 40), facts(60, 0), facts(.max, .max),
    facts(1, 1, of: PixelSize(width: 0, height: 1)),
    facts(1, 1, of: PixelSize(width: 1, height: 1 << 31)),
  ])
  func `a picture that was not asked for is refused`(facts: PictureFacts) {
    #expect(AnswerHeader(parsing: AnswerHeader.picture(facts).bytes, to: Self.request) == nil)
  }

  @Test(arguments: [(60, 40, true), (61, 40, false), (60, 41, false)])
  func `a thumbnail fits the first box, and a whole picture the second`(
    width: Int, height: Int, isThumbnail: Bool
  ) {
    let request = RequestMessage(
      box: PixelSize(width: 60, height: 40), wholeBox: PixelSize(width: 128, height: 128),
      wantsThumbnailOnly: false, fileByteCount: 1)
    let size = PixelSize(width: width, height: height)
    for isFromThumbnail in [true, false] {
      let answer = AnswerHeader.picture(
        PictureFacts(
          bitmapSize: size, pictureSize: size, isFromThumbnail: isFromThumbnail, isComplete: true))
      let read = AnswerHeader(parsing: answer.bytes, to: request)
      #expect(read == (isThumbnail || !isFromThumbnail ? answer : nil))
    }
  }

  /// Places and what stands there instead: code, flags, the high byte of a side, the text.
  private static let spoilt: [(Int, UInt8)] = [
    (2, 9), (3, 2), (4, 9), (5, 4), (9, 0x80), (26, 0x1B), (30, 0x41),
  ]

  @Test(arguments: spoilt)
  func `an answer with a wrong number is refused`(place: Int, byte: UInt8) {
    var bytes = Self.answers[0].bytes
    bytes[place] = byte
    #expect(AnswerHeader(parsing: bytes, to: Self.request) == nil)
  }

  @Test func `what a decoder calls a kind is short and harmless`() {
    let answer = AnswerHeader.refusal(
      .unsupported("a\u{1B}[31mé" + String(repeating: "x", count: 50)))
    let kind = "a?[31m?" + String(repeating: "x", count: 25)
    #expect(AnswerHeader(parsing: answer.bytes, to: Self.request) == .refusal(.unsupported(kind)))
  }
}
