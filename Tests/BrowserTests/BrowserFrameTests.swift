import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

@MainActor
@Suite("Whole screens", .timeLimit(.minutes(30)))
struct BrowserFrameTests {
  private let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg", "g.jpg"]

  @Test func `a loading cell has a placeholder outline`() async {
    let stage = BrowserStage(names, columns: 42, rows: 8)
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
         1/7  a.jpg  40x30  1.2 kB    loading 1/2
        """)
  }

  @Test func `the calm theme fills placeholders instead of outlining them`() {
    let stage = BrowserStage(names, columns: 42, rows: 8, theme: .calm)
    let cell = stage.browser.frame().canvas[22, 2]
    #expect(cell.scalar == " " && cell.background == .palette(234))
    #expect(!stage.text.contains("╭─"))
  }

  private func stage(in folder: String, columns: Int, rows: Int) async -> BrowserStage {
    let stage = BrowserStage([], columns: columns, rows: rows, home: ByteString("/home/u"))
    let folders = stage.folders
    stage.grid.browse(
      folders.catalog(ByteString(folder)),
      opening: FolderOpening(workingFolder: ByteString("/"), catalog: folders.catalog))
    await settleMainActor { folders.paths.count == 1 }
    folders.list(names, folders: [], in: 0)
    await stage.wait { stage.grid.arrangement.count == 7 }
    return stage
  }

  @Test(
    arguments: [
      (27, "", "/home/u/Pictures/2026/Lake/", "~/Pictures › 2026 › Lake", "7 photos"),
      (27, "oT", "/home/u/Pictures/", "~/Pictures", "7 photos · newest first"),
      (27, "oTm", "/data/x/", "/data › x", "newest first · 1 marked"),
      (27, "fa<Enter>", "/home/u/", "~", "filter: a"), (26, "oT", "/data/x/", nil, nil),
    ] as [(Int, KeyScript, String, String?, String?)])
  func `from 27 rows a header has path, order, filter and marks, not the status line`(
    rows: Int, keys: KeyScript, folder: String, place: String?, facts: String?
  ) async {
    let stage = await stage(in: folder, columns: 100, rows: rows)
    await stage.arrange(keys)
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let place, let facts else {
      #expect(!lines[0].contains("›") && stage.statusLine.contains("newest first"))
      return
    }
    #expect(lines[0].hasPrefix(" \(place)  ") && lines[0].hasSuffix("\(facts)"))
    #expect(lines[1].allSatisfy { $0 == " " })
    #expect(!stage.statusLine.contains("newest") && !stage.statusLine.contains("filter"))
    #expect(!stage.statusLine.contains("marked") && !stage.statusLine.contains("Pictures"))
  }

  @Test func `a narrow header drops the photo count, then the first folders of the path`() async {
    for (columns, expected) in [
      (60, " ~/Pictures › 2026 › Lake Garda                    7 photos"),
      (44, " ~/Pictures › 2026 › Lake Garda    7 photos"), (40, " ~/Pictures › 2026 › Lake Garda"),
      (30, " … › 2026 › Lake Garda"), (20, " … › Lake Garda"), (10, " Lake Ga…"),
    ] {
      let stage = await stage(
        in: "/home/u/Pictures/2026/Lake Garda/", columns: columns, rows: 30)
      let line = stage.text.prefix { $0 != "\n" }
      #expect(line == expected)
    }
  }

  @Test func `a click below the header selects its cell, and one on the header none`() {
    let stage = BrowserStage(names, columns: 42, rows: 30)
    stage.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: 23, row: 2))))
    #expect(stage.grid.selection.index == 1)
    stage.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: 2, row: 1))))
    #expect(stage.grid.selection.index == 1)
  }

  @Test func `a preview shows all facts but the origin of the full image`() async {
    let stage = BrowserStage(names, columns: 42, rows: 8)
    stage.loader.preview(0)
    await stage.loader.settle()
    stage.type("i")
    #expect(stage.statusLine == " 1/7  a.jpg  40x30  1.2 kB")
    stage.type("i")
    stage.loader.complete(0)
    await stage.loader.settle()
    #expect(stage.statusLine == " 1/7  a.jpg  40x30  1.2 kB")
    stage.type("i")
    #expect(stage.statusLine == " 1/7  a.jpg  40x30  1.2 kB  file 5.0 ms")
  }

  @Test func `a cell shows its transfer in percent, or in bytes if the size is unknown`() async {
    let stage = BrowserStage(names, columns: 42, rows: 8)
    stage.loader.progress(0)
    stage.loader.progress(1, received: 1_234_567, expected: nil)
    await stage.loader.settle()
    #expect(
      stage.text == """
        ╭                   ╮
        │                   │
        │       43 %        │       1.2 MB
        │                   │
        │                   │
        ╰                   ╯
                a.jpg                b.jpg
         1/7  a.jpg                   loading 0/2
        """)
  }

  @Test func `a cell shows the server it waits for, without control characters`() async {
    let stage = BrowserStage(names, columns: 42, rows: 8)
    stage.loader.wait(0, for: "images.example.org")
    stage.loader.wait(1, for: "a\u{1B}[2J")
    await stage.loader.settle()
    #expect(
      stage.text == """
        ╭                   ╮
        │                   │
        │    waiting for    │  waiting for a�[2J
        │images.example.org │
        │                   │
        ╰                   ╯
                a.jpg                b.jpg
         1/7  a.jpg                   loading 0/2
        """)
  }

  @Test(arguments: [
    (88, "  2024-05-17 14:03  NIKON D70\u{FFFD}[2J"), (71, "  2024-05-17 14:03"), (57, ""),
  ])
  func `the date, then the camera of a photo are shown where they fit`(
    columns: Int, end: String
  ) async {
    let stage = BrowserStage(["a.jpg"], columns: columns, rows: 4)
    stage.loader.complete(
      0,
      takenAt: CaptureDate(year: 2024, month: 5, day: 17, hour: 14, minute: 3, second: 59),
      by: "NIKON D70\u{1B}[2J")
    await stage.loader.settle()
    #expect(stage.statusLine == " 1/1  a.jpg  40x30  1.2 kB\(end)")
  }

  @Test func `offline is always shown, a notice until the next key`() async {
    let stage = BrowserStage(names, columns: 60, rows: 8, isOffline: true)
    await stage.settle()
    stage.browser.handle(.notice("no space left\u{1B}[2J"))
    #expect(stage.statusLine.hasPrefix(" 1/7  no space left"))
    #expect(!stage.statusLine.contains("\u{1B}"))
    #expect(stage.statusLine.hasSuffix("offline"))
    stage.type("l")
    #expect(stage.statusLine.contains("b.jpg"))
    #expect(stage.statusLine.hasSuffix("offline"))
  }

  @Test func `keys move the selection, and the grid scrolls with it`() async {
    let stage = BrowserStage(names, columns: 42, rows: 8)
    await stage.settle()
    stage.type("jl")
    await stage.settle()
    #expect(
      stage.text == """
         ccccccccccccccccccc ╭ddddddddddddddddddd╮
         ccccccccccccccccccc │ddddddddddddddddddd│
         ccccccccccccccccccc │ddddddddddddddddddd│
         ccccccccccccccccccc │ddddddddddddddddddd│
         ccccccccccccccccccc │ddddddddddddddddddd│
         ccccccccccccccccccc ╰ddddddddddddddddddd╯
                c.jpg                d.jpg
         4/7  d.jpg  40x30  1.2 kB
        """)
  }

  @Test func `a failed cell shows the reason instead of an image`() async {
    let stage = BrowserStage(["a.jpg"], columns: 42, rows: 8)
    stage.loader.fail(0)
    await stage.loader.settle()
    #expect(
      stage.text == """
        ╭                                        ╮
        │                                        │
        │              not an image              │
        │                                        │
        │                                        │
        ╰                                        ╯
                          a.jpg
         1/1  a.jpg  not an image
        """)
  }

  @Test func `a warning precedes the facts, and a message precedes the warning`() async {
    let stage = BrowserStage(["a.jpg"], columns: 60, rows: 8)
    await stage.settle()
    stage.browser.handle(.warning("all is odd"))
    #expect(stage.statusLine == " 1/1  ! all is odd  a.jpg  40x30  1.2 kB")
    stage.type("r")
    #expect(stage.statusLine == " 1/1  Nothing to reload  ! all is odd")
    stage.type("h")
    stage.browser.handle(.warning(String(repeating: "long ", count: 20)))
    #expect(stage.statusLine.hasPrefix(" 1/1  ! long long long"))
    #expect(stage.statusLine.contains("…") && stage.statusLine.count <= 60)
  }

  @Test func `a truncated file is shown as such below its image and in the status line`() async {
    let stage = BrowserStage(["a.jpg"], columns: 42, rows: 8)
    stage.loader.truncate(0)
    await stage.loader.settle()
    #expect(
      stage.text == """
        ╭aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╮
        │aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│
        │aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│
        │aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│
        │aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│
        ╰aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╯
                     a.jpg truncated
         1/1  a.jpg  truncated  40x30  1.2 kB
        """)
  }

  @Test func `Enter opens the viewer, arrows show other photos, and q returns`() async {
    let stage = BrowserStage(names, columns: 13, rows: 4)
    stage.type("l<Enter>")
    await stage.settle()
    let opened = """
      bbbbbbbbbbbbb
      bbbbbbbbbbbbb
      bbbbbbbbbbbbb
       2/7  b.jpg
      """
    #expect(stage.text == opened)
    stage.type("<Right><Down>")
    await stage.settle()
    #expect(stage.text == opened.replacing("b", with: "d").replacing("2/7", with: "4/7"))
    stage.type("q")
    #expect(stage.top is GridLayer)
    #expect(stage.statusLine == " 4/7  d.jpg")
  }

  @Test func `i shows or hides the origin and load time of each image`() async {
    let stage = BrowserStage(names, columns: 42, rows: 8)
    await stage.settle()
    stage.loader.remember(
      ImageRequest(
        photo: Photo(named: "b.jpg"), cells: stage.grid.layout.picture, form: stage.form))
    let plain = stage.text
    stage.type("ix")
    await stage.settle()
    stage.type("l")
    #expect(
      stage.text == """
         file 5.0 msaaaaaaaa ╭memory 5.0 msbbbbbb╮
         aaaaaaaaaaaaaaaaaaa │bbbbbbbbbbbbbbbbbbb│
         aaaaaaaaaaaaaaaaaaa │bbbbbbbbbbbbbbbbbbb│
         aaaaaaaaaaaaaaaaaaa │bbbbbbbbbbbbbbbbbbb│
         aaaaaaaaaaaaaaaaaaa │bbbbbbbbbbbbbbbbbbb│
         aaaaaaaaaaaaaaaaaaa ╰bbbbbbbbbbbbbbbbbbb╯
                a.jpg                b.jpg
         2/7  b.jpg  40x30  1.2 kB  memory 5.0 ms
        """)
    stage.type("hi")
    #expect(stage.text == plain)
  }

  @Test(arguments: [
    (13, "memory 5.0 ms"), (12, "m 5.0 ms"), (7, "m"), (0, ""),
  ])
  func `a badge is shortened to the available width`(columns: Int, text: String) {
    let tile = LoadedTile(picturing: ImageRequest("a"), origin: .memory)
    let badge = OriginBadge(provenance: tile.provenance)
    #expect(badge.text(fitting: columns) == text)
  }

  @Test(arguments: [
    (27, "disk response, stale 5.0 ms"), (26, "stale 5.0 ms"), (11, "stale"), (4, ""),
  ])
  func `a badge of a stale response shows stale at every width that fits it`(
    columns: Int, text: String
  ) {
    let tile = LoadedTile(picturing: ImageRequest("a"), origin: .diskResponse, isStale: true)
    let badge = OriginBadge(provenance: tile.provenance)
    #expect(badge.text(fitting: columns) == text)
  }

  @Test(arguments: [(20, 730), (40, 450), (80, 230), (120, 160), (200, 140)])
  func `the help shows every key and returns to the grid`(columns: Int, rows: Int) {
    let stage = BrowserStage(names, columns: columns, rows: rows)
    let grid = stage.text.split(separator: "\n").dropLast()
    stage.type("?")
    let pages = stage.browser.layers.root.help.pages.count + 1
    let help = (0..<pages).map { _ in
      defer { stage.type("<Tab>") }
      return stage.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }.joined(separator: " ")
    for keymap in [Keymap.grid, .line, .commandLine, .viewer, .trash, .cachePanel, .everywhere] {
      for entry in keymap.entries {
        #expect(help.contains(entry.keys))
        // In two columns only single words are found.
        for word in entry.help.split(separator: " ") { #expect(help.contains(word)) }
        #expect(columns > 80 || help.contains(entry.help))
      }
    }
    stage.type("<Esc>")
    // The hint of the key that was used is not shown any more.
    #expect(stage.text.split(separator: "\n").dropLast() == grid)
  }

  @Test func `on a small screen the help scrolls to its end and back`() {
    let stage = BrowserStage(names, columns: 80, rows: 6)
    stage.type("?")
    let top = stage.text
    for _ in 0..<260 { stage.type("j") }
    #expect(stage.text.contains("right button: mark"))
    for _ in 0..<260 { stage.type("k") }
    #expect(stage.text == top)
  }

  @Test(arguments: [
    ("j", 1), ("5j", 5), ("5jk", 4), ("<C-f>", 3), ("<C-f><C-f><C-b>", 3), ("<C-d>", 1),
    ("2<C-d><C-u>", 1), ("Ggg", 0), ("99kj", 1),
  ])
  func `in the help scroll keys and counts move by lines and pages`(keys: String, lines: Int) {
    let stage = BrowserStage(names, columns: 80, rows: 6)
    stage.type("?")
    let page = HelpPage(stage.browser.layers.root.help.pages[0].sections, width: 80)
    let lines = page.columns[0][lines...]
    stage.type(KeyScript(stringLiteral: keys))
    let shown = stage.text.split(separator: "\n")
    // The heading stays.
    #expect(shown[0] == "  Moving")
    #expect(shown[1].hasSuffix(lines[lines.startIndex + 1].text.description))
  }

  @Test func `G shows the end of the help at once`() {
    let stage = BrowserStage(names, columns: 80, rows: 6)
    stage.type("?G")
    #expect(stage.text.contains("right button: mark"))
  }

  @Test func `a count and an unfinished key sequence are shown until complete`() {
    let stage = BrowserStage(names, columns: 80, rows: 24)
    stage.type("12g")
    #expect(stage.statusLine.hasSuffix("12g"))
    stage.type("g")
    #expect(stage.statusLine == " 7/7  g.jpg")
  }

  @Test func `the number of removed images is shown until the next key`() async {
    let stage = BrowserStage(["a.jpg"], columns: 80, rows: 24)
    await stage.settle()
    stage.type("x")
    #expect(stage.statusLine == " 1/1  ✓ 1 image removed from the screen, 26 kB")
    await stage.settle()
    stage.loader.remember(ImageRequest("a"))
    stage.loader.remember(ImageRequest("b"))
    stage.type("c")
    #expect(stage.statusLine == " 1/1  ✓ 2 images removed from memory, 568 B")
    stage.type("l")
    #expect(stage.statusLine == " 1/1  a.jpg")
  }

  @Test func `without captions cells have images alone`() async {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 42, rows: 5)
    stage.grid.caption(by: .none)
    await stage.settle()
    #expect(
      stage.text == """
        ╭aaaaaaaaaaaaaaaaaaa╮ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        ╰aaaaaaaaaaaaaaaaaaa╯ bbbbbbbbbbbbbbbbbbb
         1/2  a.jpg  40x30  1.2 kB
        """)
  }

  @Test func `an empty folder shows no photos, and an unfinished listing shows reading`() {
    #expect(BrowserStage([]).statusLine == " no photos")
    let statusLine = BrowserStage([], isComplete: false).statusLine
    #expect(statusLine.hasSuffix("q quit  reading"))
  }

  @Test func `control and bidi characters in names are replaced`() {
    let stage = BrowserStage(["\u{1B}[2Jx\u{202E}gpj.a"], columns: 42, rows: 8)
    #expect(stage.text.contains("\u{FFFD}[2Jx\u{FFFD}gpj.a"))
    #expect(!stage.text.unicodeScalars.contains("\u{1B}"))
  }

  @Test(arguments: [(1, 1), (0, 0), (2, 50), (300, 1), (3, 2), (500, 200)])
  func `every screen size is drawn, and keys are handled`(columns: Int, rows: Int) async {
    let stage = BrowserStage(names)
    // And back again.
    for size in [CellSize(columns: columns, rows: rows), stage.screen.size] {
      stage.screen.resize(to: size)
      stage.browser.handle(.terminal(.resize(size)))
      stage.type("jlG<Enter>?<Esc>h<Esc>gg+-")
      await stage.settle()
      #expect(stage.browser.frame().size == size)
    }
  }
}
