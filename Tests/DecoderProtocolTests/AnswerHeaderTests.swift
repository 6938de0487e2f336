import DecoderProtocol
import Imaging
import TestSupport
import Testing

@Suite("The header of an answer") struct AnswerHeaderTests {
  private static let request = RequestMessage(
    box: PixelSize(width: 60, height: 40), fileByteCount: 1)
  private static let photo = PictureInfo(
    size: PixelSize(width: 7, height: 9), orientation: .leftBottom, isComplete: false,
    captureDate: CaptureDate(
      year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 60, millisecond: 999,
      utcOffset: -570),
    camera: "NIKON D70")
  /// All facts of a photo, except those that the client knows itself.
  private static let sent = {
    var info = PictureInfo.whole
    (info.format, info.byteCount) = (nil, 0)
    return info
  }()
  private static let answers: [AnswerHeader] = [
    answer(60, 40),
    .picture(bitmapSize: PixelSize(width: 1, height: 40), isFromThumbnail: true, photo),
    .picture(bitmapSize: PixelSize(width: 1, height: 40), isFromThumbnail: false, sent),
    .refusal(.notAnImage), .refusal(.unsupported("12-bit JPEG")), .refusal(.damaged),
    .refusal(.tooManyPixels(PixelSize(width: 50_000, height: 2_147_483_647))),
    .refusal(.noThumbnail), .refusal(.outOfMemory), .refusal(.unreadable(errno: 5)),
    .refusal(.truncated),
  ]

  private static func answer(
    _ width: Int, _ height: Int, of picture: PixelSize = PixelSize(width: 4000, height: 3000)
  ) -> AnswerHeader {
    .picture(
      bitmapSize: PixelSize(width: width, height: height), isFromThumbnail: false,
      PictureInfo(size: picture))
  }

  /// The error of parsing bytes.
  private func error(_ bytes: [UInt8]) -> AnswerError? {
    do throws(AnswerError) {
      _ = try AnswerHeader(parsing: bytes, to: Self.request)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: answers)
  func `an encoded answer parses to itself`(answer: AnswerHeader) throws {
    #expect(AnswerHeader.byteCounts.contains(answer.bytes.count))
    #expect(AnswerHeader.byteCount(startingWith: answer.bytes) == answer.bytes.count)
    #expect(AnswerHeader.byteCount(startingWith: Array(answer.bytes.prefix(12))) != nil)
    #expect(try AnswerHeader(parsing: answer.bytes, to: Self.request) == answer)
  }

  @Test(arguments: [
    answer(61, 40), answer(60, 41), answer(0, 40), answer(60, 0), answer(.max, .max),
    answer(1, 1, of: PixelSize(width: 0, height: 1)),
    answer(1, 1, of: PixelSize(width: 1, height: 1 << 31)),
  ])
  func `an image that does not fit the request is refused`(answer: AnswerHeader) {
    #expect(error(answer.bytes) == .notAskedFor)
  }

  @Test(arguments: [(60, 40, true), (61, 40, false), (60, 41, false)])
  func `a thumbnail must fit the box, a whole image the whole box`(
    width: Int, height: Int, isThumbnail: Bool
  ) {
    let request = RequestMessage(
      box: PixelSize(width: 60, height: 40), wholeBox: PixelSize(width: 128, height: 128),
      fileByteCount: 1)
    let size = PixelSize(width: width, height: height)
    for isFromThumbnail in [true, false] {
      let answer = AnswerHeader.picture(
        bitmapSize: size, isFromThumbnail: isFromThumbnail, PictureInfo(size: size))
      let read = try? AnswerHeader(parsing: answer.bytes, to: request)
      #expect(read == (isThumbnail || !isFromThumbnail ? answer : nil))
    }
  }

  private static let part = PixelRect(x: 90, y: 10, width: 10, height: 30)

  @Test(
    arguments: [
      (part, 60, 40, true), (PixelRect(x: 90, y: 10, width: 30, height: 30), 10, 30, false),
      (PixelRect(x: 89, y: 10, width: 11, height: 30), 10, 30, false),
      (PixelRect(x: 0, y: 0, width: 0, height: 0), 10, 30, false), (part, 61, 40, false),
      (nil, 61, 41, true), (nil, 129, 1, false),
    ] as [(PixelRect?, Int, Int, Bool)])
  func `an answer must have the requested region or the whole image`(
    region: PixelRect?, width: Int, height: Int, isAllowed: Bool
  ) {
    let request = RequestMessage(
      box: PixelSize(width: 60, height: 40), wholeBox: PixelSize(width: 128, height: 128),
      region: PixelRect(x: 90, y: 10, width: 30, height: 30), fileByteCount: 1)
    let info = PictureInfo(size: PixelSize(width: 100, height: 100))
    for isFromThumbnail in [false, true] {
      let answer = AnswerHeader.picture(
        bitmapSize: PixelSize(width: width, height: height), isFromThumbnail: isFromThumbnail,
        info, region: region)
      let read = try? AnswerHeader(parsing: answer.bytes, to: request)
      #expect(read == (isAllowed && !isFromThumbnail ? answer : nil))
      guard region != nil else { continue }
      #expect(error(answer.bytes) == .notAskedFor, "of a request for all of it")
    }
  }

  /// A header with the given fields: a tag and the bytes of its value each.
  private func header(_ fields: [(UInt8, [UInt8])]) -> [UInt8] {
    let bytes = fields.flatMap { tag, value in
      [tag, UInt8(value.count & 0xFF), UInt8(value.count >> 8)] + value
    }
    return Array("pc".utf8) + [7, 3, UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8), 0, 0]
      + bytes
  }

