import Browser
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("Whole screens with hints", .timeLimit(.minutes(30)))
struct HintFrameTests {
  private func stage(columns: Int = 42, rows: Int = 8) -> BrowserStage {
    BrowserStage(["a.jpg", "b.jpg", "c.jpg"], columns: columns, rows: rows)
  }

  @Test func `the progress of a transfer is shown over a hint`() async {
    let stage = stage()
    stage.loader.hint(0)
    stage.loader.progress(1)
    stage.loader.hint(1)
    await stage.loader.settle()
    #expect(
      stage.text == """
        ╭aaaaaaaaaaaaaaaaaaa╮ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbb 43 % bbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        ╰aaaaaaaaaaaaaaaaaaa╯ bbbbbbbbbbbbbbbbbbb
                a.jpg                b.jpg
         1/3  a.jpg                   loading 0/2
        """)
  }

  @Test func `the server that a cell waits for is shown over a hint`() async {
    let stage = stage()
    stage.loader.hint(0)
    stage.loader.wait(0, for: "images.example.org")
    stage.loader.hint(1)
    stage.loader.wait(1, for: "a\u{1B}[2J")
    await stage.loader.settle()
    #expect(
      stage.text == """
        ╭aaaaaaaaaaaaaaaaaaa╮ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        │aaa waiting for aaa│  waiting for a�[2J
        │images.example.org │ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        ╰aaaaaaaaaaaaaaaaaaa╯ bbbbbbbbbbbbbbbbbbb
                a.jpg                b.jpg
         1/3  a.jpg                   loading 0/2
        """)
  }

  @Test func `the loaded tile replaces a hint and the progress over it`() async {
    let stage = stage()
    stage.loader.hint(0)
    stage.loader.progress(0)
    stage.loader.complete(0)
    await stage.loader.settle()
    #expect(
      stage.text == """
        ╭aaaaaaaaaaaaaaaaaaa╮ ╭─────────────────╮
        │aaaaaaaaaaaaaaaaaaa│ │                 │
        │aaaaaaaaaaaaaaaaaaa│ │                 │
        │aaaaaaaaaaaaaaaaaaa│ │                 │
        │aaaaaaaaaaaaaaaaaaa│ │                 │
        ╰aaaaaaaaaaaaaaaaaaa╯ ╰─────────────────╯
                a.jpg                b.jpg
         1/3  a.jpg  40x30  1.2 kB    loading 1/2
        """)
  }

  @Test func `a failure replaces a hint`() async {
    let stage = stage()
    stage.loader.hint(0)
    stage.loader.fail(0)
    await stage.loader.settle()
    #expect(!stage.text.contains("aaa") && stage.text.contains("not an image"))
  }

  @Test func `the progress over a hint has a background of its own`() async {
    let stage = stage()
    stage.loader.hint(1)
    stage.loader.progress(1)
    await stage.loader.settle()
    let canvas = stage.browser.frame().canvas
    let words = (28..<34).map { canvas[$0, 2] }
    #expect(words.map { String($0.scalar) }.joined() == " 43 % ")
    #expect(words.allSatisfy { $0.background == .standard && $0.foreground == .standard })
  }

  @Test func `a hint has neither a badge nor facts`() async {
    let stage = stage()
    stage.type("i")
    stage.loader.hint(0)
    await stage.loader.settle()
    #expect(stage.text.hasPrefix("╭aaaaaaaaaaaaaaaaaaa╮"))
    #expect(stage.statusLine == " 1/3  a.jpg")
  }
}
