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
