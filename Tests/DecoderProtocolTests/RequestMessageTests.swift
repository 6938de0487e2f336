import DecoderProtocol
import Imaging
import Testing

@Suite struct RequestMessageTests {
  private let request = RequestMessage(
    box: PixelSize(width: 640, height: 480), wholeBox: PixelSize(width: 1024, height: 1025),
    thumbnail: .only, fileByteCount: 5_000_000_000)
  private let part = RequestMessage(
    box: PixelSize(width: 640, height: 480), region: PixelRect(x: 7, y: 300, width: 2, height: 1),
    thumbnail: .only, isWide: true, fileByteCount: 9)

  @Test func `an encoded request parses to itself`() {
    #expect(request.bytes.count == RequestMessage.byteCount)
    #expect(RequestMessage(parsing: request.bytes) == request)
    #expect(RequestMessage(parsing: part.bytes) == part)
    #expect(part.isWide && !request.isWide && part.bytes[38] == 1)
    #expect(part.region == PixelRect(x: 7, y: 300, width: 2, height: 1))
  }

  @Test func `a request for a region never allows a thumbnail`() {
    #expect(request.thumbnail == .only && part.thumbnail == .never)
    var bytes = part.bytes
    bytes[37] = 2
    #expect(RequestMessage(parsing: bytes) == nil)
  }

  @Test(arguments: [(1, 1), (95, 95), (99, 99), (0, 1), (-3, 1), (100, 99)])
  func `a moment is limited to percentages within a video`(moment: Int, limited: Int) {
    let request = RequestMessage(box: request.box, moment: moment, fileByteCount: 1)
    #expect(request.moment == limited && RequestMessage(parsing: request.bytes) == request)
  }

  private static let most = Int(Int32.max)

  @Test(arguments: [
    (PixelRect(x: -10, y: 5, width: 30, height: 0), PixelRect(x: 0, y: 5, width: 20, height: 1)),
    (
      PixelRect(x: .max, y: .min, width: .max, height: .max),
      PixelRect(x: most - 1, y: 0, width: 1, height: 1)
    ),
    (
      PixelRect(x: 9, y: 9, width: .max, height: -7),
      PixelRect(x: 9, y: 9, width: most - 9, height: 1)
    ),
  ])
  func `a region is clamped to its limits`(region: PixelRect, limited: PixelRect) {
    let request = RequestMessage(box: request.box, region: region, fileByteCount: 1)
    #expect(request.region == limited)
    #expect(RequestMessage(parsing: request.bytes) == request)
  }

  @Test func `the encoding of a request is fixed`() {
    let numbers: [UInt8] = [
      0x80, 2, 0, 0, 0xE0, 1, 0, 0, 0, 4, 0, 0, 1, 4, 0, 0,
    ]
    let file: [UInt8] = [2, 0, 0, 0xF2, 5, 0x2A, 1, 0, 0, 0]
    let nowhere = [UInt8](repeating: 0, count: 17)
    #expect(request.bytes == Array("pc".utf8) + [7, 2] + numbers + nowhere + file + [0])
    let place: [UInt8] = [1, 7, 0, 0, 0, 44, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0]
    #expect(part.bytes[20..<37].elementsEqual(place))
  }

  @Test(arguments: [
    (PixelSize(width: 0, height: -5), PixelSize(width: 1, height: 1)),
    (PixelSize(width: .max, height: 16_385), PixelSize(width: 16_384, height: 16_384)),
  ])
  func `a box is clamped to its limits`(box: PixelSize, limited: PixelSize) {
    let request = RequestMessage(box: box, fileByteCount: -1)
    #expect(request.box == limited && request.fileByteCount == 0)
    #expect(request.wholeBox == limited)
  }

  @Test(arguments: [
    (PixelSize(width: 5, height: 700), PixelSize(width: 640, height: 700)),
    (PixelSize(width: .max, height: 0), PixelSize(width: 16_384, height: 480)),
  ])
  func `the box of a whole image is at least the box of the request`(
    box: PixelSize, limited: PixelSize
  ) {
    let request = RequestMessage(
      box: request.box, wholeBox: box, fileByteCount: 1)
    #expect(request.wholeBox == limited)
    #expect(RequestMessage(parsing: request.bytes) == request)
  }

  /// Offsets and the wrong bytes there.
  private static let wrongBytes: [(Int, UInt8)] = [
    (0, 0), (2, 1), (3, 1), (4, 0), (7, 1), (11, 0xFF), (13, 0), (15, 1),
    (16, 0), (20, 1), (20, 2), (21, 1), (36, 1), (37, 3), (38, 2), (46, 0x80), (47, 100),
  ]

  @Test(arguments: wrongBytes)
  func `a request with a wrong byte is refused`(place: Int, byte: UInt8) {
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
