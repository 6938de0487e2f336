import DecoderProtocol
import Imaging
import Testing

@Suite("Archive messages")
struct ArchiveMessageTests {
  private static func member(_ name: String, size: Int? = 5, modified: Int = 7) -> ArchiveMember? {
    ArchiveMember(index: 12, name: Array(name.utf8), byteCount: size, modified: modified)
  }

  @Test(arguments: [
    ArchiveRequest.Task.list, .read(0), .read(1 << 40), .heads([7]), .heads([0, 9, 70_000]),
  ])
  func `an encoded request parses to itself`(task: ArchiveRequest.Task) {
    let request = ArchiveRequest(task)
    #expect(ArchiveRequest(parsing: request.bytes) == request)
    #expect(ArchiveRequest(parsing: request.bytes.dropLast()) == nil)
    #expect(ArchiveRequest(parsing: request.bytes + [0]) == nil)
  }

  @Test(arguments: [[], [3, 3], [4, 2], Array(0...ArchiveRequest.headLimit)])
  func `positions of heads that are missing, not ascending or too many are invalid`(
    positions: [Int]
  ) {
    #expect(ArchiveRequest(parsing: ArchiveRequest(.heads(positions)).bytes) == nil)
  }

  @Test func `encoded records parse to themselves, and none of their beginnings does`() throws {
    let records: [ArchiveRecord] = [
      .member(try #require(Self.member("d/ä.jpg"))),
      .member(try #require(Self.member("a.jpg", size: nil, modified: -5))),
      .content([1, 2, 3]), .end(.whole), .end(.encrypted),
    ]
    for record in records {
      let bytes = record.bytes
      #expect(
        ArchiveRecord.byteCount(after: bytes[..<ArchiveRecord.frontByteCount])
          == bytes.count - ArchiveRecord.frontByteCount)
      #expect(ArchiveRecord(parsing: bytes[...]) == record)
      for count in 0..<ArchiveRecord.frontByteCount {
        #expect(ArchiveRecord(parsing: bytes[..<count]) == nil)
      }
    }
  }

  @Test(arguments: ["../a.jpg", "/a.jpg", "d//a.jpg", "./a.jpg", "d/../a.jpg", "d/"])
  func `a decoder cannot name a path that leads out of the archive`(name: String) throws {
    var bytes = ArchiveRecord.member(try #require(Self.member("x"))).bytes
    bytes.removeLast()
    bytes += Array(name.utf8)
    bytes[4] = UInt8(bytes.count - ArchiveRecord.frontByteCount)
    #expect(ArchiveRecord(parsing: bytes[...]) == nil)
  }

  @Test func `content has a limit, and an unknown end is none`() {
    let whole = [UInt8](repeating: 1, count: ArchiveRecord.pieceLimit)
    #expect(ArchiveRecord(parsing: ArchiveRecord.content(whole).bytes[...]) != nil)
    #expect(ArchiveRecord(parsing: ArchiveRecord.content(whole + [1]).bytes[...]) == nil)
    #expect(ArchiveRecord(parsing: ArchiveRecord.content([]).bytes[...]) == nil)
    var end = ArchiveRecord.end(.whole).bytes
    end[end.count - 1] = 200
    #expect(ArchiveRecord(parsing: end[...]) == nil)
    let front = end.prefix(4) + [255, 255, 255, 255]
    #expect(ArchiveRecord.byteCount(after: front) == nil)
  }
}
