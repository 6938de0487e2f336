import Base
import Catalogs
import TestSupport
import Testing

struct HostileBytesTests {
  private let reader: FeedReader

  init() throws {
    reader = FeedReader(
      origin: FeedOrigin(address: try WebURL("https://host.example/x".utf8)),
      mapping: JSONMapping(forms: .shipped))
  }

  @Test(arguments: GoldenFeeds.all)
  func `a prefix of a feed is an error or has no more entries than the feed`(
    feed: (name: String, text: String)
  ) throws {
    let bytes = Array(feed.text.utf8)
    let whole = try reader.read(bytes)
    for length in 0..<bytes.count {
      guard let page = try? reader.read(Array(bytes[..<length])) else { continue }
      #expect(page.entries.count <= whole.entries.count, "\(feed.name), \(length) bytes")
    }
  }

  @Test(arguments: GoldenFeeds.all)
  func `a feed with any byte changed gives bounded output or a printable error`(
    feed: (name: String, text: String)
  ) throws {
    let bytes = Array(feed.text.utf8)
    var random = SplitMix64(seed: 1)
    for index in bytes.indices {
      var changed = bytes
      changed[index] = UInt8.random(in: 0...255, using: &random)
      expectBounded(changed)
    }
  }

  @Test(arguments: FormSample.all)
  func `a form sample with changed bytes gives bounded output or a printable error`(
    sample: FormSample
  ) throws {
    let bytes = Array(sample.document.utf8)
    var random = SplitMix64(seed: 2)
    for index in stride(from: 0, to: bytes.count, by: 5) {
      var changed = bytes
      changed[index] = UInt8.random(in: 0x20...0x7E, using: &random)
      expectBounded(changed)
    }
  }

  /// Random bytes, and random sequences of the parsers' tokens: 100,000 in all.
  @Test(arguments: 1...10)
  func `random bytes give bounded output or a printable error`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pieces: [[UInt8]] = [
      "{", "}", "[", "]", "\"", ":", ",", "\\u", "d83d", "1e309", "-", "null", "\"url\":", "\"a\"",
      "<", ">", "/", "<rss>", "</rss>", "<item>", "<a:b", " x='", "'", "&", "&#", "amp;", "<!--",
      "<![CDATA[", "]]>", "<!DOCTYPE", "<?xml ", "\u{FEFF}", " ", "\n", "é",
      "<channel>", "<description>", "&lt;img ", "src=", "srcset=\"a 1w,", "&nbsp;", "2x", "*",
      "\"urls\":{", "\"images\":[", "\"data\":",
    ].map { Array($0.utf8) }
    for round in 0..<10_000 {
      let count = Int.random(in: 0..<24, using: &random)
      let start: [UInt8] = round % 4 < 2 ? [0x7B] : [0x3C]
      let bytes = (0..<count).flatMap { _ -> [UInt8] in
        let byte = UInt8.random(in: 0...255, using: &random)
        return round % 2 == 0 ? [byte] : pieces.randomElement(using: &random) ?? []
      }
      expectBounded(start + bytes)
      _ = LinkHeader.next(in: [[0x3C] + bytes], from: reader.origin)
      _ = try? WebURL(Array("http://".utf8) + bytes)
      _ = try? reader.origin.resolve(bytes)
    }
  }

  /// An error, or no more entries than there are bytes.
  private func expectBounded(_ bytes: [UInt8]) {
    do throws(FeedError) {
      let page = try reader.read(bytes)
      let words = page.entries.reduce(0) { $0 + ($1.title?.bytes.count ?? 0) }
      #expect(page.entries.count + words <= bytes.count)
    } catch {
      #expect(error.description.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
  }
}
