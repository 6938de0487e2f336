import Testing

@testable import Feeds

struct PrivateAddressTests {
  @Test(arguments: [
    // IPv4 by its networks, with their first and last address
    "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
    "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "172.16.0.0",
    "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.0", "192.168.255.255",
    "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1",
    "255.255.255.255",
    // the same in other words
    "127.1", "0", "2130706433", "0x7f000001", "0177.1", "127.0.0.1.", "0xA9FEA9FE",
    // IPv6
    "[::]", "[::1]", "[100::1]", "[2001::1]", "[2001:1ff::]", "[2001:db8::1]", "[3fff::1]",
    "[5f00::1]", "[fc00::1]", "[fdff::1]", "[fe80::1]", "[febf::1]", "[fec0::1]", "[ff02::1]",
    "[64:ff9b:1::1]",
    // IPv4 in IPv6: compatible, mapped, NAT64, 6to4
    "[::127.0.0.1]", "[::a00:1]", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::10.0.0.1]",
    "[64:ff9b::c0a8:1]", "[2002:7f00:1::]", "[2002:c0a8:101::1]", "[2002:a9fe:a9fe::]",
    // names
    "localhost", "LOCALHOST.", "a.localhost", "printer.local", "nas", "router.home.arpa",
    "db.internal", "home.arpa",
  ])
  func `an address of no public network is private`(host: String) throws {
    #expect(try WebURL("http://\(host)/".utf8).isPrivateAddress)
  }

  @Test(arguments: [
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
    "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
    "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
    "[2606:4700::1111]", "[2001:200::1]", "[2001:4860:4860::8888]", "[2003::1]", "[3ffe::1]",
    "[fbff::1]", "[fe00::1]", "[::ffff:1.1.1.1]", "[64:ff9b::1.1.1.1]", "[2002:101:101::]",
    "[::1.1.1.1]", "[64:ff9b::1:101:101]", "example.com", "local.example", "localhost.example",
    "nothome.arpa", "xn--bcher-kva.example",
  ])
  func `an address of the internet is not private`(host: String) throws {
    #expect(try !WebURL("http://\(host)/".utf8).isPrivateAddress)
  }

  @Test(
    arguments: [
      ("http://public.example/feed", "http://10.0.0.1/x", FeedError.privateAddress),
      ("http://public.example/feed", "//localhost/x", .privateAddress),
      ("http://public.example/feed", "//0x7f.1/x", .privateAddress),
      ("http://public.example/feed", "file:///etc/passwd", .otherScheme),
      ("http://10.0.0.1/feed", "file:///etc/passwd", .otherScheme),
      (nil, "file:///etc/passwd", .otherScheme),
      (nil, "x.jpg", .relativeAddress),
    ] as [(String?, String, FeedError)])
  func `a feed may not lead there`(feed: String?, target: String, error: FeedError) throws {
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
  func `a feed may lead there`(feed: String?, target: String, address: String) throws {
    let origin = FeedOrigin(address: try feed.map { try WebURL($0.utf8) })
    #expect(try origin.resolve(target.utf8).requestText == address)
  }
}
