import Base
import Catalogs
import Testing

struct PrivateAddressTests {
  @Test(arguments: [
    "127.0.0.1", "192.88.99.1",
    // the same in other notations
    "127.1", "0", "2130706433", "0x7f000001", "0177.1", "127.0.0.1.", "0xA9FEA9FE",
    // IPv6
    "[::1]", "[3fff::1]", "[5f00::1]", "[::ffff:7f00:1]", "[64:ff9b::10.0.0.1]",
    // names
    "localhost", "LOCALHOST.", "a.localhost", "printer.local", "nas", "router.home.arpa",
    "db.internal", "home.arpa", "ｌｏｃａｌｈｏｓｔ",
  ])
  func `local names and addresses outside public networks are private`(host: String) throws {
    #expect(try WebURL("http://\(host)/".utf8).isPrivateAddress)
  }

  @Test(arguments: [
    "1.1.1.1", "[2606:4700::1111]", "[::ffff:1.1.1.1]", "example.com", "local.example",
    "localhost.example",
    "nothome.arpa", "xn--bcher-kva.example", "bücher.example",
  ])
  func `a public address is not private`(host: String) throws {
    #expect(try !WebURL("http://\(host)/".utf8).isPrivateAddress)
  }

  @Test(
    arguments: [
      ("http://public.example/feed", "http://10.0.0.1/x", FeedError.privateAddress),
      ("http://public.example/feed", "//localhost/x", .privateAddress),
      ("http://public.example/feed", "//0x7f.1/x", .privateAddress),
      ("http://public.example/feed", "file:///etc/passwd", .address(.otherScheme)),
      ("http://10.0.0.1/feed", "file:///etc/passwd", .address(.otherScheme)),
      (nil, "file:///etc/passwd", .address(.otherScheme)),
      (nil, "x.jpg", .address(.relative)),
    ] as [(String?, String, FeedError)])
  func `links to files, relative links of files and private links of public feeds throw`(
    feed: String?, target: String, error: FeedError
  ) throws {
    let origin = FeedOrigin(address: try feed.map { try WebURL($0.utf8) })
    #expect(throws: error) { try origin.resolve(target.utf8) }
  }

  @Test(
    arguments: [
      ("http://public.example/feed", "x", "http://public.example/x"),
      ("http://public.example/feed", "http://1.1.1.1/x", "http://1.1.1.1/x"),
      ("http://10.0.0.1/feed", "http://192.168.0.1/x", "http://192.168.0.1/x"),
      ("http://localhost:8080/feed", "/x", "http://localhost:8080/x"),
      (nil, "http://127.0.0.1/x", "http://127.0.0.1/x"),
    ] as [(String?, String, String)])
  func `a feed may link to public addresses, and a private feed to private ones`(
    feed: String?, target: String, address: String
  ) throws {
    let origin = FeedOrigin(address: try feed.map { try WebURL($0.utf8) })
    #expect(try origin.resolve(target.utf8).requestText == address)
  }
}
