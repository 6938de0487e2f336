import Base
import Catalogs
import TestSupport
import Testing

@Suite(.integration, .timeLimit(.minutes(30)))
struct FolderCatalogTests {
  private let folder = TemporaryFolder()

  @Test func `a folder's photos are in natural order and nothing else is listed`() async {
    for name in ["b10.jpg", "b9.JPG", "A.png", ".hidden.jpg", "notes.txt", "README", "c.jpeg"] {
      folder.file(name)
    }
    folder.folder("d.jpg")
    let snapshot = await last(of: FolderCatalog(arguments: [folder.argument], isRecursive: false))
    #expect(
      snapshot?.photos.map(\.path)
        == ["A.png", "b9.JPG", "b10.jpg", "c.jpeg"].map { folder.entry($0) })
    #expect(snapshot?.skipped.count == 0)
    #expect(snapshot?.isComplete == true)
  }

  @Test func `videos are listed in their place where they can be decoded`() async {
    for name in ["a.jpg", "b.mp4", "c.MKV", "d.m2ts", "e.mp3", "f.png"] { folder.file(name) }
    let snapshot = await last(of: FolderCatalog(arguments: [folder.argument], isRecursive: false))
    let videos = VideoLibraries.areInstalled ? ["b.mp4", "c.MKV", "d.m2ts"] : []
    #expect(
      snapshot?.photos.map(\.path) == (["a.jpg"] + videos + ["f.png"]).map { folder.entry($0) })
  }

  @Test func `arguments keep their order and may be repeated`() async {
    folder.folder("f")
    for name in ["f/2.jpg", "f/10.jpg", "z.unknown", "a.jpg"] { folder.file(name) }
    let names = ["z.unknown", "f", "a.jpg", "f", "a.jpg"]
    let arguments = names.map { folder.entry($0) }
    let snapshot = await last(of: FolderCatalog(arguments: arguments, isRecursive: false))
    let expected = [
      "z.unknown", "f/2.jpg", "f/10.jpg", "a.jpg", "f/2.jpg", "f/10.jpg", "a.jpg",
    ]
    #expect(snapshot?.photos.map(\.path) == expected.map { folder.entry($0) })
    #expect(Set(snapshot?.entries.map(\.id) ?? []).count == expected.count)
  }

  @Test func `a catalog without arguments is empty`() async {
    let snapshot = await last(of: FolderCatalog(arguments: [], isRecursive: false))
    #expect(snapshot?.photos.isEmpty == true)
    #expect(snapshot?.isComplete == true)
  }

  @Test func `unreadable arguments give notices in argument order`() async {
    folder.fifo("pipe.jpg")
    folder.link("nowhere.jpg", to: "gone")
    let arguments = ["pipe.jpg", "nowhere.jpg", "missing.jpg"].map { folder.entry($0) }
    let snapshot = await last(of: FolderCatalog(arguments: arguments, isRecursive: false))
    #expect(snapshot?.photos.isEmpty == true && snapshot?.skipped.count == 0)
    #expect(
      snapshot?.notices
        == zip(arguments, [CatalogError.special, .brokenLink, .notFound]).map { path, error in
          CatalogNotice(source: "\(path)", problem: "\(error)", isFailure: true)
        })
  }

  @Test func `problems are found before anything is read`() {
    folder.fifo("pipe")
    folder.file("a.jpg")
    folder.link("nowhere", to: "gone")
    folder.link("round", to: "round")
    let names = ["a.jpg", "pipe", ".", "nowhere", "round", "missing", "a.jpg/b"]
    let problems = FolderCatalog.problems(in: names.map { folder.entry($0) } + [ByteString("")])
    #expect(
      problems == [
        ArgumentProblem(argument: folder.entry("pipe"), error: .special),
        ArgumentProblem(argument: folder.entry("nowhere"), error: .brokenLink),
        ArgumentProblem(argument: folder.entry("round"), error: .linkLoop),
        ArgumentProblem(argument: folder.entry("missing"), error: .notFound),
        ArgumentProblem(argument: folder.entry("a.jpg/b"), error: .notFound),
        ArgumentProblem(argument: ByteString(""), error: .notFound),
      ])
  }

  @Test func `an argument with a zero byte is not found`() {
    folder.file("a")
    let argument = ByteString(folder.entry("a").bytes + [0, 0x62])
    #expect(
      FolderCatalog.problems(in: [argument])
        == [ArgumentProblem(argument: argument, error: .notFound)])
  }

  @Test func `a catalog can be read again`() async {
    let catalog = FolderCatalog(arguments: [folder.argument], isRecursive: false)
    folder.file("a.jpg")
    #expect(await last(of: catalog)?.photos.count == 1)
    folder.file("b.jpg")
    #expect(await last(of: catalog)?.photos.count == 2)
  }

  @Test func `all of five thousand photos are listed`() async {
    for number in 0..<5_000 { folder.file("IMG_\(number).jpg") }
    let snapshot = await last(of: FolderCatalog(arguments: [folder.argument], isRecursive: false))
    #expect(
      snapshot?.photos.map(\.path) == (0..<5_000).map { folder.entry("IMG_\($0).jpg") })
  }

  private func last(of catalog: some PhotoCatalog) async -> CatalogSnapshot? {
    var last: CatalogSnapshot?
    for await snapshot in catalog.snapshots() {
      last = snapshot
    }
    return last
  }
}
