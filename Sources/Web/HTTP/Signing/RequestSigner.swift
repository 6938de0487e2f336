internal import ResponseStore

/// Who signs requests to a storage service.
///
/// That is AWS Signature Version 4 ("Authenticating Requests", Amazon S3 API Reference), which Amazon S3 asks
/// for, and all who speak like it. libcurl computes the signature itself. Nothing but the requests that it is for carries anything of the credentials, wherever redirects lead.
package struct RequestSigner: Hashable, Sendable {
  /// What a service knows its user by.
  package struct Credentials: Hashable, Sendable {
    /// The access key's public part.
    package let keyID: String
    /// The access key's secret part.
    package let secret: String
    /// What comes with keys that end by themselves; nil for those that do not.
    package let sessionToken: String?

    /// Takes a key as the service has given it.
    package init(keyID: String, secret: String, sessionToken: String? = nil) {
      (self.keyID, self.secret, self.sessionToken) = (keyID, secret, sessionToken)
    }
  }

  /// Which requests are signed.
  private enum Scope: Hashable, Sendable {
    /// Those to one server, for one region.
    case server(WebOrigin, region: String)
    /// Those for a bucket at Amazon, for the region that is part of the host.
    case amazon(bucket: String)
  }

  private let scope: Scope
  private let credentials: Credentials

  /// Signs what goes to a server.
  /// - Parameters:
  ///   - address: An address there.
  ///   - region: What the server calls its region.
  ///   - credentials: Who asks.
  package init(server address: WebAddress, region: String, credentials: Credentials) {
    scope = .server(address.origin, region: region)
    self.credentials = credentials
  }

  /// Signs what is asked of a bucket at Amazon, whichever region it is in.
  package init(amazonBucket bucket: String, credentials: Credentials) {
    scope = .amazon(bucket: bucket)
    self.credentials = credentials
  }

  /// How a request is signed; nil where it is not.
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
}

extension RequestSigner: CustomReflectable {
  /// Nothing of the credentials, for dumps and failed expectations.
  package var customMirror: Mirror { Mirror(self, children: ["scope": scope]) }
}

extension RequestSigner.Credentials: CustomReflectable {
  /// Nothing that is secret.
  package var customMirror: Mirror { Mirror(self, children: ["keyID": keyID]) }
}

/// What libcurl makes the signature of one request of.
struct Signature: Hashable, Sendable {
  let region: String
  let credentials: RequestSigner.Credentials

  /// What `CURLOPT_AWS_SIGV4` takes.
  var provider: String { "aws:amz:\(region):s3" }

  /// The lines that are signed besides those of the request.
  var headers: [HTTPHeader] {
    credentials.sessionToken.flatMap { HTTPHeader("X-Amz-Security-Token", $0) }.map { [$0] } ?? []
  }
}
