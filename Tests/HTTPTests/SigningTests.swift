import TestServer
import TestSupport
import Testing

@testable import HTTP

@Suite("Signed requests", .integration, .timeLimit(.minutes(30)))
struct SigningTests {
  private static let key = RequestSigner.Credentials(
    keyID: "AKID", secret: "s/e+c=ret", sessionToken: "to/ken==")

  private static func signer(_ server: TestServer) throws -> RequestSigner {
    RequestSigner(
      server: try WebAddress(server.address("/")), region: "eu-west-1", credentials: key)
  }

  @Test(arguments: [
    "/b/a.jpg", "/b?list-type=2&prefix=",
    "/b?continuation-token=1%2F%2B%3D&encoding-type=url&list-type=2&prefix=a%20b%2F",
    "/b/%C3%BC%2B1%281%29~.jpg", "/b//x.jpg",
  ])
  func `a signature equals the one that the server computes`(target: String) async throws {
    let server = TestServer { _, connection in connection.answer(text: "x") }
    let stage = Stage(signers: [try Self.signer(server)])
    try await stage.load(server.address(target))
    let asked = try #require(server.asked.first)
    #expect(asked.target == target)
    let signature = try #require(SignatureV4(asked))
    #expect(signature.scope.hasPrefix("AKID/"))
    #expect(signature.scope.hasSuffix("/eu-west-1/s3/aws4_request"))
    #expect(signature.names.contains("x-amz-security-token"))
    #expect(asked.headers["x-amz-security-token"] == "to/ken==")
    #expect(signature.isMade(with: "s/e+c=ret"))
    #expect(!signature.isMade(with: "another"))
  }

  @Test func `the key is not sent along a redirect to another server`() async throws {
    let other = TestServer(host: "127.0.0.2") { _, connection in connection.answer(text: "other") }
    let target = other.address("/x")
    let server = TestServer { _, connection in
      connection.answer("307 Temporary Redirect", ["Location: \(target)"])
    }
    let stage = Stage(signers: [try Self.signer(server)])
    #expect(try await stage.load(server.address("/b/a.jpg")).text == "other")
    for request in other.asked {
      #expect(request.headers["authorization"] == nil)
      #expect(request.headers["x-amz-security-token"] == nil)
    }
    #expect(server.asked.allSatisfy { SignatureV4($0) != nil })
  }

  @Test func `a signed response is not reused without the key, and no file has the secret`()
    async throws
  {
    let server = TestServer { _, connection in
      connection.answer("200 OK", ["Cache-Control: max-age=60"], text: "x")
    }
    let stage = Stage(signers: [try Self.signer(server)])
    try await stage.load(server.address("/b/a.jpg"))
    await stage.isQuiet()
    let same = Stage(folder: stage.folder, date: stage.date, signers: [try Self.signer(server)])
    try await same.load(server.address("/b/a.jpg"))
    #expect(server.asked.count == 1)
    let anonymous = Stage(folder: stage.folder, date: stage.date)
    try await anonymous.load(server.address("/b/a.jpg"))
    #expect(server.asked.count == 2)
    await anonymous.isQuiet()
    #expect(!stage.told.all.contains { $0.contains("s/e+c") || $0.contains("to/ken") })
    for name in stage.folder.names(in: "cache") where name.hasPrefix("responses") {
      let text = String(decoding: stage.folder.bytes(of: "cache/\(name)"), as: UTF8.self)
      #expect(!text.contains("s/e+c=ret") && !text.contains("to/ken=="))
    }
  }

  @Test(arguments: [
    ("https://s3.eu-west-1.amazonaws.com/b/k", "eu-west-1", "b"),
    ("https://b.s3.eu-west-1.amazonaws.com/k", "eu-west-1", "b"),
    ("https://a.b.s3.us-east-1.amazonaws.com/k", "us-east-1", "a.b"),
    ("https://s3.cn-north-1.amazonaws.com.cn/b?list-type=2", "cn-north-1", "b"),
  ])
  func `an Amazon address contains its region and bucket`(
    text: String, region: String, bucket: String
  ) throws {
    let place = try #require(AmazonAddress(try WebAddress(text)))
    #expect(place.region == region)
    #expect(place.bucket == bucket)
    let moved = try place.moved(to: "ap-south-2")
    #expect(moved.text == text.replacing("s3.\(region).", with: "s3.ap-south-2."))
  }

  @Test(arguments: [
    "http://s3.eu-west-1.amazonaws.com/b/k", "https://s3.eu-west-1.amazonaws.com:8443/b",
    "https://s3.amazonaws.com/b/k", "https://evilamazonaws.com/b",
    "https://s3.eu.amazonaws.com.evil.org/b",
    "https://sts.eu-west-1.amazonaws.com/", "https://amazonaws.com/",
  ])
  func `other addresses are not taken for Amazon's`(text: String) throws {
    #expect(AmazonAddress(try WebAddress(text)) == nil)
  }

  @Test func `a bucket's signer signs for it in every region, and for no other`() throws {
    let signer = RequestSigner(amazonBucket: "b", credentials: Self.key)
    func region(_ text: String) throws -> String? {
      signer.signature(for: try WebAddress(text))?.region
    }
    #expect(try region("https://s3.eu-west-1.amazonaws.com/b/k") == "eu-west-1")
    #expect(try region("https://b.s3.us-west-2.amazonaws.com/k") == "us-west-2")
    #expect(try region("https://s3.eu-west-1.amazonaws.com/bb/k") == nil)
    #expect(try region("https://example.org/b/k") == nil)
  }

  @Test func `a signed request follows a bucket to its region, once`() throws {
    let address = "https://s3.us-east-1.amazonaws.com/b?list-type=2"
    func answer(_ region: String) throws -> HTTPResponse {
      let headers = HTTPHeaders([HTTPHeader("X-Amz-Bucket-Region", region)].compactMap(\.self))
      return HTTPResponse(
        address: try WebAddress(address),
        stored: StoredResponse(
          key: CacheKey(text: "x"), status: 301, headers: headers, selection: Selection(lines: []),
          requestedAt: 0, receivedAt: 0, isPeerPrivate: false, body: .bytes([])), origin: .network)
    }
    var route = Route(HTTPRequest(try WebAddress(address)))
    #expect(throws: NetworkError.badRedirect) { try route.follow(answer("eu-west-1")) }
    try route.follow(answer("eu-west-1"), isSigned: true)
    #expect(route.request.address.text == "https://s3.eu-west-1.amazonaws.com/b?list-type=2")
    #expect(throws: NetworkError.tooManyRedirects) {
      try route.follow(answer("us-east-1"), isSigned: true)
    }
    for region in ["eu-west-1", "", "evil.org/", "a.b"] {
      var route = route
      #expect(throws: NetworkError.badRedirect) { try route.follow(answer(region), isSigned: true) }
    }
  }
}
