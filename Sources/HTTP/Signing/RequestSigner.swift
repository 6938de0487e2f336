/// Signs requests with AWS Signature Version 4 ("Authenticating Requests", Amazon S3 API
/// Reference).
///
/// libcurl computes the signature. Only requests in scope carry credentials, wherever redirects
/// lead.
package struct RequestSigner: Hashable, Sendable, CustomReflectable {
  package struct Credentials: Hashable, Sendable {
    package let keyID, secret: String
    package let sessionToken: String?

    package init(keyID: String, secret: String, sessionToken: String? = nil) {
      (self.keyID, self.secret, self.sessionToken) = (keyID, secret, sessionToken)
    }
  }

  private enum Scope: Hashable, Sendable {
    /// All requests to one server, with its region.
    case server(WebOrigin, region: String)
    /// Requests for a bucket at Amazon; the region is part of the host.
    case amazon(bucket: String)
  }

  private let scope: Scope
  private let credentials: Credentials

  package init(server address: WebAddress, region: String, credentials: Credentials) {
    scope = .server(address.origin, region: region)
    self.credentials = credentials
  }

  package init(amazonBucket bucket: String, credentials: Credentials) {
    scope = .amazon(bucket: bucket)
    self.credentials = credentials
  }

  func signature(for address: WebAddress) -> Signature? {
    switch scope {
    case .server(let origin, let region):
      origin == address.origin ? Signature(region: region, credentials: credentials) : nil
    case .amazon(let bucket):
      AmazonAddress(address).flatMap { place in
        place.bucket == bucket ? Signature(region: place.region, credentials: credentials) : nil
      }
    }
  }

  /// Keeps the credentials out of dumps and failed expectations.
  package var customMirror: Mirror { Mirror(self, children: ["scope": scope]) }
}

extension RequestSigner.Credentials: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: ["keyID": keyID]) }
}

struct Signature: Hashable, Sendable {
  let region: String
  let credentials: RequestSigner.Credentials

  /// The value of `CURLOPT_AWS_SIGV4`.
  var provider: String { "aws:amz:\(region):s3" }

  var headers: [HTTPHeader] {
    credentials.sessionToken.flatMap { HTTPHeader("X-Amz-Security-Token", $0) }.map { [$0] } ?? []
  }
}
