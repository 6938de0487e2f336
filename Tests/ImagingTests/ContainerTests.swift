import Imaging
import PictureSamples
import Testing

/// Every parser of containers with files cut off anywhere and with wrong lengths.
@Suite struct ContainerTests {
  struct Walker: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: [UInt8]
    /// Offsets of the bytes of length fields.
    let lengths: [Int]
    /// What is found, in order: the names of elements with their contents, marked if truncated.
    let walk: @Sendable (ByteView) -> [String]
  }

  private static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
    (1...count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - $0))) }
  }

  private static func found(_ name: String, _ content: ByteView, _ isWhole: Bool) -> String {
    "\(name) \(Array(content.all(atMost: .max) ?? []))\(isWhole ? "" : " ...")"
  }

  private static let jpeg = Walker(
    testDescription: "JPEG",
    file: [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 7, 8, 0xFF, 0xFF, 0xFF, 0xE1, 0, 5, 1, 2, 3]
      + [0xFF, 0x01, 0xFF, 0xDA, 0, 3, 9],
    lengths: [4, 5, 12, 13, 21, 22]
  ) { view in
    JPEGSegments(view).map {
      found(
        "\($0.code)", view.part(from: $0.payload.lowerBound, count: $0.payload.count), $0.isWhole)
    }
  }

  private static let png = Walker(
    testDescription: "PNG",
    file: PNGFile.signature + big(2) + Array("abcd".utf8) + [1, 2, 0, 0, 0, 0] + big(0)
      + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82],
    lengths: [8, 9, 10, 11, 22, 23, 24, 25]
  ) { view in
    var (chunks, all) = (PNGChunk.Iterator(view), [String]())
    while let chunk = chunks.next() {
      #expect(chunk.range.upperBound <= view.count)
      if chunk.isIntact { #expect(chunk.isWhole) }
      all.append(found(chunk.type, chunk.content, chunk.isWhole))
    }
    return all
  }

  private static let riff = Walker(
    testDescription: "RIFF",
    file: Array("RIFF".utf8) + [24, 0, 0, 0] + Array("WEBPabcd".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
      + Array("efgh".utf8) + [0, 0, 0, 0],
    lengths: [16, 17, 18, 19, 28, 29, 30, 31]
  ) { view in
    RIFFChunks(view).map { found($0.name, $0.content, $0.isWhole) }
  }

  private static let boxes = Walker(
    testDescription: "ISO BMFF",
    file: big(10) + Array("abcd".utf8) + [1, 2] + big(1) + Array("efgh".utf8) + big(17, 8) + [3]
      + big(0) + Array("last".utf8) + [4],
    lengths: Array(0..<4) + Array(10..<14) + Array(18..<26) + Array(27..<31)
  ) { view in
    ISOBMFFBox.Boxes(in: view).map { found($0.kind, $0.view, !$0.isCutShort) }
  }

  private static var tiff: Walker {
    var file = SampleTIFF()
    file.add(0x10F, text: "Some maker")
    file.add(0x112, shorts: 6)
    return Walker(
      testDescription: "TIFF", file: file.encoded(),
      lengths: Array(4..<10) + Array(12..<18) + Array(24..<30)
    ) { view in
      guard var structure = TIFFStructure(view),
        let entries = structure.entries(at: structure.first)
      else { return [] }
      if let place = entries.shortPlace(0x112) {
        #expect(view.bytes(at: place, 2)?.littleEndian == entries.number(0x112))
      }
      // Read once, so that no directory is below itself.
      let again = structure.entries(at: structure.first)
      #expect(again == nil)
      return [entries.text(0x10F), entries.number(0x112).map(String.init)].compactMap { $0 }
    }
  }

  static let walkers = [jpeg, png, riff, boxes, tiff]

  @Test(arguments: walkers)
  func `a file cut off anywhere has the elements before the cut`(walker: Walker) {
    let whole = walker.walk(ByteView(walker.file))
    let isTruncated = whole.contains { $0.hasSuffix("...") }
    #expect(!whole.isEmpty && !isTruncated)
    for count in walker.file.indices {
      let found = walker.walk(ByteView(walker.file.prefix(count)))
      #expect(found.count <= whole.count)
      if walker.testDescription != "TIFF", walker.testDescription != "ISO BMFF" {
        let complete = found.filter { !$0.hasSuffix("...") }
        #expect(complete == Array(whole.prefix(complete.count)), "\(count) bytes")
        #expect(complete.count >= found.count - 1, "\(count) bytes")
      }
    }
  }

  @Test(
    arguments: [("II*\0", [0x10, 0x2B, 0, 0]), ("MM\0*", [0, 0, 0x2B, 0x10])]
      as [(String, [UInt8])])
  func `the version, not the offset of the first directory, tells TIFF from BigTIFF`(
    head: String, offset: [UInt8]
  ) {
    let file = Array(head.utf8) + offset + [UInt8](repeating: 0, count: 16)
    #expect(TIFFStructure(ByteView(file))?.first == 0x2B10)
  }

  @Test(arguments: walkers, [0, 1, 2, 7, 8, 0x7F, 0x80, 0xFF] as [UInt8])
  func `a wrong length does not lead beyond the file`(walker: Walker, byte: UInt8) {
    for place in walker.lengths {
      var file = walker.file
      file[place] = byte
      #expect(walker.walk(ByteView(file)).count <= file.count / 2)
    }
  }

  @Test(arguments: walkers)
  func `elements of a file read in parts, or inside other data, are the same`(walker: Walker) {
    let file = walker.file
    let whole = walker.walk(ByteView(file))
    let source = MetadataFile(byteCount: file.count) { count, offset in
      Array(file[offset..<min(offset + count, file.count)])
    }
    #expect(walker.walk(ByteView(source)) == whole)
    let padded = [1, 2, 3] + file + [4]
    #expect(walker.walk(ByteView(padded).part(from: 3, count: file.count)) == whole)
    #expect(walker.walk(ByteView(padded[3..<padded.count - 1])) == whole)
  }

  @Test func `garbage between segments is skipped only on request`() {
    let file: [UInt8] = [0xFF, 0xD8, 7, 0xFF, 0, 0xFF, 0xE1, 0, 3, 9, 0xFF, 0xD9]
    #expect(JPEGSegments(ByteView(file)).map(\.code) == [])
    #expect(
      JPEGSegments(ByteView(file), skipsGarbage: true).map(\.code)
        == [0xE1, JPEGSegments.endOfImage])
  }
}
