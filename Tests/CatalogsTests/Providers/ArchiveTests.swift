import Base
import CatalogStage
import Catalogs
import HTTP
import Imaging
import Synchronization
import TestServer
import TestSupport
import Testing

@Suite("Archives as sources", .timeLimit(.minutes(30)))
struct ArchiveTests {
  /// An archive whose members are given, and their content is their name.
  private final class ScriptedArchive: ArchiveReading {
    let state: Mutex<(names: [String], version: UInt64, end: ArchiveEnd, error: CatalogError?)>

    init(_ names: [String], version: UInt64 = 5, end: ArchiveEnd = .whole) {
      state = Mutex((names, version, end, nil))
    }

    func members(
      ofArchive path: ByteString
    ) async throws(CatalogError) -> (members: [ArchiveMember], version: UInt64, end: ArchiveEnd) {
      let (names, version, end, error) = state.withLock { $0 }
      if let error { throw error }
      let members = names.enumerated().compactMap { index, name in
        ArchiveMember(index: index, name: Array(name.utf8), byteCount: 9, modified: 1_700_000_000)
      }
      return (members, version, end)
    }

    func content(
      ofMember index: Int, inArchive path: ByteString, version: UInt64
    ) async throws(CatalogError) -> [UInt8] {
      let (names, present, _, _) = state.withLock { $0 }
      guard version == present else { throw .provider("the archive has changed") }
      return Array("\(path) \(names[index])".utf8)
    }

    func heads(
      ofMembers indices: [Int], inArchive path: ByteString, version: UInt64
    ) async throws(CatalogError) -> [Int: [UInt8]] { [:] }
  }

  private let demand = CatalogDemand(0)

  private func catalog(
    _ archive: ScriptedArchive, _ address: String = "archive:///p/a.zip//"
  ) throws -> any PhotoCatalog {
    let stage = FeedStage { _, connection in connection.answer("404 Not Found") }
    return try ArchiveProvider(archive) { ByteString("/p") }.catalog(
      of: ByteString(address), isPaged: false, client: stage.client, demand: demand)
  }

  private func snapshot(
    of archive: ScriptedArchive, at address: String = "archive:///p/a.zip//"
  ) async throws -> CatalogSnapshot {
    for await snapshot in try catalog(archive, address).snapshots() { return snapshot }
    throw CancellationError()
  }

  @Test(
    arguments: [
      ("a.zip", "archive:///p/a.zip//"), ("d/../a.zip", "archive:///p/a.zip//"),
      ("/x/A.CBZ", "archive:///x/A.CBZ//"), ("d/a.zip//", "archive:///p/d/a.zip//"),
      ("a.zip/", nil), ("a.jpg", nil), ("Pictures//", nil), ("//", nil),
      ("https://a.org/a.zip", nil), ("", nil), ("/", nil),
    ] as [(String, String?)])
  func `a path with the name of an archive has its address`(path: String, address: String?) {
    let provider = ArchiveProvider(ScriptedArchive([])) { ByteString("/p") }
    #expect(provider.address(of: ByteString(path)) == address.map { ByteString($0) })
  }

  @Test func `a folder with the name of an archive is a folder`() {
    let folder = TemporaryFolder()
    folder.folder("2024.zip")
    let provider = ArchiveProvider(ScriptedArchive([])) { folder.argument }
    #expect(provider.address(of: ByteString("2024.zip")) == nil)
    #expect(provider.address(of: folder.entry("2024.zip")) == nil)
  }

  @Test(arguments: [
    ("archive:///p/a.zip//", "/p/", "a.zip"),
    ("archive:///p/a.zip//d/", "archive:///p/a.zip//", "d"),
    ("archive:///p/a.zip//d/e/", "archive:///p/a.zip//d/", "e"), ("p/a.zip//", "p/", "a.zip"),
    ("archive:///a.zip//", "/", "a.zip"),
  ])
  func `above an archive is its folder`(folder: String, parent: String, name: String) {
    let above = ByteString(folder).parentFolder
    #expect(above?.path == ByteString(parent) && above?.name == ByteString(name))
  }

  @Test(arguments: [
    "archive://p/a.zip//", "archive:////", "archive:///p/a.zip/", "s3://b/a.zip//", "/p/a.zip//",
  ])
  func `other addresses name no archive`(address: String) {
    #expect(ArchiveAddress(ByteString(address)) == nil)
  }

