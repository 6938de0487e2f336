import Base
package import Catalogs
package import HTTP
package import TestServer
package import TestSupport

/// A server with documents, and a client with a cache of its own.
package struct FeedStage: Sendable {
  package let folder = TemporaryFolder()
  package let server: TestServer
  package let client: HTTPClient
  package let demand: CatalogDemand

  /// Responses by path and query: the lines of the head, and the body.
  package typealias Documents = [String: (lines: [String], body: String)]

  package init(
    wanting count: Int = .max, date: Int = 1_700_000_000, signers: [RequestSigner] = [],
    _ answer: @escaping TestServer.Answering
  ) {
    demand = CatalogDemand(count)
    server = TestServer(answer)
    let clock = WallClock { date }
    client = HTTPClient(
      configuration: HTTPConfiguration(
        access: ServerAccess(signers: signers), proxies: ProxyVariables { _ in nil },
        trust: TLSOptions { _ in nil }),
      cache: ResponseCache(folder: folder.name("cache"), wallClock: clock), wallClock: clock)
  }

  package init(wanting count: Int = .max, _ documents: Documents) {
    self.init(wanting: count) { request, connection in
      guard let document = documents[request.target] else {
        return connection.answer("404 Not Found")
      }
      connection.answer("200 OK", document.lines, text: document.body)
    }
  }

  /// The feed at a path.
  package func feed(_ path: String, mapping: JSONMapping = JSONMapping()) throws -> FeedCatalog {
    FeedCatalog(
      .address(try WebURL(server.address(path).utf8)), mapping: mapping, client: client,
      demand: demand)
  }
}
