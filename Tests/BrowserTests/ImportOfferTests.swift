import Base
import FileActions
import ImagePipeline
import Photos
import Storage
import TestSupport
import Testing

@testable import Browser

/// The grid of an import: what it says that would be copied, and what is confirmed.
@MainActor
struct ImportOfferTests {
  private let home = TemporaryFolder()

  /// Three photos of 1, 2 and 4 MB; the second is a pair.
  private func stage(filter: String = "", asks: Bool = true) -> (BrowserStage, ImportOffer) {
    let names = ["a.jpg", "b.jpg", "c.jpg"].map(home.name)
    let groups = zip(names, [1, 2, 4]).map { name, size in
      ImportOffer.Group(
        photos: [ByteString(name)] + (size == 2 ? [ByteString(home.name("b.cr2"))] : []),
        photoCount: size == 2 ? 2 : 1, byteCount: size * 1_000_000)
    }
    for name in ["a.jpg", "b.jpg", "c.jpg"] { home.file(name) }
    let stage = BrowserStage(
      names, columns: 100, rows: 5,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))),
      facts: FileFactsReader())
    let offer = ImportOffer(
      groups, filter: Filter(filter), title: "card", destination: "~/Pictures", asks: asks)
    stage.grid.show(only: offer.filter)
    stage.layer?.offer = offer
    return (stage, offer)
  }

  @Test func `photos that the filter hides are not imported, unless they are marked`() async {
    let (stage, offer) = stage(filter: "name:a|name:c", asks: false)
    await stage.arrange("")
    #expect(stage.statusLine.contains("import 2 photos, 5.0 MB"))
    await stage.arrange("<Esc>")
    #expect(stage.statusLine.contains("import 4 photos, 7.0 MB"))
    await stage.arrange("lm:filter a<Enter>")
    #expect(stage.statusLine.contains("import 2 photos, 2.0 MB"))
    await stage.arrange("<C-g>")
    stage.type("I")
    #expect(!stage.browser.isRunning && names(offer) == ["a.jpg"])
  }

  @Test func `nothing is imported without an offer, or of photos that are all rejected`() async {
    let (stage, offer) = stage()
    await stage.arrange("<C-a>;xI")
    #expect(stage.browser.isRunning && offer.confirmed == nil)
    #expect(stage.statusLine.contains("Nothing to import"))
    await stage.finishActions()
    let usual = BrowserStage(["a.jpg"], columns: 100, rows: 5)
    usual.type("I")
    #expect(usual.browser.isRunning && usual.statusLine.contains("I does nothing here"))
  }

  @Test func `photos are not renamed before an import, which names them`() async {
    let (stage, _) = stage()
    for keys: KeyScript in ["R", ":rename b<Enter>", ":rename x-{name}<Enter>"] {
      await stage.arrange(keys)
      #expect(stage.statusLine.contains("The import names photos"))
    }
  }

  @Test func `moves and scrolling count nothing anew`() async {
    let (stage, _) = stage()
    await stage.arrange("")
    let version = stage.grid.choiceVersion
    stage.type("lljkhG")
    #expect(stage.grid.choiceVersion == version)
    stage.type("m")
    #expect(stage.grid.choiceVersion != version)
  }

  private func names(_ offer: ImportOffer) -> [String]? {
    offer.confirmed.map { $0.map(\.lastName.lossyText).sorted() }
  }

  @Test(arguments: [
    ("", "import 4 photos, 7.0 MB, to ~/Pictures"), (";x", "import 3 photos, 6.0 MB"),
    ("l;x", "import 2 photos, 5.0 MB"), (";x;U", "import 4 photos, 7.0 MB"),
    ("lm", "import 2 photos, 2.0 MB"), ("lmm", "import 4 photos, 7.0 MB"),
    ("<C-a>*", "import 4 photos, 7.0 MB"), ("m;x", "import nothing"), ("<C-a>;x", "import nothing"),
  ])
  func `what is rejected or marked changes the count`(keys: String, words: String) async {
    let (stage, offer) = stage()
    await stage.arrange(KeyScript(stringLiteral: keys))
    #expect(stage.statusLine.contains(words))
    #expect(offer.confirmed == nil)
    await stage.finishActions()
  }

  @Test func `the question names photos, bytes and folder, and y ends with those photos`() async {
    let (stage, offer) = stage()
    await stage.arrange("l;x")
    stage.type("I")
    #expect(stage.text.contains("Import 2 photos, 5.0 MB, to ~/Pictures? y/n:"))
    stage.type("n<Enter>")
    #expect(stage.browser.isRunning && stage.statusLine.contains("Cancelled"))
    stage.type("I<Esc>")
    #expect(stage.browser.isRunning && offer.confirmed == nil)
    stage.type("Iy<Enter>")
    #expect(!stage.browser.isRunning)
    #expect(names(offer) == ["a.jpg", "c.jpg"])
    await stage.finishActions()
  }
}
