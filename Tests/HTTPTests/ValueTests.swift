import Base
import Testing

@testable import HTTP

@Suite struct ValueTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
    ("Sat, 01 Jan 2250 00:00:00 GMT", 8_835_955_200),
    ("0", nil), ("", nil), ("Sun, 06 Nov 1994 25:49:37 GMT", nil), ("x, y z 1 2:3:4 GMT", nil),
    ("Sun, 06 Nov 1994 08:49:37 PST", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
    ("Wed, 30 Feb 1994 08:49:37 GMT", nil),
  ])
  func `dates are read in all three forms`(text: String, seconds: Int?) {
    #expect(HTTPDate.seconds(text, now: 1_800_000_000) == seconds)
  }

  @Test func `a two-digit year is in the nearest century`() {
    let now = 1_800_000_000
    #expect(
      HTTPDate.seconds("Sunday, 06-Nov-76 08:49:37 GMT", now: now)
        == HTTPDate.seconds("Fri, 06 Nov 2076 08:49:37 GMT", now: now))
    #expect(
      HTTPDate.seconds("Sunday, 06-Nov-94 08:49:37 GMT", now: now)
        == HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: now))
  }

  @Test(arguments: [
    ("http://Example.COM", "http://example.com/", "example.com", 80),
    ("HTTPS://example.com:443/A?b#c", "https://example.com/A?b", "example.com", 443),
    ("http://example.com:8080/a b", "http://example.com:8080/a%20b", "example.com", 8080),
    ("http://[::1]:99/", "http://[::1]:99/", "[::1]", 99),
    ("http://user:secret@example.com/", "http://example.com/", "example.com", 80),
  ])
  func `addresses are normalised`(text: String, form: String, host: String, port: Int) throws {
    let address = try WebAddress(text)
    #expect(address.text == form)
    #expect(address.origin == WebOrigin(isSecure: form.hasPrefix("https"), host: host, port: port))
    #expect(try WebAddress(form).text == form)
  }

  @Test func `a login is decoded and left out of the text`() throws {
    let address = try WebAddress("http://me%40home:p%3Aw@example.com/")
    #expect(address.login == Login(user: "me@home", password: "p:w"))
    #expect(address.text == "http://example.com/")
  }

  @Test(arguments: [
    ("", NetworkError.badAddress), ("picture.jpg", .badAddress), ("http://", .badAddress),
    ("file:///etc/passwd", .unsupportedScheme), ("javascript:alert(1)", .unsupportedScheme),
    ("data:text/plain,hi", .unsupportedScheme), ("ftp://example.com/", .unsupportedScheme),
    ("http://exam\nple.com/", .badAddress), ("http://example.com/\r\nX: y", .badAddress),
    ("http://example.com:0/", .badAddress), ("http://example.com:70000/", .badAddress),
    ("http://" + String(repeating: "a", count: 9_000), .badAddress),
  ])
  func `invalid addresses and other schemes are refused`(text: String, error: NetworkError) {
    #expect(throws: error) { try WebAddress(text) }
  }

  @Test(
    arguments: [
      (["http_proxy": "p:1"], "http://a.org/", "p:1"),
      (["HTTP_PROXY": "p:1"], "http://a.org/", nil),
      (["HTTPS_PROXY": "p:2"], "https://a.org/", "p:2"),
      (["all_proxy": "p:3"], "https://a.org/", "p:3"),
      (["http_proxy": "p:1", "no_proxy": "a.org"], "http://a.org/", nil),
      (["http_proxy": "p:1", "no_proxy": "a.org"], "http://b.a.org/", nil),
      (["http_proxy": "p:1", "no_proxy": ".a.org"], "http://a.org/", nil),
      (["http_proxy": "p:1", "no_proxy": "a.org"], "http://ba.org/", "p:1"),
      (["http_proxy": "p:1", "NO_PROXY": "x, *"], "http://a.org/", nil),
      (["http_proxy": "p:1", "no_proxy": "10.0.0.0/8"], "http://10.9.9.9/", nil),
      (["http_proxy": "p:1", "no_proxy": "10.0.0.0/8"], "http://11.9.9.9/", "p:1"),
      (["http_proxy": "p:1", "no_proxy": "::1"], "http://[::1]/", nil), ([:], "http://a.org/", nil),
    ] as [([String: String], String, String?)])
  func `proxies are chosen as curl does`(
    variables: [String: String], address: String, proxy: String?
  ) throws {
    let origin = try WebAddress(address).origin
    #expect(ProxyVariables { variables[$0] }.proxy(for: origin) == proxy)
  }

  @Test(
    arguments: [
      ([:], nil, nil), (["SSL_CERT_FILE": "f", "SSL_CERT_DIR": "d"], "f", "d"),
      (["SSL_CERT_FILE": "", "SSL_CERT_DIR": "d"], nil, "d"),
      (["CURL_CA_BUNDLE": "b", "SSL_CERT_FILE": "f", "SSL_CERT_DIR": "d"], "b", nil),
      (["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "f"], "f", nil),
    ] as [([String: String], String?, String?)])
  func `certificate files and folders are chosen as curl does`(
    variables: [String: String], file: String?, folder: String?
  ) {
    let trust = TLSOptions(environment: { variables[$0] }, isReadable: { _ in false })
    #expect(trust.file == file)
    #expect(trust.folder == folder)
  }

  @Test(
    arguments: [
      ([:], ["/etc/pki/tls/certs/ca-bundle.crt"], "/etc/pki/tls/certs/ca-bundle.crt"),
      ([:], ["/etc/ssl/ca-bundle.pem"], "/etc/ssl/ca-bundle.pem"),
      ([:], ["/etc/ssl/ca-bundle.pem", "/etc/ssl/certs/ca-certificates.crt"], nil),
      (["SSL_CERT_FILE": "f"], ["/etc/ssl/ca-bundle.pem"], "f"),
      (["SSL_CERT_DIR": "d"], ["/etc/ssl/ca-bundle.pem"], nil), ([:], [], nil),
    ] as [([String: String], Set<String>, String?)])
  func `the certificates of a distribution are found where Debian's are missing`(
    variables: [String: String], present: Set<String>, file: String?
  ) {
    #expect(TLSOptions(environment: { variables[$0] }, isReadable: present.contains).file == file)
  }

  @Test(arguments: ["X: y", "Authorization: Bearer a", "X:"])
  func `a user's header is bound to the origin of an address`(line: String) throws {
    let address = try WebAddress("http://a.org/x")
    #expect(UserHeader(line).map { BoundHeader($0, for: address).origin } == address.origin)
  }

  @Test(arguments: ["", "X", ": y", "X y: z", "Host: b.org", "X: y\r\nZ: a", "Content-Length: 5"])
  func `invalid and reserved headers are refused`(line: String) throws {
    #expect(UserHeader(line) == nil)
  }

  @Test func `an error's description is a short sentence`() {
    let all: [NetworkError] = [
      .badAddress, .tooLarge(byteLimit: 64_000_000), .status(404), .status(418),
      .cannotKeep(errno: 28), .busy(status: 429, retryAfter: 120), .noAnswer(seconds: 30),
      .libraryTooOld,
    ]
    #expect(
      all.map(\.description) == [
        "not a web address", "larger than 64 MB", "not found (404)", "unexpected answer (418)",
        "no room for the download (errno 28)", "too many requests (429), try again in 120 s",
        "no answer for 30 s", "libcurl is older than 7.85.0",
      ])
  }
}
