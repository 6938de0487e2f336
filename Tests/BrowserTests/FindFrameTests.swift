import Base
import Catalogs
import Imaging
import Photos
import Storage
import Terminal
import TestSupport
import Testing

@testable import Browser

/// Captions, and an alternative text for each photo, that are read when `isOpen` finishes.
private struct LateCaptions: PhotoFactsReading {
  let isOpen: AsyncStream<Void>

  func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {}

  func readTexts(of photos: PhotoList, send: @escaping TextsHandler) async {
    for await _ in isOpen {}
    var texts = TextTable()
    for place in photos.indices {
      var description = PhotoDescription()
      description.caption = photos.name(at: place).lossyText == "d.jpg" ? "An old mill" : nil
      description.altText = "read"
      texts.set(description, of: photos.id(at: place))
    }
    _ = await send(texts)
  }
}

/// Photos that are sorted, filtered and searched for.
@MainActor
@Suite("The screen while sorting, filtering and searching")
struct FindFrameTests {
  private let names = ["a lake.jpg", "b.png", "c lake.jpg", "d.jpg", "e road.gif"]

  private func stage(_ keys: KeyScript, columns: Int = 63) async -> BrowserStage {
    let stage = BrowserStage(names, columns: columns, rows: 6)
    stage.type(keys)
    await stage.settle()
    return stage
  }

  @Test(arguments: [40, 80, 170])
  func `the keys that can follow o are shown at every width, until Esc`(columns: Int) async {
    let stage = await stage("", columns: columns)
    let before = stage.text
    stage.type("o")
    for way in ["nN name", "tT taken", "pP pixels", "hH shape", "r random", "aA listed"] {
      #expect(stage.text.contains(way))
    }
    #expect(!stage.text.contains("…") && stage.statusLine.hasSuffix("o"))
    #expect(stage.statusLine.contains("hH shape") == (columns == 170))
    stage.type("<Esc>")
    #expect(stage.text == before)
  }

  @Test(arguments: [(80, true), (40, false)])
  func `the order is shown where the name fits beside it`(columns: Int, isTold: Bool) async {
    let stage = BrowserStage(
      ["z name of some length.jpg", "b.jpg"], columns: columns, rows: 12)
    await stage.arrange("oN")
    #expect(stage.grid.status.arranging.order == "by name, reversed")
    #expect(stage.statusLine.contains("by name, reversed") == isTold)
    #expect(stage.statusLine.contains("z name of"))
  }

  @Test(
    arguments: [
      (
        "flk",
        """
        ╭aaaaaaaaaaaaaaaaaaa╮ ccccccccccccccccccc
        │aaaaaaaaaaaaaaaaaaa│ ccccccccccccccccccc
        │aaaaaaaaaaaaaaaaaaa│ ccccccccccccccccccc
        ╰aaaaaaaaaaaaaaaaaaa╯ ccccccccccccccccccc
         filter: lk     Enter apply  Tab complete  F1 help  Esc cancel
         1/2 of 5  a lake.jpg  40x30  1.2 kB                filter: lk
        """
      )
    ] as [(KeyScript, String)])
  func `the matching photos are shown while a filter is typed`(keys: KeyScript, screen: String)
    async
  {
    let stage = await stage(keys)
    #expect(stage.text == screen)
  }

  @Test(
    arguments: [
      ("flk", " filter: lk", " 1/2 of 5"), ("flkx", " filter: lkx", " 0/0 of 5"),
      ("flk<Backspace><Backspace>", " filter:", " 1/5"),
      ("fsize:x", "size: takes >2MB or 300kB-2MB", " 1/5"),
      ("/lk", " search: lk", " 1/5"), ("l/lk", " search: lk", " 3/5"),
      ("f?q:", " filter: ?q:", " 0/0 of 5"),
    ] as [(KeyScript, String, String)])
  func `filter and search are applied after every character`(
    keys: KeyScript, line: String, position: String
  ) async {
    let lines = await stage(keys, columns: 100).text.split(separator: "\n")
    #expect(lines[lines.count - 2].contains(line))
    #expect(lines.last?.hasPrefix(position) == true)
  }

