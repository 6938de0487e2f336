import Base
import CatalogStage
import Catalogs
import HTTP
import TestServer
import TestSupport
import Testing

@Suite(
  "Folders on a real Apache", .integration, .timeLimit(.minutes(30)),
  .enabled(if: ApacheServer.exists, "apache2-bin is installed"))
struct ApacheTests {
  private static let names = [
    "IMG_9.jpg", "IMG_10.jpg", "\u{FC} (1)+%41 #?&amp;.jpg", "q'\"<>.png",
  ]

  @Test func `photos with unusual names are listed, loaded and cached by version`()
    async throws
  {
    let files = Self.names.map { ($0, Array("bytes of \($0)".utf8)) }
    let server = ApacheServer(
      files + [("in", nil), ("in/deep.jpg", [1, 2, 3]), ("notes.txt", [1]), ("empty.jpg", [])])
    let provider = WebDAVProvider.all(isRecursive: true) { _ in nil }[0]
    let address = ByteString("webdav://me:s3cret@127.0.0.1:\(server.port)")
    let folder = TemporaryFolder()
    let access = try provider.access(for: address)
    let client = HTTPClient(
      configuration: HTTPConfiguration(
        access: access, proxies: ProxyVariables { _ in nil },
        trust: TLSOptions { _ in nil }),
      cache: ResponseCache(folder: folder.name("cache")))
    let catalog = try provider.catalog(
      of: address, isPaged: false, client: client, demand: CatalogDemand(.max))
    let snapshot = try #require(await FollowedCatalog.whole(catalog))
    #expect(snapshot.notices == [])
    #expect(snapshot.skipped.faulty == 0)
    #expect(snapshot.photos.count == Self.names.count + 1)
    for photo in snapshot.photos {
      let found = try #require(photo.onWeb)
      guard case .version(let tag) = found.lifetime else {
        Issue.record("no version of \(found)")
        continue
      }
      let place = try WebAddress(asking: try #require(found.renditions.first?.address))
      var request = HTTPRequest(place, entityTag: tag)
      let bytes = try await client.load(request).body.read()
      let name = photo.name.lossyText
      #expect(
        bytes == [1, 2, 3] && name == "deep.jpg"
          || String(decoding: bytes, as: UTF8.self).hasSuffix(name.replacing("%25", with: "%")))
      #expect(found.byteCount == bytes.count)
      #expect(try await client.load(request).origin == .memory)
      request.range = 0..<2
      #expect(try await client.load(request).body.read().count == 2)
    }
  }

  /// What disrupts a server in the middle of a transfer.
  enum Disruption: CaseIterable {
    case suspended, killed, changed
  }

  @Test(arguments: Disruption.allCases)
  func `a photo is loaded whole and of one version despite a disrupted server`(
    disruption: Disruption
  ) async throws {
    // More than the sockets' buffers have room for: what is not read stays with the server.
    let block = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4) }
    let photo = (0..<24).flatMap { _ in block }
    let other = (0..<20).flatMap { _ in block.map(~) }
    var server = ApacheServer([("a.jpg", photo)])
    let provider = WebDAVProvider.all(isRecursive: false) { _ in nil }[0]
    let access = try provider.access(
      for: ByteString("webdav://me:s3cret@127.0.0.1:\(server.port)"))
    let folder = TemporaryFolder()
    let patience = Duration.seconds(1)
    let client = HTTPClient(
      configuration: HTTPConfiguration(
        timeouts: HTTPTimeouts(
          connecting: patience, answering: .seconds(20), stalling: patience, whole: .seconds(60)),
        access: access, proxies: ProxyVariables { _ in nil }, trust: TLSOptions { _ in nil }),
      cache: ResponseCache(folder: folder.name("cache")))
    let place = try WebAddress("http://127.0.0.1:\(server.port)/a.jpg")
    let (received, awaited) = (Recorder<Int>(), Recorder<String>())
    let (process, middle) = (server.process, Recorder<Void>())
    async let loaded = client.load(HTTPRequest(place)) { progress in
      if let host = progress.awaitedHost {
        awaited.add(host)
      } else {
        received.add(progress.received)
        guard progress.received > 500_000, middle.all.isEmpty else { return }
        process.suspend()
        middle.add(())
      }
    }
    await middle.contains(count: 1)
    switch disruption {
    case .suspended:
      // The transfer has been given up, and another one gets no response either.
      await awaited.contains(count: 1)
      server.process.resume()
    case .killed:
      server.restart()
    case .changed:
      server.process.kill()
      server.replace("a.jpg", by: other)
      server.restart()
    }
    let bytes = try await loaded.body.read()
    #expect(bytes == (disruption == .changed ? other : photo))
    // Of the same version nothing is transferred twice.
    let steps = received.all
    #expect((steps == steps.sorted()) == (disruption != .changed))
  }

  @Test func `without a login the notice explains how to give one`() async throws {
    let server = ApacheServer([("a.jpg", [1])])
    let provider = WebDAVProvider.all(isRecursive: false) { _ in nil }[0]
    let stage = FeedStage { _, connection in connection.answer("404 Not Found") }
    let catalog = try provider.catalog(
      of: ByteString("webdav://127.0.0.1:\(server.port)/"), isPaged: false, client: stage.client,
      demand: stage.demand)
    let notice = await FollowedCatalog.whole(catalog)?.notices.first
    #expect(notice?.problem.contains("login needed (401)") == true)
    #expect(notice?.problem.contains("WEBDAV_PASSWORD") == true)
  }
}
