import Base
import TestSupport
import Testing

struct WebURLTests {
  @Test(arguments: [
    ("http://example.com", "http://example.com/"),
    ("  HTTPS://Example.COM:443/a b#top \r\n", "https://example.com/a%20b"),
    ("http://example.com:8080/?", "http://example.com:8080/?"),
    ("http://example.com:/x", "http://example.com/x"),
    ("http://example.com?q=a b", "http://example.com/?q=a%20b"),
    ("http://example.com/a/./b/../c", "http://example.com/a/c"),
    ("http://example.com/../../x", "http://example.com/x"),
    ("http://example.com/a/%2e/b/.%2E/c", "http://example.com/a/c"),
    ("http://example.com/a/%2e%2E", "http://example.com/"),
    ("http://example.com/%2e%2e%2e/%2ex/", "http://example.com/%2e%2e%2e/%2ex/"),
    ("http://example.com/a|b^{}\"<>`\\", "http://example.com/a%7Cb%5E%7B%7D%22%3C%3E%60%5C"),
    ("http://example.com/100%", "http://example.com/100%25"),
    ("http://example.com/%zz%41%4", "http://example.com/%25zz%41%254"),
    ("http://example.com/%00%0d%0a", "http://example.com/%00%0d%0a"),
    ("http://example.com/é?ü#ö", "http://example.com/%C3%A9?%C3%BC"),
    ("http://127.1/", "http://127.0.0.1/"),
    ("http://0x7F.0.0.1/", "http://127.0.0.1/"),
    ("http://2130706433/", "http://127.0.0.1/"),
    ("http://0177.0.0.1./", "http://127.0.0.1/"),
    ("http://1.0x/", "http://1.0.0.0/"),
    ("http://[2001:DB8:0:0:1:0:0:1]:81/", "http://[2001:db8::1:0:0:1]:81/"),
    ("http://[::ffff:1.2.3.4]/", "http://[::ffff:102:304]/"),
    ("http://[::]/", "http://[::]/"),
    ("http://Bücher.Example/", "http://bücher.example/"),
    ("http://例え。テスト/", "http://例え。テスト/"),
    ("http://a_b-c.example./", "http://a_b-c.example./"),
  ])
  func `equivalent spellings of a URL are normalised to one form`(written: String, form: String)
    throws
  {
    let address = try WebURL(written.utf8)
    #expect(address.requestText == form)
    #expect(try WebURL(form.utf8) == address)
  }

  @Test(arguments: ["http://h", "https://u:p@Host:8443/a b/c", "http://[::1]/b/"])
  func `a path appended to a URL gives the URL that parsing its text gives`(base: String) throws {
    let address = try WebURL(base.utf8)
    for (path, written) in [
      ("a.jpg", "a.jpg"), ("2024/a b+c%41\u{FC}.jpg", "2024/a%20b%2Bc%2541%C3%BC.jpg"),
      ("/a//b", "/a//b"), ("...", "..."), ("?#;:@&=", "%3F%23%3B%3A%40%26%3D"),
    ] {
      let slash = base.hasSuffix("/") ? "" : "/"
      let below = try address.below(Array(path.utf8))
      #expect(try WebURL("\(base)\(slash)\(written)".utf8) == below)
      #expect(below.path.hasSuffix(written) && below.query == nil && below.port == address.port)
    }
    for path in ["..", "a/../b", "./a", String(repeating: "a", count: 8_000)] {
      #expect(throws: AddressError.self) { try address.below(Array(path.utf8)) }
    }
  }

  @Test(
    arguments: [
      ("", .relative), ("photo.jpg", .relative), ("//host/x", .relative),
      ("http://[", .badHost), ("http:", .badHost), ("http:x", .badHost), ("http:/x", .badHost),
      ("http://", .badHost), ("http:///x", .badHost), ("http://:80/", .badHost),
      ("http://a b/", .badHost), ("http://a..b/", .badHost), ("http://a%41/", .badHost),
      ("http://a\\@b/", .badHost), ("http://256.1.1.1/", .badHost), ("http://1.2.3.4.5/", .badHost),
      ("http://08.1/", .badHost), ("http://0x1g.1/", .badHost), ("http://1.+1/", .badHost),
      ("http://4294967296/", .badHost), ("http://a.0xfffffffff/", .badHost),
      ("http://[1::2::3]/", .badHost),
      ("http://[1:2:3:4:5:6:7]/", .badHost), ("http://[::1%25eth0]/", .badHost),
      ("http://[::1]x/", .badHost), ("http://[12345::]/", .badHost),
      ("http://a\u{E000}/", .badHost),
      ("http://ä\u{202E}/", .badHost), ("http://ä\u{A0}b/", .badHost),
      ("http://\(String(repeating: "a", count: 64)).example/", .badHost),
      ("http://x:0/", .badPort), ("http://x:65536/", .badPort), ("http://x:-1/", .badPort),
      ("http://x:999999999999999999999/", .badPort), ("http://x:8a/", .badPort),
      ("ftp://x/", .otherScheme), ("file:///etc/passwd", .otherScheme),
      ("javascript:alert(1)", .otherScheme), ("data:text/plain,hi", .otherScheme),
      ("gopher://x/", .otherScheme), ("http+x://a/", .otherScheme),
      ("http://x/\r\nHost: y", .controlCharacter), ("http://x/\u{0}", .controlCharacter),
      ("http://x/\u{7F}", .controlCharacter), ("ht\ttp://x/", .controlCharacter),
      ("http://x/" + String(repeating: "a", count: 8_000), .tooLong),
      ("http://x/" + String(repeating: "é", count: 1_500), .tooLong),
    ] as [(String, AddressError)])
  func `invalid URLs are rejected with the reason`(written: String, error: AddressError) {
    #expect(throws: error) { try WebURL(written.utf8) }
  }

