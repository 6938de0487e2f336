package import Base
import HTTP

/// From options, then the environment variables of the AWS CLI, then its files.
package struct S3Settings: Sendable, CustomReflectable {
  var endpoint: WebURL?
  var region: String
  /// Nil for unsigned requests, which suffice for public buckets.
  var credentials: RequestSigner.Credentials?

  private static let usualRegion = "us-east-1"

  package struct Given: Sendable {
    package var endpoint: WebURL?
    package var region, profile: String?

    package init() {}
  }

  /// `read` returns nil for a missing file. Throws `CatalogError.provider` if invalid.
  package init(
    _ given: Given, variable lookUp: (String) -> String?, file read: (String) -> [UInt8]?
  ) throws(CatalogError) {
    func variable(_ name: String) -> String? { lookUp(name).flatMap { $0.isEmpty ? nil : $0 } }
    let profile = given.profile ?? variable("AWS_PROFILE") ?? "default"
    let home = variable("HOME").map { "\($0)/.aws/" } ?? "/nonexistent/"
    let shared = variable("AWS_SHARED_CREDENTIALS_FILE") ?? home + "credentials"
    let other = variable("AWS_CONFIG_FILE") ?? home + "config"
    let keys = AmazonProfiles(read(shared) ?? [])[profile]
    let settings = AmazonProfiles(read(other) ?? [])[profile]
    guard given.profile == nil || keys != nil || settings != nil else {
      throw .provider("no profile \(profile) in \(shared) or \(other)")
    }
    let either = { (name: String) in keys?[name] ?? settings?[name] }
    if let given = given.endpoint {
      endpoint = given
    } else if let text = variable("AWS_ENDPOINT_URL_S3") ?? variable("AWS_ENDPOINT_URL")
      ?? either("endpoint_url")
    {
      guard let address = try? WebURL(text.utf8) else {
        throw .provider("the S3 endpoint is not a web address")
      }
      endpoint = address
    }
    region =
      given.region ?? variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION") ?? either("region")
      ?? Self.usualRegion
    guard Self.isRegion(region) else { throw .provider("the S3 region is not a valid name") }
    // A profile given by name takes precedence over environment variables.
    let ofVariables = Self.credentials { variable($0.uppercased()) }
    let ofProfile = Self.credentials { keys?[$0] } ?? Self.credentials { settings?[$0] }
    credentials = given.profile == nil ? ofVariables ?? ofProfile : ofProfile
    if credentials == nil, let process = Self.unreadSources.first(where: { either($0) != nil }) {
      throw .provider(
        "profile \(profile) gets its key by \(process), which is not supported; "
          + "set the variables from: aws configure export-credentials --format env")
    }
  }

  private static let unreadSources = [
    "credential_process", "sso_session", "sso_start_url", "role_arn", "web_identity_token_file",
  ]

  private static func credentials(_ value: (String) -> String?) -> RequestSigner.Credentials? {
    guard let keyID = value("aws_access_key_id"), let secret = value("aws_secret_access_key") else {
      return nil
    }
    return RequestSigner.Credentials(
      keyID: keyID, secret: secret, sessionToken: value("aws_session_token"))
  }

  private static func isRegion(_ name: String) -> Bool {
    (1...63).contains(name.utf8.count)
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  func location(of bucket: String) -> S3Location {
    endpoint.map { S3Location(endpoint: $0, bucket: bucket) }
      ?? S3Location(amazonRegion: region, bucket: bucket)
  }

  /// Nil without credentials; throws `NetworkError` if libcurl cannot parse the endpoint.
  func signer(for bucket: String) throws(NetworkError) -> RequestSigner? {
    guard let credentials else { return nil }
    guard let endpoint else { return RequestSigner(amazonBucket: bucket, credentials: credentials) }
    return RequestSigner(
      server: try WebAddress(endpoint.publicText), region: region, credentials: credentials)
  }

  package var customMirror: Mirror {
    Mirror(self, children: ["endpoint": "\(endpoint?.description ?? "Amazon")", "region": region])
  }
}

struct AmazonProfiles {
  private var sections: [String: [String: String]] = [:]

  /// Parses `[name]`, `[profile name]` and `key = value`; skips comments and indented lines.
  init(_ bytes: [UInt8]) {
    var section = ""
    for line in String(decoding: bytes, as: UTF8.self).drop(while: { $0 == "\u{FEFF}" })
      .split(whereSeparator: \.isNewline)
    {
      guard let first = line.first, !first.isWhitespace, first != "#", first != ";" else {
        continue
      }
      if first == "[", let end = line.firstIndex(of: "]") {
        let words = line[line.index(after: line.startIndex)..<end].split(separator: " ")
        section = String(words.last ?? "")
        // Sections of other kinds, such as `[sso-session x]`, are not profiles.
        if words.count > 1, words[0] != "profile" { section = "" }
        sections[section] = sections[section] ?? [:]
      } else if let equals = line.firstIndex(of: "=") {
        let name = line[..<equals].filter { !$0.isWhitespace }.lowercased()
        let value = line[equals...].dropFirst().drop(while: \.isWhitespace)
          .reversed().drop(while: \.isWhitespace).reversed()
        if !value.isEmpty { sections[section]?[name] = String(value) }
      }
    }
  }

  subscript(profile: String) -> [String: String]? { profile.isEmpty ? nil : sections[profile] }
}
