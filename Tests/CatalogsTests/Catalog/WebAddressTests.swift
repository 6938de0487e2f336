import Base
import Catalogs
import HTTP
import Testing

/// The address that is requested is the one that was checked.
@Suite("Requested addresses")
struct WebAddressTests {
  @Test(arguments: [
    "http://example.com", "HTTPS://Example.COM:443/a b#top", "http://example.com:8080",
    "http://example.com?q=a b", "http://example.com/a/./b/../c", "http://example.com/../../x",
    "http://example.com/a|b^{}\"<>`\\", "http://example.com/100%", "http://example.com/%zz%41%4",
    "http://example.com/%00%0d%0a", "http://example.com/é?ü", "http://127.1/", "http://0x7F.1/",
    "http://2130706433/", "http://[2001:DB8:0:0:1:0:0:1]:81/", "http://[::ffff:1.2.3.4]/",
    "http://a_b-c.example./", "http://x/a//b/", "http://x/?a=[1]&b={2}",
    "http://x/%2e%2e/y", "http://x/a;b=c,d", "http://x/?u=http://y/?z#f", "http://x/%C3%A9%c3%a9",
    "http://x/'()*!$&+,;=:@~", "http://x/??", "http://x/%7Euser",
  ])
  func `libcurl's parser and WebURL agree on an address`(written: String) throws {
    let url = try WebURL(written.utf8)
    #expect(try WebAddress(asking: url).text == url.publicText)
  }

  @Test(arguments: [
    ("http://bücher.example/ä", "http://xn--bcher-kva.example/%C3%A4"),
    ("http://bu\u{308}cher.example:81", "http://xn--bcher-kva.example:81/"),
    ("https://Ｇｏ.example/?q", "https://go.example/?q"),
    ("http://１２７．１/", "http://127.0.0.1/"), ("http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/"),
    ("http://me:x@Ünï.de/", "http://xn--n-nga1b.de/"),
  ])
  func `a host name beyond ASCII is requested in Punycode`(
    written: String, asked: String
  ) throws {
    #expect(try WebAddress(asking: WebURL(written.utf8)).text == asked)
  }

  @Test(arguments: [
    "http://☃.example/", "http://a\u{2100}b.example/", "http://-ü.de/", "http://ü..de/",
  ])
  func `an invalid host name is refused`(written: String) throws {
    let url = try WebURL(written.utf8)
    #expect(throws: NetworkError.badAddress) { try WebAddress(asking: url) }
  }

  @Test func `an empty query is left out`() throws {
    #expect(try WebAddress(asking: WebURL("http://x/a?".utf8)).text == "http://x/a")
  }

  @Test func `a login is left out of the address's text`() throws {
    let url = try WebURL("http://us%40er:pa%3Ass@example.com/x".utf8)
    let address = try WebAddress(asking: url)
    #expect(address.text == "http://example.com/x")
  }
}
