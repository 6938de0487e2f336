import Base
import CatalogStage
import Catalogs
import HTTP
import Storage
import TestSupport
import Testing

@Suite(
  "Buckets and folders of a real rclone", .integration, .timeLimit(.minutes(30)),
  .enabled(if: RcloneServer.program != nil, "rclone is in the search path"))
struct RcloneTests {
  private static let files: [(path: String, bytes: [UInt8])] = [
    "b/a.jpg", "b/2024/IMG_9.jpg", "b/2024/IMG_10.jpg", "b/2024/\u{FC} (1)+%41 #?&.jpg",
    "b/2024/05/deep.jpg", "b/9/x.jpg", "b/10 \u{FC}+%25/y.jpg", "b/notes.txt",
  ].map { ($0, Array("bytes of \($0)".utf8)) }

  private let folder = TemporaryFolder()

  private func stage(
    _ manner: RcloneServer.Manner, isRecursive: Bool, answering patience: Duration = .seconds(30)
  ) async throws -> (
    server: RcloneServer, catalogs: SourceCatalogs, client: HTTPClient, root: String
  ) {
    let server = await RcloneServer(manner, Self.files)
    let (provider, root) = try provider(manner, of: server, isRecursive: isRecursive)
    let access = try provider.access(for: ByteString(root))
    let client = HTTPClient(
      configuration: HTTPConfiguration(
        timeouts: HTTPTimeouts(
          connecting: .seconds(5), answering: patience, stalling: patience, whole: .seconds(60)),
        access: access, proxies: ProxyVariables { _ in nil },
        trust: TLSOptions { _ in nil }),
      cache: ResponseCache(folder: folder.name("cache")))
    let catalogs = SourceCatalogs(
      isRecursive: isRecursive, isSurrounded: true, providers: [provider], client: client)
    return (server, catalogs, client, root)
  }

  private func provider(
    _ manner: RcloneServer.Manner, of server: RcloneServer, isRecursive: Bool,
    keptIn index: PhotoIndex? = nil
  ) throws -> (any CatalogProvider, root: String) {
    let key = RcloneServer.key
    guard manner == .s3 else {
      let variables = ["WEBDAV_USER": key.id, "WEBDAV_PASSWORD": key.secret]
      let provider = WebDAVProvider.all(isRecursive: isRecursive) { variables[$0] }[0]
      return (provider, "webdav://127.0.0.1:\(server.port)/b/")
    }
    var given = S3Settings.Given()
    given.endpoint = try WebURL("http://127.0.0.1:\(server.port)/".utf8)
    let variables = ["AWS_ACCESS_KEY_ID": key.id, "AWS_SECRET_ACCESS_KEY": key.secret]
    let provider = S3Provider(isRecursive: isRecursive, keptIn: index) {
      [given] () throws(CatalogError) in
      try S3Settings(given, variable: { variables[$0] }) { _ in nil }
    }
    return (provider, "s3://b/")
  }

  private func listing(
    _ catalogs: SourceCatalogs, _ folder: String
  ) async throws -> CatalogSnapshot {
    let catalog = catalogs.catalog(
      ofFolder: ByteString(folder), demand: CatalogDemand(.max))
    return try #require(await FollowedCatalog.whole(catalog))
  }