  @Test(
    arguments: [
      ("flk<Enter>", "1/2 of 5"), ("flk<Enter>l", "2/2 of 5"), ("flk<Enter><Esc>", "1/5"),
      ("flk<Esc>", "1/5"), ("llflk<Esc>", "3/5"), ("flk<Enter>f<Backspace><Esc>", "1/2 of 5"),
      ("flk<Down><Enter>", "1/2 of 5"), ("/lk<Enter>", "1/5"), ("/lk<Enter>n", "3/5"),
      ("/lk<Enter>nn", "1/5"), ("/lk<Enter>N", "3/5"), ("/lk<Esc>", "1/5"), ("3l/b<Esc>", "4/5"),
      ("flk<Enter>/c<Enter>", "2/2 of 5"), ("flk<Enter>/c<Enter><Esc>", "2/2 of 5"),
      ("flk<Enter>/c<Enter><Esc><Esc>", "3/5"), ("llon", "3/5"), ("llonoA", "3/5"), ("lloN", "3/5"),
      ("looA", "2/5"), ("loaoA", "4/5"), ("flk<Enter><Enter>n", "2/2 of 5"),
    ] as [(KeyScript, String)])
  func `filter, search and sort keys select the expected photo`(keys: KeyScript, position: String)
    async
  {
    let stage = await stage(keys, columns: 100)
    #expect(stage.statusLine.hasPrefix(" \(position)  "))
    #expect(stage.browser.isRunning)
  }

  @Test(
    arguments: [
      "fiso:abc<Enter>", "fratng:5<Enter>", "frating:>=<Enter>", "fdate:2024-99<Enter>",
      "flake size:x<Enter>", "fb rating:<Enter>", "fratng:5<Enter><C-a>D",
      ":filter<Enter>ratng:5<Enter>",
      "/ratng:5<Enter>",
    ] as [KeyScript])
  func `an invalid filter or search is not applied, its line stays open`(keys: KeyScript) async {
    let stage = await stage(keys, columns: 130)
    #expect(stage.top is LineLayer)
    stage.type("<Esc>")
    #expect(stage.statusLine.hasPrefix(" 1/5  a lake.jpg"))
    #expect(stage.grid.filter.isEmpty && stage.grid.search.isEmpty)
  }

  @Test func `the number of photos without a value is a notice, not an error`() async throws {
    let stage = BrowserStage(
      ["IMG_20240131.jpg", "b.jpg", "c.jpg"].map { "/nowhere/\($0)" }, columns: 100, rows: 6)
    await stage.arrange("fyear:2024")
    let row = stage.text.split(separator: "\n", omittingEmptySubsequences: false)[4]
    #expect(row.hasPrefix(" filter: year:2024") && row.contains("  2 photos have no date  "))
    let (canvas, styles) = (stage.browser.frame().canvas, Styles(.terminal, on: stage.form))
    let start = try #require(row.firstRange(of: "2 photos")).lowerBound
    let note = canvas[row.distance(from: row.startIndex, to: start), 4]
    #expect(note.foreground == styles[.hint].foreground && note.style == styles[.hint].style)
    #expect(canvas[9, 4].style == styles[.status].style)
    stage.type("<Enter>")
    #expect(stage.grid.filter.text == "year:2024" && !(stage.top is LineLayer))
  }

  @Test(
    arguments: [
      ("fcamera:", "camera: takes nikon", .hint),
      ("fcamra:", "Unknown field camra:", .problem), ("fiso:x", "iso: takes 200", .problem),
      ("fiso:x camera:", "iso: takes 200", .problem),
    ] as [(KeyScript, String, Theme.Part)])
  func `an unfinished field is a notice, not an error`(
    keys: KeyScript, text: String, part: Theme.Part
  ) async throws {
    let stage = await stage(keys, columns: 130)
    let row = stage.text.split(separator: "\n", omittingEmptySubsequences: false)[4]
    let start = try #require(row.firstRange(of: text)).lowerBound
    let canvas = stage.browser.frame().canvas
    let glyph = canvas[row.distance(from: row.startIndex, to: start), 4]
    #expect(glyph.foreground == Styles(.terminal, on: stage.form)[part].foreground)
    stage.type("<Enter>")
    #expect(stage.top is LineLayer)
  }

