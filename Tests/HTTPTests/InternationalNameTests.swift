import HTTP
import Testing

/// Names as browsers and curl read them; the kinds are those of the test file of UTS #46.
struct InternationalNameTests {
  @Test(arguments: [
    // ASCII is unchanged, and checked elsewhere
    ("Example.COM", "Example.COM"), ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ("127.1", "127.1"),
    // canonical composition, one way and the other
    ("bücher.example", "xn--bcher-kva.example"), ("bu\u{308}cher.example", "xn--bcher-kva.example"),
    ("\u{E0}.\u{5D0}\u{308}", "xn--0ca.xn--ssa73l"),
    ("a\u{300}.\u{5D0}\u{308}", "xn--0ca.xn--ssa73l"),
    ("\u{212B}.com", "xn--5ca.com"), ("A\u{30A}.com", "xn--5ca.com"),
    // upper case
    ("BÜCHER.example", "xn--bcher-kva.example"), ("BU\u{308}CHER.example", "xn--bcher-kva.example"),
    ("ΒΌΛΟΣ.COM", "xn--nxasmq6b.com"),
    // full width, circles, ligatures, units, mathematical letters
    ("Ｇｏ.example", "go.example"), ("１２７．０．０．１", "127.0.0.1"), ("⑫７.1", "127.1"),
    ("㎏.com", "kg.com"), ("\u{1D7DB}．\u{7B20}", "3.xn--6vz"), ("\u{1C6}.com", "xn--d-toa.com"),
    ("\u{212A}elvin.com", "kelvin.com"), ("\u{2139}\u{FE0F}.ws", "i.ws"),
    // the four dots
    ("a.b．c。d｡", "a.b.c.d."), ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
    // ignored characters
    ("\u{AD}bü\u{AD}cher.de", "xn--bcher-kva.de"),
    (
      "\u{2E3}\u{34F}\u{2115}\u{200B}\u{FE63}\u{AD}\u{FF0D}\u{180C}\u{212C}\u{FE00}\u{17F}"
        + "\u{2064}\u{1D530}\u{E01EF}\u{FB04}", "xn--bssffl"
    ),
    // deviations between the versions of the standard: non-transitional
    ("faß.de", "xn--fa-hia.de"), ("FAÜ.de", "xn--fa-yka.de"), ("βόλος.com", "xn--nxasmm1c.com"),
    ("βο\u{301}λος.com", "xn--nxasmm1c.com"),
    ("\u{646}\u{627}\u{645}\u{647}\u{200C}\u{627}\u{6CC}", "xn--mgba3gch31f060k"),
    ("\u{DC1}\u{DCA}\u{200D}\u{DBB}\u{DD3}.com", "xn--10cl1a0b660p.com"),
    // scripts
    ("日本語.jp", "xn--wgv71a119e.jp"),
    ("\u{646}\u{627}\u{645}\u{647}\u{627}\u{6CC}", "xn--mgba3gch31f"),
    ("paral·lel.cat", "xn--parallel-koa.cat"), ("\u{5D0}\u{5C7}", "xn--vdbr"),
    ("\u{723}\u{5A3}\u{FF61}\u{332A}", "xn--ucb18e.xn--eck4c5a"),
    ("\u{3C2}\u{2D25}\u{3002}\u{75A}", "xn--3xa403s.xn--epb"),
  ])
  func `all forms of a name convert to the same ASCII host`(name: String, ascii: String) throws {
    #expect(try InternationalName.ascii(name) == ascii)
  }

  @Test(arguments: [
    "a\u{200C}b.com", "-ü.de", "xn--a.ü", "☃.example", String(repeating: "ü", count: 70),
  ])
  func `an invalid host name is refused`(name: String) {
    #expect(throws: NetworkError.badAddress) { try InternationalName.ascii(name) }
  }

  @Test(arguments: [
    (
      "http://bu\u{308}cher.example/ä", "http://xn--bcher-kva.example/%c3%a4",
      "xn--bcher-kva.example"
    ),
    ("http://Ｇｏ.example:81", "http://go.example:81/", "go.example"),
    ("http://１２７．１/", "http://127.0.0.1/", "127.0.0.1"),
    ("http://me:x@BÜCHER.example", "http://xn--bcher-kva.example/", "xn--bcher-kva.example"),
  ])
  func `an address beyond ASCII has the host in Punycode`(
    text: String, form: String, host: String
  ) throws {
    let address = try WebAddress(text)
    #expect(address.text.lowercased() == form)
    #expect(address.origin.host == host)
    let redirected = try WebAddress("http://a.org/").resolving(Array(text.dropFirst(5).utf8))
    #expect(redirected.origin.host == host)
  }

  @Test(arguments: ["http://a\u{2100}b/", "http://ü@\u{FF0F}.com/x"])
  func `a name that hides a slash is refused`(text: String) {
    #expect(throws: NetworkError.badAddress) { try WebAddress(text) }
  }
}