  @Test(arguments: [RcloneServer.Manner.s3, .webdav])
  func `folders are opened and previewed level by level`(manner: RcloneServer.Manner) async throws {
    let (server, catalogs, client, root) = try await stage(manner, isRecursive: false)
    let top = try await listing(catalogs, root)
    #expect(top.notices == [])
    #expect(top.names == ["a.jpg"])
    // In addresses of WebDAV a per cent sign stays encoded.
    let special = manner == .s3 ? "10 \u{FC}+%25" : "10 \u{FC}+%2525"
    #expect(top.folders.map(\.name) == ["9", special, "2024"].map { ByteString($0) })
    for (folder, count) in zip(top.folders, [1, 1, 3]) {
      let peek = try await ServedFolderPreviews(catalogs).preview(of: folder.path)
      #expect(peek.photoCount == count && !peek.hasMore)
      let inside = try await listing(catalogs, folder.path.lossyText)
      #expect(inside.photos.count == count)
      #expect(inside.place == folder.path)
      for photo in inside.photos {
        let found = try #require(photo.onWeb)
        let place = try WebAddress(asking: try #require(found.renditions.first?.address))
        let bytes = try await client.load(HTTPRequest(place)).body.read()
        #expect(Self.files.contains { $0.bytes == bytes })
        #expect(found.byteCount == bytes.count)
      }
    }
    let deep = try await listing(catalogs, root + "2024/05/")
    #expect(deep.names == ["deep.jpg"])
    withExtendedLifetime(server) {}
  }

  @Test func `a cached list is continued behind its end and reread on retry`() async throws {
    let server = await RcloneServer(.s3, Self.files)
    let index = PhotoIndex(folder: folder.name("cache"))
    func snapshots() throws -> (FollowedCatalog, CatalogDemand) {
      let (provider, root) = try provider(.s3, of: server, isRecursive: true, keptIn: index)
      let access = try provider.access(for: ByteString(root))
      let client = HTTPClient(
        configuration: HTTPConfiguration(
          access: access, proxies: ProxyVariables { _ in nil }, trust: TLSOptions { _ in nil }),
        cache: ResponseCache(folder: folder.name("responses")))
      let demand = CatalogDemand(.max)
      return (
        FollowedCatalog(
          try provider.catalog(of: ByteString(root), isPaged: true, client: client, demand: demand)),
        demand
      )
    }
    var (first, _) = try snapshots()
    let all = try #require(await first.next())
    #expect(all.count == Self.files.count - 1 && all.notices == [])
    server.write(Array("late".utf8), as: "b/z.jpg")
    server.write(Array("between".utf8), as: "b/2024/m.jpg")
    var (second, demand) = try snapshots()
    let kept = await second.next { _ in true }
    #expect(kept?.names.prefix(all.count) == all.names[...])
    let later = await second.next()
    #expect(later?.names == all.names + ["z.jpg"])
    demand.retry()
    let again = await second.next { $0.isComplete && $0.names.contains("m.jpg") }
    #expect(again?.count == all.count + 2 && again?.notices == [])
    withExtendedLifetime(server) {}
  }

  @Test(arguments: [RcloneServer.Manner.s3, .webdav])
  func `listing fails while the server is suspended or killed and works when it resumes`(
    manner: RcloneServer.Manner
  ) async throws {
    let (server, catalogs, client, root) = try await stage(
      manner, isRecursive: false, answering: .milliseconds(500))
    let photo = try #require(try await listing(catalogs, root).photos.first?.onWeb)
    let place = try WebAddress(asking: try #require(photo.renditions.first?.address))
    func load() async -> [UInt8]? {
      client.forgetFailures()
      return try? await client.load(HTTPRequest(place)).body.read()
    }
    func isListed() async throws -> Bool {
      let catalog = catalogs.catalog(
        ofFolder: ByteString(root + "2024/"), demand: CatalogDemand(.max))
      var followed = FollowedCatalog(catalog)
      let next = await followed.next { listing in
        listing.isComplete || listing.notices.contains(where: \.isFailure)
      }
      let listing = try #require(next)
      #expect(listing.photos.isEmpty == listing.notices.contains(where: \.isFailure))
      return !listing.photos.isEmpty
    }
    server.process.suspend()
    #expect(await load() == nil)
    #expect(try await !isListed())
    server.process.resume()
    await eventually { await load() == Array("bytes of b/a.jpg".utf8) }
    #expect(try await isListed())
    server.process.kill()
    #expect(try await !isListed())
  }

  @Test(arguments: [RcloneServer.Manner.s3, .webdav])
  func `with -r all photos are listed and no folders`(manner: RcloneServer.Manner) async throws {
    let (server, catalogs, _, root) = try await stage(manner, isRecursive: true)
    let all = try await listing(catalogs, root)
    #expect(all.photos.count == Self.files.count - 1)
    #expect(all.folders == [] && all.place == nil)
    withExtendedLifetime(server) {}
  }
}
