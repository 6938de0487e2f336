import DecoderMessages
import Imaging
import Testing

@Suite struct RequestMessageTests {
  private let request = RequestMessage(
    box: PixelSize(width: 640, height: 480), wholeBox: PixelSize(width: 1024, height: 1025),
    thumbnail: .only, fileByteCount: 5_000_000_000)

  @Test func `a request arrives as it was sent`() {
    #expect(request.bytes.count == RequestMessage.byteCount)
    #expect(RequestMessage(parsing: request.bytes) == request)
  }

  @Test func `the bytes are the same on every machine`() {
    let numbers: [UInt8] = [
      0x80, 2, 0, 0, 0xE0, 1, 0, 0, 0, 4, 0, 0, 1, 4, 0, 0, 2, 0, 0xF2, 5, 0x2A, 1, 0, 0, 0,
    ]
    #expect(request.bytes == Array("pc".utf8) + [4, 2] + numbers)
  }

  @Test(arguments: [
    (PixelSize(width: 0, height: -5), PixelSize(width: 1, height: 1)),
    (PixelSize(width: .max, height: 16_385), PixelSize(width: 16_384, height: 16_384)),
  ])
  func `a box is brought to its limits`(box: PixelSize, limited: PixelSize) {
    let request = RequestMessage(box: box, fileByteCount: -1)
    #expect(request.box == limited && request.fileByteCount == 0)
    #expect(request.wholeBox == limited)
  }

  @Test(arguments: [
    (PixelSize(width: 5, height: 700), PixelSize(width: 640, height: 700)),
    (PixelSize(width: .max, height: 0), PixelSize(width: 16_384, height: 480)),
  ])
  func `the box of a whole picture is never smaller`(box: PixelSize, limited: PixelSize) {
    let request = RequestMessage(
      box: request.box, wholeBox: box, fileByteCount: 1)
    #expect(request.wholeBox == limited)
    #expect(RequestMessage(parsing: request.bytes) == request)
  }

  /// Places and what stands there instead.
  private static let spoilt: [(Int, UInt8)] = [
    (0, 0), (2, 1), (3, 1), (4, 0), (7, 1), (11, 0xFF), (13, 0), (15, 1),
    (16, 0), (20, 3), (28, 0x80),
  ]

  @Test(arguments: spoilt)
  func `a request with a wrong number is refused`(place: Int, byte: UInt8) {
    var bytes = RequestMessage(
      box: PixelSize(width: 256, height: 1), fileByteCount: 1
    ).bytes
    if place == 4 { bytes[5] = 0 }
    bytes[place] = byte
    #expect(RequestMessage(parsing: bytes) == nil)
  }

  @Test func `a request of another length is refused`() {
    #expect(RequestMessage(parsing: request.bytes.dropLast()) == nil)
    #expect(RequestMessage(parsing: request.bytes + [0]) == nil)
    #expect(RequestMessage(parsing: []) == nil)
  }
}
