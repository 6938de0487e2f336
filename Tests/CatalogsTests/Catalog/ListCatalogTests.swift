import Base
import CatalogStage
import Glibc
import TestSupport
import Testing

@testable import Catalogs

@Suite("Lists as catalogs", .integration, .timeLimit(.minutes(30)))
struct ListCatalogTests {
  private let folder = TemporaryFolder()

  private func list(_ text: String, _ separator: ListSeparator = .lineEnd) -> ListCatalog {
    ListCatalog(
      .file(ByteString(folder.write(Array(text.utf8), as: "list"))), separator: separator)
  }

  @Test(arguments: [
    ("a.jpg\nb c.png\r\n/d/e.jpg\nhttps://h.example/f.jpg?1", ListSeparator.lineEnd),
    ("a.jpg\0b c.png\0/d/e.jpg\0https://h.example/f.jpg?1\0", .zero),
  ])
  func `paths and addresses are in list order`(
    text: String, separator: ListSeparator
  ) async throws {
    let snapshot = await FollowedCatalog.whole(list(text, separator))
    #expect(snapshot?.names == ["a.jpg", "b c.png", "e.jpg", "f.jpg"])
    #expect(
      snapshot?.photos.prefix(3).map { $0.path?.lossyText } == ["a.jpg", "b c.png", "/d/e.jpg"])
    let onWeb = try #require(snapshot?.photos.last?.onWeb)
    #expect("\(onWeb)" == "https://h.example/f.jpg?1")
    #expect(onWeb.mayReachPrivateNetworks)
    #expect(snapshot?.skipped.count == 0)
  }

  @Test func `a repeated path is two entries`() async {
    let snapshot = await FollowedCatalog.whole(list("a.jpg\na.jpg\n"))
    #expect(snapshot?.names == ["a.jpg", "a.jpg"])
    #expect(Set(snapshot?.entries.map(\.id) ?? []).count == 2)
  }

  @Test func `names are bytes and listed paths are not checked`() async {
    folder.folder("sub")
    let path = folder.write([0x66, 0xFF, 0x0A] + Array(folder.name("sub").utf8), as: "list")
    let snapshot = await FollowedCatalog.whole(
      ListCatalog(.file(ByteString(path)), separator: .lineEnd))
    #expect(snapshot?.photos.map(\.path) == [ByteString([0x66, 0xFF]), folder.entry("sub")])
  }

  @Test func `invalid entries are counted; the first one gives a notice`() async {
    let snapshot = await FollowedCatalog.whole(list("a.jpg\nftp://h/b.jpg\nfile:///c\n"))
    #expect(snapshot?.names == ["a.jpg"])
    #expect(snapshot?.skipped.faulty == 2)
    #expect(
      snapshot?.notices == [
        CatalogNotice(
          source: folder.name("list"), problem: "entry 2: only http and https are supported",
          isFailure: false)
      ])
  }

  @Test(
    arguments: [
      ("a\nb\nc", .lineEnd, 3, 100, ["a", "b", "c"], nil),
      ("a\nb\nc\n", .lineEnd, 3, 6, ["a", "b", "c"], nil),
      ("a\nb\nc\nd", .lineEnd, 3, 100, ["a", "b", "c"], "3 entries"),
      ("a\nb\nc\nd\n", .lineEnd, 3, 100, ["a", "b", "c"], "3 entries"),
      ("a\0b\0c\0", .zero, 2, 100, ["a", "b"], "2 entries"),
      ("a\nftp://h/b\nc\n", .lineEnd, 2, 100, ["a"], "2 entries"),
      ("\n\n\n\n\n\n\n", .lineEnd, 3, 6, [], "6 bytes"),
      ("aaaaaaa", .lineEnd, 3, 6, [], "6 bytes"),
    ] as [(String, ListSeparator, Int, Int, [String], String?)])
  func `a list is read up to its limits of entries and bytes`(
    text: String, separator: ListSeparator, entries: Int, bytes: Int, names: [String],
    exceeded: String?
  ) {
    let path = folder.write(Array(text.utf8), as: "list")
    var reading = ListReading(
      source: "list", separator: separator,
      limits: ListReading.Limits(entries: entries, bytes: bytes), elapsed: { .zero })
    let receiver = RecordingReceiver()
    reading.run(.file(ByteString(path)), for: receiver)
    let last = receiver.snapshots.last
    #expect(last?.names == names && last?.isComplete == true)
    let problems = last?.notices.filter(\.isFailure).map(\.problem)
    #expect(
      problems == (exceeded.map { ["the list has more than \($0); the rest is not read"] } ?? []))
  }

  @Test(arguments: ["none", "."])
  func `an unreadable list gives a failure notice`(name: String) async {
    let snapshot = await FollowedCatalog.whole(
      ListCatalog(.file(folder.entry(name)), separator: .lineEnd))
    #expect(snapshot?.photos.isEmpty == true)
    #expect(snapshot?.notices.map(\.isFailure) == [true])
  }

  @Test func `the received part of a list is shown while the rest is pending`() async {
    folder.fifo("pipe")
    let path = folder.name("pipe")
    // Both ends, so that neither waits for the other.
    let writer = open(path, O_RDWR | O_CLOEXEC)
    var list = FollowedCatalog(
      ListCatalog(.file(ByteString(path)), separator: .lineEnd))
    #expect(write(writer, "a.jpg\nb.", 8) == 8)
    let first = await list.next { !$0.photos.isEmpty }
    #expect(first?.names == ["a.jpg"])
    #expect(first?.isComplete == false)
    #expect(write(writer, "jpg\nc.jpg\n", 10) == 10)
    #expect(await list.next { $0.photos.count == 3 }?.names == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(write(writer, "d.jpg", 5) == 5)
    close(writer)
    #expect(await list.next()?.names == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
  }

  @Test func `a list of 100,000 entries sends few snapshots`() async {
    let text = (0..<100_000).map { "/photos/IMG_\($0).jpg\n" }.joined()
    let path = folder.write(Array(text.utf8), as: "list")
    let receiver = RecordingReceiver()
    var reading = ListReading(source: "list", separator: .lineEnd, elapsed: { .zero })
    reading.run(.file(ByteString(path)), for: receiver)
    #expect(receiver.snapshots.last?.photos.count == 100_000)
    #expect(receiver.snapshots.first?.photos.isEmpty == false)
    #expect(receiver.snapshots.count < 20)
    #expect(receiver.snapshots.count(where: \.isComplete) == 1)
  }
}