  /// An image of 1 by 1 pixel, in the tags of the record.
  private static let fields: [(UInt8, [UInt8])] = [
    (1, [0]), (2, [1, 0, 0, 0, 1, 0, 0, 0]), (3, [0]), (16, [1, 0, 0, 0, 1, 0, 0, 0]), (17, [1]),
    (18, [1]), (21, [0]),
  ]

  @Test func `fields may be in any order, and unknown ones are skipped`() throws {
    let one = PixelSize(width: 1, height: 1)
    let expected = AnswerHeader.picture(
      bitmapSize: one, isFromThumbnail: false, PictureInfo(size: one))
    #expect(expected.bytes == header(Self.fields))
    let shuffled = header([(200, [1, 2, 3])] + Self.fields.reversed() + [(201, [])])
    #expect(try AnswerHeader(parsing: shuffled, to: Self.request) == expected)
  }

  @Test(arguments: fields.indices)
  func `missing and repeated fields are reported by their tag`(index: Int) {
    var fields = Self.fields
    let tag = fields.remove(at: index).0
    #expect(error(header(fields)) == .missing(tag: tag))
    #expect(error(header(Self.fields + [Self.fields[index]])) == .repeated(tag: tag))
    #expect(error(header(Self.fields + [(200, []), (200, [])])) == .repeated(tag: 200))
  }

  /// Invalid fields: a code, a flag, a size that is too short, an orientation, impossible dates,
  /// and texts that are too long or not ASCII text.
  private static let nonsense: [(UInt8, [UInt8])] = [
    (1, [11]), (1, [0, 0]), (7, []), (7, [UInt8](repeating: 0, count: 17)),
    (2, [1, 0, 0, 0, 1, 0, 0]), (3, [2]), (17, [0]), (17, [9]), (18, []),
    (19, [0xE8, 7, 2, 30, 0, 0, 0, 0, 0, 0, 0]), (19, [0xE8, 7, 1, 1, 24, 0, 0, 0, 0, 0, 0]),
    (19, [0xE8, 7, 1, 1, 0, 0, 0, 0xE8, 3, 0, 0]), (19, [0xE8, 7, 1, 1, 0, 0, 0, 0, 0, 0]),
    (19, [0xE8, 7, 1, 1, 0, 0, 0, 0, 0, 0, 0x80]),
    (20, [UInt8](repeating: 0x61, count: 65)), (20, [0x1B]), (20, [0xC3, 0xA9]),
  ]

  @Test(arguments: nonsense)
  func `a field with an invalid value is refused`(tag: UInt8, value: [UInt8]) {
    let others = Self.fields.filter { $0.0 != tag }
    #expect(error(header(others + [(tag, value)])) == .meaningless(tag: tag))
  }

  @Test func `a record that is not an answer, too long or truncated is refused`() {
    let bytes = Self.answers[0].bytes
    for count in 0..<bytes.count { #expect(error(Array(bytes.prefix(count))) == .notAnAnswer) }
    #expect(error(bytes + [0]) == .notAnAnswer)
    for place in 0..<4 {
      var other = bytes
      other[place] ^= 1
      #expect(error(other) == .notAnAnswer)
    }
    #expect(error(header(Self.fields + [(99, [UInt8](repeating: 0, count: 1000))])) == .notAnAnswer)
    var cut = header(Self.fields)
    cut[cut.count - 3] = 2
    #expect(error(cut) == .cutShort)
  }

  @Test func `the name of an unsupported format is shortened and sanitised`() throws {
    let answer = AnswerHeader.refusal(
      .unsupported("a\u{1B}[31mé" + String(repeating: "x", count: 90)))
    let kind = "a?[31m?" + String(repeating: "x", count: 57)
    #expect(
      try AnswerHeader(parsing: answer.bytes, to: Self.request) == .refusal(.unsupported(kind)))
  }
}
