package import Addresses
internal import Concurrency
package import Feeds
internal import Glibc
package import HTTP
internal import PictureFormats
import ResponseStore
import XML

/// Loads the documents of feeds, and reads them on threads that may take their time.
package struct FeedLoader: Sendable {
  private let client: HTTPClient
  private let queue = WorkQueue(label: "feed")

  /// Takes what loads from the web.
  package init(client: HTTPClient) {
    self.client = client
  }

  /// Loads the document at an address, and has it read; callable from any task.
  /// - Parameters:
  ///   - address: Where it is: a server that the user has named, be it in a private network.
  ///   - read: Reads it, on a thread that may take its time.
  /// - Returns: What was read.
  /// - Throws: Why there is nothing, or it cannot be read.
  package func load<Answer: Sendable>(
    _ address: WebURL, _ read: @escaping @Sendable ([UInt8]) -> Result<Answer, FeedError>
  ) async throws(CatalogError) -> Answer {
    let response = try await response(address, FeedQuestion(place: .address(address)))
    return try await onThread { () throws(CatalogError) in
      let bytes = try Self.bytes(of: response)
      return try read(bytes).mapError { CatalogError.feed($0) }.get()
    }
  }

  /// What is wanted of a server that can give more than one kind, the clearest first.
  private static let accepted = """
    application/feed+json, application/json, application/atom+xml, application/rss+xml, \
    application/xml;q=0.9, text/xml;q=0.9, image/*;q=0.8, */*;q=0.5
    """

  /// Loads a document, which a route has asked for and reads; callable from any task.
  /// - Throws: Why there is none.
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
    // A picture may be larger; whether it is one is known when it is here.
    if !question.mayBePicture { request.byteLimit = DocumentLimits.standard.bytes }
    return request
  }
}

extension FeedLoader {
  /// Tells what came, and reads it where it is a feed; blocks.
  private func document(
    in response: HTTPResponse, mayBePicture: Bool, of route: some FeedRoute
  ) throws(CatalogError) -> FeedDocument {
    if mayBePicture, response.headers["content-type"]?.lowercased().hasPrefix("image/") == true {
      return .picture
    }
    let bytes = try Self.bytes(of: response)
    if mayBePicture, PictureFormat(signatureOf: bytes) != nil { return .picture }
    // What cannot be told by this reader came from a host that can be asked by no other.
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
