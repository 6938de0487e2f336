package import Base
import Glibc
package import HTTP
import Imaging

struct FeedLoader: Sendable {
  let client: HTTPClient
  private let queue = WorkQueue(label: "feed")

  /// `read` is called on a separate thread. Allows private networks: the user named the server.
  func load<Answer: Sendable>(
    _ address: WebURL, _ read: @escaping @Sendable ([UInt8]) throws(FeedError) -> Answer
  ) async throws(CatalogError) -> Answer {
    let response = try await response(address, FeedRequest(address))
    return try await onThread { () throws(CatalogError) in
      let bytes = try Self.bytes(of: response)
      return try rethrowing(as: CatalogError.feed) { () throws(FeedError) in try read(bytes) }
    }
  }

  /// For servers with content negotiation, the most specific format first.
  private static let accepted = """
    application/feed+json, application/json, application/atom+xml, application/rss+xml, \
    application/xml;q=0.9, text/xml;q=0.9, image/*;q=0.8, */*;q=0.5
    """

  /// Nil for a picture.
  func load(
    _ request: FeedRequest, of route: some FeedRoute
  ) async throws(CatalogError) -> FeedPage? {
    switch request.location {
    case .file(let path):
      return try await onThread { () throws(CatalogError) in
        try read(DocumentFile.read(path), from: .file, of: route)
      }
    case .address(let address):
      let response = try await response(address, request)
      return try await onThread { () throws(CatalogError) in
        try document(in: response, mayBePicture: request.mayBePicture, of: route)
      }
    }
  }

  private func response(
    _ address: WebURL, _ feed: FeedRequest
  ) async throws(CatalogError) -> HTTPResponse {
    let accept = HTTPHeader("Accept", Self.accepted).map { [$0] } ?? []
    do throws(NetworkError) {
      var request = HTTPRequest(
        try WebAddress(asking: address), body: feed.query, headers: HTTPHeaders(accept),
        caching: feed.isKept ? .standard : .passing, keptSince: feed.keptSince,
        acceptsCompression: true, mayReachPrivateNetworks: feed.mayReachPrivateNetworks)
      // A picture may be larger, and the type is known only after loading.
      if !feed.mayBePicture { request.byteLimit = DocumentLimits.standard.bytes }
      return try await client.load(request)
    } catch {
      throw .network(error)
    }
  }

  private func onThread<Answer: Sendable>(
    _ read: @escaping @Sendable () throws(CatalogError) -> Answer
  ) async throws(CatalogError) -> Answer {
    let result = try await queue.run(orThrow: CatalogError.noThread) { Result(catching: read) }
    return try result.get()
  }

  private func document(
    in response: HTTPResponse, mayBePicture: Bool, of route: some FeedRoute
  ) throws(CatalogError) -> FeedPage? {
    let contentType = response.headers["content-type"]
    if mayBePicture, contentType?.lowercased().hasPrefix("image/") == true { return nil }
    let bytes = try Self.bytes(of: response)
    if mayBePicture, PictureFormat(signatureOf: bytes) != nil { return nil }
    // An address that this parser rejects has no host that can be accessed.
    let origin = FeedOrigin(address: try? WebURL(response.address.text.utf8))
    let links = response.headers.lines.filter { $0.name == "link" }.map(\.value)
    return try read(bytes, from: origin, links: links, contentType: contentType, of: route)
  }

  private static func bytes(of response: HTTPResponse) throws(CatalogError) -> [UInt8] {
    try rethrowing(as: CatalogError.network) { () throws(NetworkError) in
      try response.body.read()
    }
  }

  private func read(
    _ bytes: [UInt8], from origin: FeedOrigin, links: [[UInt8]] = [], contentType: String? = nil,
    of route: some FeedRoute
  ) throws(CatalogError) -> FeedPage {
    var page = try rethrowing(as: CatalogError.feed) { () throws(FeedError) in
      try route.page(in: bytes, from: origin, contentType: contentType)
    }
    (page.origin, page.links) = (origin, links)
    return page
  }
}

extension WebAddress {
  /// Two parsers may find different hosts in the same text, so the checked text must be unchanged
  /// by libcurl's parser (which drops an empty query). libcurl never gets a host that is not ASCII.
  /// Throws `NetworkError.badAddress` if the results differ or the host has no ASCII form, or
  /// `.libraryMissing` and similar.
  package init(asking url: WebURL) throws(NetworkError) {
    let ascii = try InternationalName.ascii(url.host)
    guard let url = ascii == url.host ? url : try? url.withHost(ascii) else { throw .badAddress }
    try self.init(url.requestText)
    let mark = url.query?.isEmpty == true ? "?" : ""
    guard text + mark == url.publicText else { throw .badAddress }
  }
}
