/// AWS Signature Version 4 ("Authenticating Requests", Amazon S3 API Reference).
///
/// libcurl signs. Only requests in scope carry credentials, wherever redirects lead.
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

/// An S3 URL with region and bucket: `https://s3.REGION.amazonaws.com/BUCKET/KEY` or
/// `https://BUCKET.s3.REGION.amazonaws.com/KEY`.
struct AmazonAddress {
  let region, bucket: String
  private let address: WebAddress

  private static let domains = [".amazonaws.com", ".amazonaws.com.cn"]

  init?(_ address: WebAddress) {
    let origin = address.origin
    guard origin.isSecure, origin.port == 443,
      let domain = Self.domains.first(where: origin.host.hasSuffix)
    else { return nil }
    let labels = origin.host.dropLast(domain.count).split(separator: ".")
    guard labels.count >= 2, labels[labels.count - 2] == "s3", let region = labels.last else {
      return nil
    }
    self.address = address
    self.region = String(region)
    guard labels.count == 2 else {
      bucket = labels.dropLast(2).joined(separator: ".")
      return
    }
    let path = address.text.dropFirst("https://\(origin.host)/".count)
    bucket = String(path.prefix { $0 != "/" && $0 != "?" })
  }

  /// Throws `NetworkError.badRedirect` for an invalid region.
  func moved(to region: String) throws(NetworkError) -> WebAddress {
    let isName = region.allSatisfy { $0 == "-" || $0.isASCII && ($0.isNumber || $0.isLowercase) }
    guard isName, !region.isEmpty, region.utf8.count < 64, region != self.region else {
      throw .badRedirect
    }
    let service = address.origin.host.hasPrefix("s3.") ? "https://s3." : "https://\(bucket).s3."
    let rest = address.text.dropFirst(service.utf8.count + self.region.utf8.count)
    return try WebAddress(service + region + rest)
  }
}