  @Test func `a click does not apply an invalid filter`() async {
    let stage = await stage("fratng:5", columns: 130)
    stage.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: 30, row: 1))))
    #expect(stage.top is LineLayer)
    #expect(stage.statusLine.contains("ratng"))
    stage.type("<C-u>lake<Enter>")
    #expect(stage.grid.filter.text == "lake" && !(stage.top is LineLayer))
  }

  @Test func `a filter by size shows no photo if no size is known`() async {
    let stage = BrowserStage(
      ["https.jpg", "b.jpg"].map { "/nowhere/\($0)" }, columns: 100, rows: 6)
    await stage.arrange("fmp:>1<Enter>")
    #expect(stage.grid.filter.text == "mp:>1")
    #expect(
      stage.grid.isEmpty
        && stage.text.contains("No photo matches mp:>1: no photo here has a known size"))
    stage.type("<C-a>")
    #expect(stage.grid.marks.count == 0)
  }

  @Test(
    arguments: [
      (":3<Enter>", "3/5"), (":<Esc>", "1/5"), (":<Backspace>", "1/5"), ("l:<Enter>", "2/5"),
      (":right<Enter>", "2/5"), (":right 3<Enter>", "4/5"), (":last<Enter>", "5/5"),
      (":road<Enter>", "5/5"), (":road<Enter>:la<Enter>", "1/5"), (":c la<Enter>", "3/5"),
      (":ri<Tab><Enter>", "2/5"), (":right<Enter>:<Up><Enter>", "3/5"),
      (":right<Enter>:x<Up><Down><Backspace>3<Enter>", "3/5"), (":mark<Enter>", "1/5 ✓"),
      (":sort-name-reversed<Enter>G", "5/5"), ("<Enter>:right<Enter>", "2/5"),
      ("<Enter>:4<Enter>", "4/5"), (":filter<Enter>lk<Enter>", "1/2 of 5"),
      (":filter lk<Enter>", "1/2 of 5"), (":search road<Enter>", "5/5"), (" ", "2/5"),
      (" h", "1/5 ✓"), ("2 h", "2/5 ✓"), ("  hh", "1/5 ✓"), ("G ", "5/5 ✓"), (" h l", "3/5"),
      ("m'", "1/1 of 5 ✓"), ("m''", "1/5 ✓"), ("mflk<Enter>'", "1/1 of 5 ✓"),
      ("lmflk<Enter>''", "2/2 of 5"),
    ] as [(KeyScript, String)])
  func `the command line runs commands or goes to photos`(keys: KeyScript, position: String) async {
    let stage = await stage(keys, columns: 100)
    #expect(stage.statusLine.hasPrefix(" \(position)  "))
    #expect(stage.browser.isRunning)
  }

  @Test(
    arguments: [
      (":0<Enter>", "Only 5 photos here"), (":6<Enter>", "Only 5 photos here"),
      (":zz<Enter>", "✗ No command or photo named “zz”"),
      (":2024-05<Enter>", "! No photo was taken in 2024-05"),
      ("'", "! No photo is marked – m to mark"),
    ] as [(KeyScript, String)])
  func `a missing photo, date, name or mark is reported`(keys: KeyScript, sentence: String) async {
    let stage = await stage(keys, columns: 100)
    await stage.takePendingEvents()
    #expect(stage.statusLine == " 1/5  \(sentence)")
  }

  @Test(
    arguments: [
      ("/mill<Enter>", " 4/5  d.jpg"), (":search mill<Enter>", " 4/5  d.jpg"),
      ("/mill<Enter>ll", " 3/5  c lake.jpg"), ("/zz<Enter>", " 1/5  ! No photo matches zz"),
    ] as [(KeyScript, String)])
  func `a search for a word is decided when the captions are read`(
    keys: KeyScript, line: String
  ) async {
    let (isOpen, gate) = AsyncStream<Void>.makeStream()
    let stage = BrowserStage(names, columns: 63, rows: 6, facts: LateCaptions(isOpen: isOpen))
    stage.type(keys)
    await stage.settle()
    #expect(!stage.statusLine.contains("d.jpg") && !stage.statusLine.contains("No photo"))
    gate.finish()
    await settleMainActor { stage.grid.altText(of: stage.grid.arrangement[0].id) != nil }
    await stage.settle()
    await stage.takePendingEvents()
    #expect(stage.statusLine.hasPrefix(line))
  }

  @Test(arguments: ["/zz<Enter>", ":search zz<Enter>"] as [KeyScript])
  func `a search without a match says so when it is confirmed`(keys: KeyScript) async {
    #expect(await stage(keys).statusLine.hasPrefix(" 1/5  ! No photo matches zz"))
  }

  @Test func `the command line shows and completes the matching commands`() async {
    let stage = await stage(":", columns: 100)
    let lines = { stage.text.split(separator: "\n").dropLast().map(String.init) }
    let line = { lines().last ?? "" }
    #expect(line().hasPrefix(" :") && line().hasSuffix("Enter run  Tab complete  Esc close"))
    stage.type("sort-si")
    #expect(
      lines().dropLast().suffix(3).map { $0.prefix(22) } == [
        "│ sort-size           ", "│ sort-size-reversed  ", "╰─────────────────────",
      ])
    stage.type("<Tab>-<Tab>")
    #expect(line().hasPrefix(" : sort-size-reversed"))
    stage.type("<C-u>quit")
    stage.type("<Esc>:back<Enter>")
    #expect(!stage.browser.isRunning)
  }

  @Test func `at 170 columns the keys that can follow o are in the status line`() {
    let stage = BrowserStage(names, columns: 170, rows: 6)
    stage.type("o")
    let ways = """
      nN name  tT taken  mM modified  sS size  pP pixels  hH shape  gG rating  kK kind  fF folder  \
      lL like  bB bright  cC hue  r random  aA listed
      """
    #expect(stage.statusLine.contains(ways))
    stage.type("<Esc>")
    #expect(!stage.statusLine.contains("modified"))
  }

  @Test func `a filter without matches is reported, and keys mark nothing`() async {
    let stage = await stage("fzz<Enter>")
    #expect(stage.text.contains("No photo matches zz"))
    stage.type("<Enter>mhjkl+-rcG")
    #expect(stage.grid.marks.count == 0)
    stage.type("<Esc>")
    #expect(stage.statusLine.hasPrefix(" 1/5"))
  }

  @Test(arguments: [
    ("frejected", "flag:rejected"), ("fheic", "kind:heic"), ("f2031-05", "date:2031-05"),
    ("fmay 2031", "date:2031-05"), ("fmarked", ""), ("fzz", ""),
  ])
  func `a word that may have been meant for a field is answered with that field`(
    keys: String, meant: String
  ) async {
    let text = await stage(KeyScript(stringLiteral: "\(keys)<Enter>")).text
    #expect(text.contains("did you mean \(meant)?") == !meant.isEmpty)
    #expect(text.contains("did you mean") == !meant.isEmpty)
  }

  @Test func `pasted text is inserted into a line, and ignored elsewhere`() async {
    let stage = await stage("")
    stage.browser.handle(.terminal(.paste("q\u{1B}[31mf")))
    #expect(stage.browser.isRunning && stage.grid.filter.isEmpty)
    stage.type("f")
    stage.browser.handle(.terminal(.paste("la\u{1B}[31mke\n")))
    #expect(stage.grid.filter.text == "la [31mke ")
    #expect(!stage.text.contains("\u{1B}"))
  }

  @Test func `a click closes the line and applies its filter`() async {
    let stage = await stage("flk")
    stage.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: 40, row: 1))))
    await stage.settle()
    #expect(!(stage.top is LineLayer))
    #expect(stage.grid.filter.text == "lk")
  }
}