  @Test func `replacing the host leaves the other parts of a URL unchanged`() throws {
    let url = try WebURL("https://u:p@bücher.example:81/ä?b".utf8)
    let ascii = try url.withHost("xn--bcher-kva.example")
    #expect(ascii.requestText == "https://u:p@xn--bcher-kva.example:81/%C3%A4?b")
    #expect(try url.withHost("0x7F.1").host == "127.0.0.1")
  }

  @Test(arguments: ["", "a/b", "a b", "a@b", "a:1", "[::1", "a..b"])
  func `replacing the host with an invalid one is refused`(host: String) throws {
    let url = try WebURL("https://u:p@bücher.example:81/ä?b".utf8)
    #expect(throws: AddressError.badHost) { try url.withHost(host) }
  }

  @Test func `a host that is not UTF-8 is rejected`() throws {
    #expect(throws: AddressError.badHost) { try WebURL(Array("http://a".utf8) + [0xFF]) }
  }

  /// RFC 3986 section 5.4, except references to schemes other than HTTP and HTTPS.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
    ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/../x", "http://a/b/c/g"), ("https://h", "https://h/"), (" \n g \r\n", "http://a/b/c/g"),
  ])
  func `relative references are resolved as RFC 3986 requires`(reference: String, target: String)
    throws
  {
    let base = try WebURL("http://a/b/c/d;p?q".utf8)
    #expect(try base.resolving(reference.utf8).requestText == target)
  }

  @Test(arguments: [
    ("g:h", AddressError.otherScheme), ("http:g", .badHost), ("//", .badHost), ("//[", .badHost),
    ("//x:99999", .badPort), ("a\r\nx", .controlCharacter), ("a\u{0}", .controlCharacter),
  ])
  func `references to invalid URLs or other schemes are refused`(
    reference: String, error: AddressError
  ) throws {
    let base = try WebURL("http://a/b/c/d;p?q".utf8)
    #expect(throws: error) { try base.resolving(reference.utf8) }
  }

  @Test func `thousands of dot segments are resolved`() throws {
    let base = try WebURL("http://a/b".utf8)
    let reference = String(repeating: "../", count: 2_600) + "x"
    #expect(try base.resolving(reference.utf8).requestText == "http://a/x")
  }

  @Test func `a URL has the scheme, host, port, path and query it was given`() throws {
    let address = try WebURL("https://u:p@[::1]:8443/a/b?c=d".utf8)
    #expect(address.scheme == .https)
    #expect(address.host == "[::1]")
    #expect(address.port == 8443)
    #expect(address.path == "/a/b")
    #expect(address.query == "c=d")
    let usual = try WebURL("https://[::1]".utf8)
    #expect(usual.host == "[::1]")
    #expect(usual.port == 443)
    #expect(usual.query == nil)
  }

  @Test(arguments: [
    ("http://user:secret@host/x", "http://host/x"),
    ("http://p@ss:word@host/", "http://host/"),
    ("http://host/?api_key=secret&date=1", "http://host/?api_key=...&date=1"),
    ("http://host/?A=1&Access_Token=secret", "http://host/?A=1&Access_Token=..."),
    ("http://host/?token", "http://host/?token"),
  ])
  func `secrets of a URL are not in its description, reflection or dump`(
    written: String, shown: String
  ) throws {
    let address = try WebURL(written.utf8)
    #expect(address.description == shown)
    #expect("\(address)" == shown)
    #expect(!String(reflecting: address).contains("secret"))
    var dumped = ""
    dump([address], to: &dumped)
    #expect(!dumped.contains("secret"))
  }

  @Test func `user and password are preserved in requests and in relative references`() throws {
    let address = try WebURL("http://us er:p@ss@host/x".utf8)
    #expect(address.requestText == "http://us%20er:p%40ss@host/x")
    #expect(try address.resolving("y".utf8).requestText == "http://us%20er:p%40ss@host/y")
    #expect(try address.resolving("//host/y".utf8).requestText == "http://host/y")
    #expect(try address != WebURL("http://host/x".utf8))
  }

  @Test func `an accepted URL is ASCII except for its host and parses to itself`()
    throws
  {
    var random = SplitMix64(seed: 49)
    let pieces = [
      "http://", "https://", "a", "é", "1", "0x", "127", ".", ":", "@", "/", "..", "//", "?", "#",
      "[",
      "]", "::", "%", "%41", " ", "\\", "xn--", "中",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<12, using: &random)
      let text = (0..<count).reduce("http://") { text, _ in
        text + (pieces.randomElement(using: &random) ?? "")
      }
      guard let address = try? WebURL(text.utf8) else { continue }
      let form = address.requestText
      let others = form.replacing(address.host, with: "", maxReplacements: 1)
      #expect(others.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(text)")
      #expect(try WebURL(form.utf8) == address, "\(text)")
      #expect(try WebURL(form.utf8).isPrivateAddress == address.isPrivateAddress)
    }
  }
}
