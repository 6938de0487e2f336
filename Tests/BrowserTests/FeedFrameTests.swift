import Base
import Browser
import Catalogs
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

@MainActor
@Suite("Whole screens of feeds", .timeLimit(.minutes(30)))
struct FeedFrameTests {
  private static let feed = """
    [{"date":"2024-02-20","title":"Film of \\u001b[31ma Star","media_type":"video",
      "explanation":"One two three four five six seven eight nine ten eleven twelve."},
     {"date":"2024-02-19","title":"m","copyright":"A. Nonymous","media_type":"image",
      "url":"http://h.example/m.jpg",
      "explanation":"One two three four five six seven eight nine ten eleven twelve."},
     {"date":"2024-02-18","title":"v","media_type":"video",
      "thumbnail_url":"http://h.example/v.jpg"}]
    """

  private func stage(columns: Int, rows: Int) -> BrowserStage {
    let stage = BrowserStage([], columns: columns, rows: rows)
    stage.grid.show(CatalogSnapshot(photos: [Photo](feed: Self.feed)))
    return stage
  }

  @Test func `a video is a card that loads nothing, or its thumbnail with a play sign`() async {
    let stage = stage(columns: 42, rows: 16)
    await stage.settle()
    #expect(
      stage.text == """
        ╭                   ╮ mmmmmmmmmmmmmmmmmmm
        │                   │ mmmmmmmmmmmmmmmmmmm
        │       video       │ mmmmmmmmmmmmmmmmmmm
        │Film of �[31ma Star│ mmmmmmmmmmmmmmmmmmm
        │                   │ mmmmmmmmmmmmmmmmmmm
        ╰                   ╯ mmmmmmmmmmmmmmmmmmm
         Film of �[31ma S… ▶           m

         vvvvvvvvvvvvvvvvvvv
         vvvvvvvvvvvvvvvvvvv
         vvvvvvvvvvvvvvvvvvv
         vvvvvvvvvvvvvvvvvvv
         vvvvvvvvvvvvvvvvvvv
         vvvvvvvvvvvvvvvvvvv
                 v ▶
         1/3  Film of �[31ma Star
        """)
    #expect(stage.loader.requests.allSatisfy { $0.photo.name.lossyText.first != "F" })
  }

  @Test func `in the viewer text below the image takes a third of the height at most`() async {
    let stage = stage(columns: 22, rows: 13)
    stage.type("l<Enter>")
    await stage.settle()
    #expect(
      stage.text == """
        mmmmmmmmmmmmmmmmmmmmmm
        mmmmmmmmmmmmmmmmmmmmmm
        mmmmmmmmmmmmmmmmmmmmmm
        mmmmmmmmmmmmmmmmmmmmmm
        mmmmmmmmmmmmmmmmmmmmmm
        mmmmmmmmmmmmmmmmmmmmmm
        mmmmmmmmmmmmmmmmmmmmmm
        mmmmmmmmmmmmmmmmmmmmmm
         m
         A. Nonymous –
         2024-02-19
         One two three four …
         2/3  m – A. Nonymous
        """)
  }

  @Test func `in the viewer the card of a video leaves most of the height to its text`() async {
    let stage = stage(columns: 22, rows: 13)
    stage.type("<Enter>")
    await stage.settle()
    #expect(
      stage.text == """


                video



         Film of \u{FFFD}[31ma Star
         2024-02-20
         One two three four
         five six seven eight
         nine ten eleven
         twelve.
         1/3  Film of…ma Star
        """)
    #expect(stage.loader.requests.allSatisfy { $0.photo.name.lossyText.first != "F" })
  }

  @Test func `the number of photos has a plus if there are more to come`() {
    let stage = BrowserStage(["a.jpg"], columns: 60, rows: 8)
    let entries = Array(stage.grid.arrangement.photos)
    stage.grid.show(CatalogSnapshot(entries: entries, hasMore: true))
    #expect(stage.statusLine == " 1/1+  a.jpg")
  }

  @Test func `a known total count replaces the number of photos so far`() {
    let stage = BrowserStage(["a.jpg"], columns: 60, rows: 8)
    var snapshot = CatalogSnapshot(
      entries: Array(stage.grid.arrangement.photos), hasMore: true)
    snapshot.totalCount = 41_233
    stage.grid.show(snapshot)
    #expect(stage.statusLine == " 1/41233  a.jpg")
    snapshot.totalCount = 0
    stage.grid.show(snapshot)
    #expect(stage.statusLine == " 1/1+  a.jpg")
  }

  @Test func `a notice and the number of further ones are shown until the next key`() {
    let stage = BrowserStage(["a.jpg"], columns: 60, rows: 8)
    let notices = ["b", "c"].map { CatalogNotice(source: $0, problem: "no", isFailure: true) }
    stage.grid.show(
      CatalogSnapshot(entries: Array(stage.grid.arrangement.photos), notices: notices))
    #expect(stage.statusLine == " 1/1  ! b: no (and 1 more)")
    stage.type("l")
    #expect(stage.statusLine == " 1/1  a.jpg")
    let third = CatalogNotice(source: "d\u{1B}", problem: "no", isFailure: false)
    stage.grid.show(
      CatalogSnapshot(entries: Array(stage.grid.arrangement.photos), notices: notices + [third]))
    #expect(stage.statusLine == " 1/1  ! d\u{FFFD}: no")
  }

  @Test func `without photos notices are shown in the middle`() {
    let stage = BrowserStage([], columns: 40, rows: 8)
    let notice = CatalogNotice(
      source: "https://host.example/feed", problem: "a web page, not a feed", isFailure: true)
    stage.grid.show(CatalogSnapshot(notices: [notice]))
    #expect(
      stage.text == """


            https://host.example/feed: a web
                    page, not a feed



         no photos   Enter open  ? keys  q quit
        """)
  }
}
