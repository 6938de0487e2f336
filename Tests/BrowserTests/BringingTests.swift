import Base
import Browser
import Catalogs
import FileActions
import Glibc
import ImagePipeline
import Photos
import TestSupport
import Testing

/// What `:copy` does with photos on servers, as the screen shows it.
@MainActor
@Suite("Copies of photos on servers", .timeLimit(.minutes(30)))
struct BringingTests {
  private let home = TemporaryFolder()

  private static let feed = """
    [{"title":"m","url":"http://h.example/m.jpg"}, {"title":"n","url":"http://h.example/n.jpg"}]
    """

  /// A browser over two photos on the web and a local one.
  private func stage(
    _ keys: KeyScript, picks: [String] = [], columns: Int = 90
  ) async -> BrowserStage {
    home.file("a.jpg")
    home.folder("picks")
    for name in picks { home.file("picks/\(name)") }
    let stage = BrowserStage(
      [], columns: columns, rows: 5, home: ByteString(home.path),
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))))
    stage.grid.show(
      CatalogSnapshot(
        photos: [Photo](feed: Self.feed) + [Photo(path: ByteString(home.name("a.jpg")))]))
    stage.type(keys)
    return stage
  }

  /// Completes the requests for originals, one after another.
  private func answer(
    _ stage: BrowserStage, _ answers: [Result<PhotoOriginal, ImageError.Cause>]
  ) async {
    for (number, answer) in answers.enumerated() {
      await stage.loader.originals.wasAsked(number + 1)
      stage.loader.originals.give(answer, to: number)
    }
    await stage.finishActions()
  }

  private func original(
    _ name: String, isAsListed: Bool = true
  ) -> Result<PhotoOriginal, ImageError.Cause> {
    .success(
      PhotoOriginal(
        name: ByteString(name), modified: 1_700_000_000, bytes: Array("the photo".utf8),
        isAsListed: isAsListed))
  }

  @Test func `a copy has the name, time and size of its original`() async {
    let stage = await stage(":copy ~/picks<Enter>")
    await answer(stage, [original("m.jpg")])
    #expect(stage.statusLine == " 1/3  ✓ m.jpg copied to ~/picks – u to undo")
    var status = stat()
    #expect(stat(home.name("picks/m.jpg"), &status) == 0)
    #expect(status.st_mtim.tv_sec == 1_700_000_000)
    #expect(status.st_size == 9)
  }

  @Test func `local and remote photos are copied, numbered on a clash, and undone as one`() async {
    let stage = await stage("mlmlm:copy ~/picks<Enter>", picks: ["m.jpg"])
    await answer(stage, [original("m.jpg"), original("n.jpg")])
    #expect(stage.statusLine.contains("3 photos copied to ~/picks, one as m_1.jpg – u to undo"))
    #expect(home.names(in: "picks") == ["a.jpg", "m.jpg", "m_1.jpg", "n.jpg"])
    stage.type("u")
    await stage.finishActions()
    #expect(stage.statusLine.contains("Copy of 3 photos moved to the trash (Ctrl-r redo)"))
    #expect(home.names(in: "picks") == ["m.jpg"])
  }

  @Test func `a photo that is in the folder already is not written again`() async {
    let stage = await stage("mlm:copy ~/picks<Enter>")
    await answer(stage, [original("m.jpg"), original("m.jpg")])
    #expect(
      stage.statusLine.contains(
        "m.jpg copied to ~/picks – u to undo; 1 photo is there already"))
    #expect(home.names(in: "picks") == ["m.jpg"])
  }

  @Test func `a failed download does not prevent the other copies`() async {
    let stage = await stage("v2l:copy ~/picks<Enter>", columns: 120)
    await answer(stage, [.failure(.remembered("HTTP 404")), original("n.jpg")])
    #expect(
      stage.statusLine.contains(
        "2 photos copied to ~/picks – u to undo; m could not be downloaded: HTTP 404"))
    #expect(home.names(in: "picks") == ["a.jpg", "n.jpg"])
  }

  @Test func `a photo replaced on the server since its listing is not copied`() async {
    let stage = await stage(":copy ~/picks<Enter>")
    await answer(stage, [original("m.jpg", isAsListed: false)])
    #expect(
      stage.statusLine == " 1/3  ✗ m was replaced on the server; reload the list first")
    #expect(home.names(in: "picks").isEmpty)
  }

  @Test func `Esc stops a copy and leaves no partial file`() async {
    let stage = await stage("mlmlm:copy ~/picks<Enter>")
    await stage.loader.originals.wasAsked(1)
    stage.type("<Esc>")
    await answer(stage, [.failure(.remembered("cancelled"))])
    #expect(stage.statusLine.contains("Stopped before m"))
    #expect(home.names(in: "picks") == ["a.jpg"])
    #expect(stage.loader.originals.questions.count == 1)
  }

  @Test func `:move refuses photos on the web`() async {
    let stage = await stage(":move ~/picks<Enter>")
    #expect(stage.statusLine.contains("Photos on the web can be copied, not moved: :copy"))
  }
}
