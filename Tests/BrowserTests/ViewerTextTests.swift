import Browser
import Catalogs
import Imaging
import Photos
import TestSupport
import Testing

@MainActor
@Suite("The viewer without text", .timeLimit(.minutes(30)))
struct ViewerTextTests {
  private func stage(_ keys: KeyScript, photos: [Photo]? = nil) async -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 30, rows: 6)
    if let photos { stage.grid.show(CatalogSnapshot(photos: photos)) }
    await stage.settle()
    stage.type(keys)
    await stage.settle()
    stage.browser.show()
    return stage
  }

  /// A screen filled with a photo's letter.
  private func screen(of letter: String, rows: Int = 6) -> String {
    Array(repeating: String(repeating: letter, count: 30), count: rows).joined(separator: "\n")
  }

  @Test func `b gives the photo the whole screen, and b again restores the status line`() async {
    let stage = await stage("<Enter>b")
    #expect(stage.text == screen(of: "a"))
    stage.type("b")
    await stage.settle()
    #expect(stage.text == screen(of: "a", rows: 5) + "\n 1/2  a.jpg  40x30  1.2 kB")
  }

  @Test(arguments: ["<Enter>ib", "<Enter>b<Enter><Enter>"] as [KeyScript])
  func `badges are hidden, and text stays hidden in the next opened photo`(keys: KeyScript) async {
    #expect(await stage(keys).text == screen(of: "a"))
  }

  @Test func `compared photos have no names`() async {
    let stage = await stage("<Enter><Tab>b")
    let line = String(repeating: "a", count: 14) + " " + String(repeating: "b", count: 14)
    #expect(stage.text == Array(repeating: line, count: 6).joined(separator: "\n"))
  }

  @Test func `a zoomed photo has no navigator`() async {
    let stage = BrowserStage(["a.jpg"], columns: 80, rows: 24)
    stage.type("<Enter>")
    await stage.settle()
    stage.type("=8+")
    await stage.settle()
    #expect(stage.text.contains("╭"))
    stage.type("b")
    await stage.settle()
    #expect(!stage.text.contains("╭") && !stage.text.contains("1/1"))
  }

  @Test func `the text of a feed and the sign of a video are hidden`() async {
    let feed = """
      [{"date":"2024-02-18","title":"v","media_type":"video", "explanation":"One two three",
        "thumbnail_url":"http://h.example/v.jpg"}]
      """
    #expect(await stage("<Enter>b", photos: [Photo](feed: feed)).text == screen(of: "v"))
  }

  @Test(
    arguments: [
      ("@", " 1/2  ! @ does"), ("5", " 1/2  a.jpg"), ("c", " 1/2  ✓ 0 images"),
    ] as [(KeyScript, String)])
  func `messages and a typed count are still shown in the last line`(
    keys: KeyScript, line: String
  ) async {
    let stage = await stage("<Enter>b")
    stage.type(keys)
    let last = stage.text.split(separator: "\n").last.map(String.init) ?? ""
    #expect(last.hasPrefix(line))
  }

  @Test func `a load error is still shown, and other layers have their status line`() async {
    let stage = BrowserStage(["a.jpg"], columns: 30, rows: 6)
    stage.type("<Enter>b")
    let number = stage.loader.requests.count - 1
    stage.loader.fail(number)
    await stage.loader.settle()
    #expect(stage.text.contains("not an image") && !stage.text.contains("1/1"))
    stage.type("?")
    #expect(stage.text.contains("1/1"))
  }
}
