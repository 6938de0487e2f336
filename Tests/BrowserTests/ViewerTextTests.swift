import Browser
import Catalogs
import Imaging
import Photos
import TestSupport
import Testing

@MainActor
@Suite("A photo without text", .timeLimit(.minutes(10)))
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

  /// A screen of a photo's letter.
  private func screen(of letter: String, rows: Int = 6) -> String {
    Array(repeating: String(repeating: letter, count: 30), count: rows).joined(separator: "\n")
  }

  @Test func `the picture has the whole screen, and gives the last line back`() async {
    let stage = await stage("<Enter>b")
    #expect(stage.text == screen(of: "a"))
    stage.type("b")
    await stage.settle()
    #expect(stage.text == screen(of: "a", rows: 5) + "\n 1/2  a.jpg  40x30  1.2 kB")
  }

  @Test(arguments: ["<Enter>ib", "<Enter>b<Enter><Enter>"] as [KeyScript])
  func `no badge is seen, and none the next time that a photo is opened`(keys: KeyScript) async {
    #expect(await stage(keys).text == screen(of: "a"))
  }

  @Test func `photos side by side have no names`() async {
    let stage = await stage("<Enter><Tab>b")
    let line = String(repeating: "a", count: 14) + " " + String(repeating: "b", count: 15)
    #expect(stage.text == Array(repeating: line, count: 6).joined(separator: "\n"))
  }

  @Test func `no frame stands for the whole of a photo close up`() async {
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

  @Test func `neither words of a feed nor the mark of a video`() async {
    let feed = """
      [{"date":"2024-02-18","title":"v","media_type":"video", "explanation":"One two three",
        "thumbnail_url":"http://h.example/v.jpg"}]
      """
    #expect(await stage("<Enter>b", photos: [Photo](feed: feed)).text == screen(of: "v"))
  }

  @Test(
    arguments: [
      ("@", " 1/2  @ does"), ("5", " 1/2  a.jpg"), ("c", " 1/2  0 images"),
    ] as [(KeyScript, String)])
  func `what somebody must know is said, for as long as it is to be read`(
    keys: KeyScript, line: String
  ) async {
    let stage = await stage("<Enter>b")
    stage.type(keys)
    let last = stage.text.split(separator: "\n").last.map(String.init) ?? ""
    #expect(last.hasPrefix(line))
  }

  @Test func `why there is no picture is said, and other layers have their line`() async {
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
