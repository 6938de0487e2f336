package import Base
internal import Glibc
package import HTTP
internal import Imaging

/// Loads the documents of feeds and parses them on its own threads.
package struct FeedLoader: Sendable {
  private let client: HTTPClient
  private let queue = WorkQueue(label: "feed")

  package init(client: HTTPClient) {
    self.client = client
  }

  /// Loads a document and parses it with `read` on a separate thread; callable from any task.
  ///
  /// The user must have named the server: private networks are allowed.
  package func load<Answer: Sendable>(
    _ address: WebURL, _ read: @escaping @Sendable ([UInt8]) -> Result<Answer, FeedError>
  ) async throws(CatalogError) -> Answer {
    let response = try await response(address, FeedQuestion(place: .address(address)))
    return try await onThread { () throws(CatalogError) in
      let bytes = try Self.bytes(of: response)
      return try read(bytes).mapError { CatalogError.feed($0) }.get()
    }
  }

  /// Accept header for servers with content negotiation, the most specific format first.
  private static let accepted = """
    application/feed+json, application/json, application/atom+xml, application/rss+xml, \
    application/xml;q=0.9, text/xml;q=0.9, image/*;q=0.8, */*;q=0.5
    """

  /// Loads and parses a document for a route; callable from any task.
  func load(
    _ question: FeedQuestion, of route: some FeedRoute
  ) async throws(CatalogError) -> FeedDocument {
    switch question.place {
    case .file(let path):
      try await onThread { () throws(CatalogError) in
        .page(try read(DocumentFile.read(path), from: .file, of: route))
      }
    case .address(let address):
      try await load(address, question, of: route)
    }
  }

  private func load(
    _ address: WebURL, _ question: FeedQuestion, of route: some FeedRoute
  ) async throws(CatalogError) -> FeedDocument {
    let response = try await response(address, question)
    return try await onThread { () throws(CatalogError) in
      try document(in: response, mayBePicture: question.mayBePicture, of: route)
    }
  }

  private func response(
    _ address: WebURL, _ question: FeedQuestion
  ) async throws(CatalogError) -> HTTPResponse {
    do throws(NetworkError) {
      return try await client.load(try Self.request(address, question))
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

  private static func request(
    _ address: WebURL, _ question: FeedQuestion
  ) throws(NetworkError) -> HTTPRequest {
    let accept = HTTPHeader("Accept", accepted).map { [$0] } ?? []
    var request = HTTPRequest(
      try WebAddress(asking: address), question: question.query, headers: HTTPHeaders(accept),
      caching: question.isKept ? .standard : .passing, keptSince: question.keptSince,
      acceptsCompression: true,
      mayReachPrivateNetworks: question.mayReachPrivateNetworks)
    // A picture may be larger, and the type is known only after loading.
    if !question.mayBePicture { request.byteLimit = DocumentLimits.standard.bytes }
    return request
  }
}

extension FeedLoader {
  /// Detects pictures, and parses everything else as a feed; blocks.
  private func document(
    in response: HTTPResponse, mayBePicture: Bool, of route: some FeedRoute
  ) throws(CatalogError) -> FeedDocument {
    if mayBePicture, response.headers["content-type"]?.lowercased().hasPrefix("image/") == true {
      return .picture
    }
    let bytes = try Self.bytes(of: response)
    if mayBePicture, PictureFormat(signatureOf: bytes) != nil { return .picture }
    // An address that this parser rejects has no host that can be accessed.
    let origin = FeedOrigin(address: try? WebURL(response.address.text.utf8))
    let links = response.headers.lines.filter { $0.name == "link" }.map(\.value)
    let contentType = response.headers["content-type"]
    return .page(
      try read(bytes, from: origin, links: links, contentType: contentType, of: route))
  }

  private static func bytes(of response: HTTPResponse) throws(CatalogError) -> [UInt8] {
    do throws(NetworkError) {
      return try response.body.read()
    } catch {
      throw .network(error)
    }
  }

  private func read(
    _ bytes: [UInt8], from origin: FeedOrigin, links: [[UInt8]] = [], contentType: String? = nil,
    of route: some FeedRoute
  ) throws(CatalogError) -> LoadedPage {
    do throws(FeedError) {
      let page = try route.page(in: bytes, from: origin, contentType: contentType)
      return LoadedPage(page: page, origin: origin, links: links)
    } catch {
      throw .feed(error)
    }
  }
}
