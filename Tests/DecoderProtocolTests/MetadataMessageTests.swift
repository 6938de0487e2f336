import DecoderProtocol
import Imaging
import Testing

@Suite("Metadata messages") struct MetadataMessageTests {
  private static let whole: PhotoMetadata = {
    var metadata = PhotoMetadata()
    metadata.size = PixelSize(width: 6000, height: 4000)
    metadata.orientation = .leftBottom
    (metadata.profile, metadata.make, metadata.model) = ("Display P3", "M", "Ö")
    (metadata.lens, metadata.software, metadata.label) = ("L", "S", "Red")
    metadata.exposureTime = Fraction(1, 250)
    (metadata.aperture, metadata.iso, metadata.rating) = (2.8, 6400, -1)
    (metadata.focalLength, metadata.filmFocalLength, metadata.exposureBias) = (50, 75.5, -0.3)
    metadata.flash = FlashUse(rawValue: 0x59)
    metadata.captureDate = CaptureDate(
      year: 2024, month: 5, day: 17, hour: 14, minute: 3, second: 59, utcOffset: -570)
    metadata.position = GeoPosition(latitude: -48.2, longitude: 16.4, altitude: -3)
    (metadata.title, metadata.caption) = ("t\u{1B}t", String(repeating: "ä", count: 2048))
    metadata.altText = "A lake"
    (metadata.duration, metadata.codec) = (61_500, "H.264")
    metadata.keywords = (0..<256).map { "key \($0)" }
    metadata.people = (0..<64).map { "Ann \($0)" }
    metadata.faces = (0..<256).compactMap { number in
      Face(
        String(repeating: "ä", count: 100),
        in: PixelRect(x: number, y: 65_534, width: 65_535 - number, height: 1))
    }
    return metadata
  }()

  private func parsed(_ bytes: [UInt8]) throws -> MetadataResult {
    let count = try #require(MetadataAnswer.byteCount(after: bytes[...]))
    #expect(count == bytes.count - MetadataAnswer.frontByteCount)
    return try MetadataAnswer(parsing: bytes.dropFirst(MetadataAnswer.frontByteCount)).result
  }

  @Test(arguments: [whole, PhotoMetadata()])
  func `an encoded answer parses to itself`(metadata: PhotoMetadata) throws {
    #expect(try parsed(MetadataAnswer(.success(metadata)).bytes) == .success(metadata))
  }

  @Test(arguments: [PictureError.notAnImage, .unreadable(errno: 5), .unsupported("x")])
  func `an encoded error parses to itself`(reason: PictureError) throws {
    #expect(try parsed(MetadataAnswer(.failure(reason)).bytes) == .failure(reason))
  }

  @Test func `an encoded request parses to itself, and invalid ones are refused`() {
    let request = MetadataRequest(scope: .index, fileByteCounts: [1, 0, 1 << 40])
    #expect(MetadataRequest(parsing: request.bytes) == request)
    for count in 0..<request.bytes.count {
      #expect(MetadataRequest(parsing: Array(request.bytes[..<count])) == nil)
    }
    for (place, byte) in [(3, UInt8(2)), (4, 9), (5, 0), (5, 2), (5, 129), (13, 0x80)] {
      var bytes = request.bytes
      bytes[place] = byte
      #expect(MetadataRequest(parsing: bytes) == nil, "\(place)")
    }
  }

  @Test(arguments: [1, 4, 7])
  func `a position with a truncated altitude is refused`(missing: Int) throws {
    var metadata = PhotoMetadata()
    metadata.position = GeoPosition(latitude: 48, longitude: 16, altitude: 170)
    var content = Array(
      MetadataAnswer(.success(metadata)).bytes.dropFirst(MetadataAnswer.frontByteCount))
    #expect(try MetadataAnswer(parsing: content[...]).result == .success(metadata))
    // The position is the last field: a tag, two bytes for its length, and 24 bytes.
    content[content.count - 26] = UInt8(24 - missing)
    #expect(throws: AnswerError.self) {
      try MetadataAnswer(parsing: content.dropLast(missing))
    }
  }

  @Test func `an answer truncated anywhere is refused or incomplete`() {
    let bytes = MetadataAnswer(.success(Self.whole)).bytes
    for count in 0..<8 { #expect(MetadataAnswer.byteCount(after: bytes[..<count]) == nil) }
    let content = bytes.dropFirst(MetadataAnswer.frontByteCount)
    for count in stride(from: 0, to: content.count, by: 3) {
      guard let short = try? MetadataAnswer(parsing: content.prefix(count)).result.get() else {
        continue
      }
      #expect(short != Self.whole)
    }
  }

  /// Invalid fields: a tag and a value.
  private static let invalidFields: [(UInt8, [UInt8])] = [
    (64, [1, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8)), (65, [1]),
    (65, [0, 0, 0, 0, 0, 0, 0xF0, 0x7F]), (71, [UInt8](repeating: 0, count: 8)),
    (71, [UInt8](repeating: 0x7F, count: 16)), (76, [0xFF]),
    (77, [UInt8](repeating: 97, count: 4097)),
    (70, [1, 2]), (17, [9]),
    // Faces that are cut short, outside of the photo, empty, without a name, or too many.
    (83, [0, 0, 0, 0, 1, 0, 1, 0, 1]), (83, [255, 255, 0, 0, 1, 0, 1, 0, 1, 65]),
    (83, [0, 0, 0, 0, 0, 0, 1, 0, 1, 65]), (83, [0, 0, 0, 0, 1, 0, 1, 0, 0]),
    (83, [0, 0, 0, 0, 1, 0, 1, 0, 1, 0xFF]),
    (83, (0..<257).flatMap { _ in [0, 0, 0, 0, 1, 0, 1, 0, 1, 65] as [UInt8] }),
  ]

  @Test(arguments: invalidFields)
  func `a field with an invalid value is refused`(tag: UInt8, value: [UInt8]) {
    let length = [UInt8(value.count & 255), UInt8(value.count >> 8)]
    let content: [UInt8] = [0, 0, 1, 1, 0, 0, tag] + length + value
    #expect(throws: AnswerError.meaningless(tag: tag)) {
      _ = try MetadataAnswer(parsing: content[...])
    }
  }

  /// Sides of zero and of four billion pixels, six stars, and no sensitivity.
  @Test(
    arguments: [
      (16, [255, 255, 255, 255, 255, 255, 255, 255]), (16, [0, 0, 0, 0, 1, 0, 0, 0]),
      (72, [6, 0, 0, 0, 0, 0, 0, 0]), (66, [0, 0, 0, 0, 0, 0, 0, 0]),
    ] as [(UInt8, [UInt8])])
  func `a number beyond its limits is refused`(tag: UInt8, value: [UInt8]) {
    let content: [UInt8] = [0, 0, 1, 1, 0, 0, tag, UInt8(value.count), 0] + value
    #expect(throws: AnswerError.notAskedFor) {
      _ = try MetadataAnswer(parsing: content[...])
    }
  }

  @Test(arguments: [[1, 1], [255, 255], [1, 0, 1, 16], [1, 0, 1, 0, 0xFF], []])
  func `malformed keywords are refused`(content: [UInt8]) {
    #expect(throws: AnswerError.self) { _ = try MetadataAnswer(parsing: content[...]) }
  }
}
