import Base
import HTTP
import Testing

@testable import Catalogs

@Suite("S3 settings")
struct S3SettingsTests {
  private static let files = [
    "/home/u/.aws/credentials": """
    # keys
    [default]
    aws_access_key_id = D1
    aws_secret_access_key=d/+=2

    [work]
    aws_access_key_id=W1
    aws_secret_access_key = w2
    aws_session_token = w3
    """,
    "/home/u/.aws/config": """
    [default]
    region = eu-west-1
    s3 =
      max_concurrent_requests = 20
    [profile work]
    region=us-west-2
    endpoint_url = http://minio:9000
    [profile signed-on]
    sso_session = corp
    [sso-session corp]
    region = ap-south-1
    """,
  ]

  private func settings(
    _ variables: [String: String] = [:], given: S3Settings.Given = S3Settings.Given()
  ) throws(CatalogError) -> S3Settings {
    let variables = variables.merging(["HOME": "/home/u"]) { first, _ in first }
    return try S3Settings(given, variable: { variables[$0] }) { path in
      Self.files[path].map { Array($0.utf8) }
    }
  }

  private func given(
    endpoint: String? = nil, region: String? = nil, profile: String? = nil
  ) throws -> S3Settings.Given {
    var given = S3Settings.Given()
    given.endpoint = try endpoint.map { try WebURL($0.utf8) }
    (given.region, given.profile) = (region, profile)
    return given
  }

  @Test func `the default profile is read from the files`() throws {
    let settings = try settings()
    #expect(settings.endpoint == nil)
    #expect(settings.region == "eu-west-1")
    #expect(settings.credentials == .init(keyID: "D1", secret: "d/+=2"))
  }

  @Test func `a profile is selected by a variable or an option`() throws {
    let expected = RequestSigner.Credentials(keyID: "W1", secret: "w2", sessionToken: "w3")
    for settings in [
      try settings(["AWS_PROFILE": "work"]), try settings(given: given(profile: "work")),
      // An option takes precedence over the key of variables.
      try settings(
        ["AWS_ACCESS_KEY_ID": "V1", "AWS_SECRET_ACCESS_KEY": "v2"], given: given(profile: "work")),
    ] {
      #expect(settings.credentials == expected)
      #expect(settings.region == "us-west-2")
      #expect(settings.endpoint?.publicText == "http://minio:9000/")
    }
  }

  @Test func `variables take precedence over files, and options over variables`() throws {
    let variables = [
      "AWS_ACCESS_KEY_ID": "V1", "AWS_SECRET_ACCESS_KEY": "v2", "AWS_SESSION_TOKEN": "v3",
      "AWS_DEFAULT_REGION": "r1", "AWS_ENDPOINT_URL": "http://one", "AWS_PROFILE": "",
    ]
    let settings = try settings(variables)
    #expect(settings.credentials == .init(keyID: "V1", secret: "v2", sessionToken: "v3"))
    #expect(settings.region == "r1")
    #expect(settings.endpoint?.host == "one")
    let nearer = try self.settings(
      variables.merging([
        "AWS_REGION": "r2", "AWS_ENDPOINT_URL_S3": "http://two",
      ]) { $1 })
    #expect(nearer.region == "r2")
    #expect(nearer.endpoint?.host == "two")
    let nearest = try self.settings(
      variables, given: given(endpoint: "http://three", region: "r3"))
    #expect(nearest.region == "r3")
    #expect(nearest.endpoint?.host == "three")
  }

  @Test func `without a key there is no signer`() throws {
    let settings = try S3Settings(S3Settings.Given(), variable: { _ in nil }) { _ in nil }
    #expect(settings.credentials == nil)
    #expect(settings.region == "us-east-1")
    #expect(try settings.signer(for: "b") == nil)
  }

  @Test(arguments: [
    (["AWS_PROFILE": "signed-on"], "sso_session"),
    (["AWS_ENDPOINT_URL": "minio"], "not a web address"),
    (["AWS_REGION": "a/b"], "region"),
  ])
  func `an unusable setting throws an error that names it`(
    variables: [String: String], word: String
  ) throws {
    let error = #expect(throws: CatalogError.self) { try settings(variables) }
    #expect(error?.description.contains(word) == true)
  }

  @Test func `a requested profile that does not exist throws`() throws {
    let error = #expect(throws: CatalogError.self) {
      try settings(given: given(profile: "nobody"))
    }
    #expect(error?.description.contains("no profile nobody") == true)
  }

  @Test func `no dump shows a secret`() throws {
    let settings = try settings(["AWS_PROFILE": "work"])
    var text = ""
    dump(settings, to: &text)
    dump(try settings.signer(for: "b"), to: &text)
    dump(settings.credentials, to: &text)
    #expect(!text.contains("w2") && !text.contains("w3"))
  }
}
