import Base
import Testing

@testable import Catalogs

@Suite("Damaged responses of servers", .timeLimit(.minutes(30)))
struct DamagedAnswersTests {
  /// How often each response is damaged.
  private static let count = 1_500

  /// Bytes with a few of them changed, left out, or doubled.
  private static func damaged(_ bytes: [UInt8], by random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = .random(in: .min ... .max, using: &random)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 12))
      case 2: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
      default: bytes[place] = "9\"<>/.&-e".utf8.randomElement(using: &random) ?? 0
      }
    }
    return bytes
  }

  /// Checks that every address on a page is one of the server.
  private static func check(_ page: FeedPage, host: String) {
    for place in page.entries.flatMap(\.renditions).map(\.address) + page.parts {
      #expect(place.host == host)
    }
  }

  @Test(arguments: WebDAVDocument.allCases)
  func `a damaged WebDAV listing gives addresses of its own server only`(server: WebDAVDocument)
    throws
  {
    let items = [
      WebDAVDocument.Item(href: "/dav/a%20b.jpg", hasPreview: true),
      WebDAVDocument.Item(href: "http://h/dav/in/", isFolder: true),
      WebDAVDocument.Item(href: "/dav/c.png", size: 5),
    ]
    let listing = WebDAVListing(of: try WebURL("http://h/dav/".utf8))
    let document = Array(server.text(items).utf8)
    #expect(try listing.page(in: document).entries.count == 2)
    var random = SplitMix64(seed: 1)
    for _ in 0..<Self.count {
      guard let page = try? listing.page(in: Self.damaged(document, by: &random)) else { continue }
      Self.check(page, host: "h")
    }
  }

  @Test func `damaged Immich responses give addresses of their own server only`() throws {
    let id = "00000000-0000-4000-8000-000000000001"
    let answers = ImmichAnswers(address: try ImmichAddress(ByteString("immich://h")))
    let asset = """
      {"id":"\(id)","type":"IMAGE","originalFileName":"a.jpg","thumbhash":"1QcSHQRnh493V4dIh4eXh1h4kJUI",\
      "fileCreatedAt":"2024-05-01T12:30:00.000Z","localDateTime":"2024-05-01T12:30:00.000Z",\
      "exifInfo":{"exifImageWidth":4000,"exifImageHeight":3000,"orientation":"6","fileSizeInByte":9}}
      """
    let documents: [(text: String, read: ([UInt8]) throws(FeedError) -> FeedPage)] = [
      (#"{"major":3,"minor":0}"#, answers.version),
      (
        #"[{"timeBucket":"2024-05-01","count":9}]"#,
        { document throws(FeedError) in try answers.months(in: document) }
      ),
      (
        #"{"id":["\#(id)"],"ratio":[1.5],"fileCreatedAt":["2024-05-01T12:30:00"],"localOffsetHours":[5.5]}"#,
        answers.month
      ),
      (#"{"assets":{"items":[\#(asset)],"nextPage":"2"}}"#, answers.found),
      (asset, answers.photo),
      (
        #"[{"id":"\#(id)","albumName":"a"}]"#,
        { document throws(FeedError) in try answers.albums(in: document, called: "a") }
      ),
    ]
    var random = SplitMix64(seed: 2)
    for (text, read) in documents {
      #expect(throws: Never.self) { try read(Array(text.utf8)) }
      for _ in 0..<Self.count {
        guard let page = try? read(Self.damaged(Array(text.utf8), by: &random)) else { continue }
        Self.check(page, host: "h")
      }
    }
  }
}