  @Test func `its folders are listed one by one, without hidden files`() async throws {
    let archive = ScriptedArchive(["b.jpg", "d/c.jpg", "d/e/f.jpg", ".x.jpg", "__/.y.jpg", "a.jpg"])
    let top = try await snapshot(of: archive)
    #expect(top.photos.map(\.name) == ["b.jpg", "a.jpg"].map { ByteString($0) })
    #expect(top.folders.map(\.name) == [ByteString("d")])
    #expect(top.isComplete && top.notices.isEmpty)
    let inner = try await snapshot(of: archive, at: top.folders[0].path.lossyText)
    #expect(inner.photos.map(\.name) == [ByteString("c.jpg")])
    #expect(inner.folders.map(\.path) == [ByteString("archive:///p/a.zip//d/e/")])
    #expect(inner.place == ByteString("archive:///p/a.zip//d/"))
  }

  @Test func `an archive without photos of its own says how many folders it has`() async throws {
    let archive = ScriptedArchive(["d/c.jpg", "e/f.jpg"])
    let folder = EmptyFolder(path: ByteString("/p/a.zip"), subfolderCount: 2)
    #expect(try await snapshot(of: archive).emptyFolders == [folder])
    #expect(try await snapshot(of: ScriptedArchive(["c.jpg"])).emptyFolders.isEmpty)
  }

  @Test func `with subfolders its photos are one list`() async throws {
    let archive = ScriptedArchive(["b.jpg", "d/c.jpg", "d/e/f.jpg", ".x.jpg", "d/._c.jpg"])
    let stage = FeedStage { _, connection in connection.answer("404 Not Found") }
    let catalog = try ArchiveProvider(archive, isRecursive: true) { ByteString("/p") }.catalog(
      of: ByteString("archive:///p/a.zip//"), isPaged: false, client: stage.client, demand: demand)
    for await snapshot in catalog.snapshots() {
      #expect(snapshot.photos.map(\.name) == ["b.jpg", "c.jpg", "f.jpg"].map { ByteString($0) })
      #expect(snapshot.folders.isEmpty)
      return
    }
  }

  @Test(arguments: [
    (["a.jpg"], ArchiveEnd.damaged, false), ([], .notAnArchive, true), ([], .noLibrary, true),
  ])
  func `how the reading ended is told beside what was found`(
    names: [String], end: ArchiveEnd, isFailure: Bool
  ) async throws {
    let snapshot = try await snapshot(of: ScriptedArchive(names, end: end))
    #expect(snapshot.photos.count == names.count)
    #expect(snapshot.notices.map(\.problem) == ["\(end)"])
    #expect(snapshot.notices.map(\.isFailure) == [isFailure])
  }

  @Test func `entries keep their ids when an unchanged archive is read again`() async throws {
    let archive = ScriptedArchive(["a.jpg", "d/b.jpg"])
    var ids: [[PhotoID]] = []
    for await snapshot in try catalog(archive).snapshots() {
      ids.append(snapshot.entries.map(\.id) + snapshot.folders.map(\.id))
      if ids.count == 2 { break }
      demand.retry()
    }
    #expect(ids[0] == ids[1] && ids[0].count == 2)
  }

  @Test func `members are loaded through the HTTP client, not after a change of the archive`()
    async throws
  {
    let archive = ScriptedArchive(["a.jpg", "ä ?#%.jpg"])
    let photos = try await snapshot(of: archive, at: "archive:///p/ä b%20.zip//").photos
    let origin = ArchiveOrigin(archive)
    let addresses = try photos.map {
      try WebAddress(try #require($0.onWeb?.largestRendition).address.requestText)
    }
    #expect(addresses.allSatisfy { $0.origin.host == origin.host })
    let contents = try await [origin.content(at: addresses[0]), origin.content(at: addresses[1])]
    #expect(
      contents.map { String(decoding: $0.bytes, as: UTF8.self) }
        == ["/p/ä b%20.zip a.jpg", "/p/ä b%20.zip ä ?#%.jpg"])
    #expect(contents.map(\.entityTag) == photos.compactMap { $0.onWeb?.file?.entityTag })
    archive.state.withLock { $0.version = 6 }
    await #expect(throws: NetworkError.local("the archive has changed")) {
      try await origin.content(at: addresses[0])
    }
  }

  @Test(arguments: ["", "5", "5/0", "5/x/p/a.zip", "z/0/p/a.zip", "5/-1/p/a.zip"])
  func `an address that names no member is refused`(path: String) async throws {
    let address = try WebAddress("http://\(ArchiveOrigin.host)/\(path)")
    await #expect(throws: NetworkError.badAddress) {
      try await ArchiveOrigin(ScriptedArchive(["a.jpg"])).content(at: address)
    }
  }
}
