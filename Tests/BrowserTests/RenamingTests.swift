import Base
import Browser
import Catalogs
import FileActions
import Photos
import Storage
import TestSupport
import Testing

/// Several photos that are renamed, by a pattern or in an editor.
@MainActor
struct RenamingTests {
  private let home = TemporaryFolder()

  private func stage(
    _ keys: KeyScript, facts: any PhotoFactsReading = CameraReader()
  ) async -> BrowserStage {
    let names = ["a.jpg", "b.jpg", "c.png", "d.jpg"]
    for name in names { home.file(name) }
    let stage = BrowserStage(
      names.map(home.name), columns: 140, rows: 5,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))), facts: facts,
      programSettings: ProgramSettings(temporaryFolder: home.path))
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  private var photos: [String] { home.names(in: ".").filter { $0.hasSuffix("g") } }

  private var lists: [String] { home.names(in: ".").filter { $0.hasPrefix("photocell-names") } }

  /// Saves the list as an editor does, and quits.
  private func save(_ text: String, _ stage: BrowserStage) async {
    _ = home.write(Array(text.utf8), as: lists.first ?? "none")
    stage.programs.end(.exited(0))
    await type("", stage)
  }

  private var list: String { String(decoding: home.bytes(of: lists.first ?? ""), as: UTF8.self) }

  @Test(
    arguments: [
      (
        "mlm:rename {date:%Y%m%d-%H%M%S}_{n}{ext}<Enter>", "2 photos renamed – u to undo",
        ["19700101-000000_1.jpg", "19700101-000001_2.jpg", "c.png", "d.jpg"]
      ),
      (
        ":rename {camera}{ext}<Enter>", "a.jpg renamed to X-1.jpg – u to undo",
        ["X-1.jpg", "b.jpg", "c.png", "d.jpg"]
      ),
      ("<C-a>:rename {name}{ext}<Enter>", "No name was changed", nil),
      ("<C-a>:rename x.jpg<Enter>", "4 photos need different names, such as x_{n}", nil),
      ("lmh:rename x<Enter>", "b.jpg renamed to x.jpg", ["a.jpg", "c.png", "d.jpg", "x.jpg"]),
      ("lmhR<C-u>x<Enter>", "b.jpg renamed to x.jpg", ["a.jpg", "c.png", "d.jpg", "x.jpg"]),
      (
        "<C-a>:rename {date}_{n}{ext}<Enter>", "2 photos have no date; nothing was renamed", nil
      ),
      // A file without an extension would not be a photo any more.
      (":rename x<Enter>", "a.jpg renamed to x.jpg", ["b.jpg", "c.png", "d.jpg", "x.jpg"]),
      ("<C-a>:rename {n}<Enter>", "4 photos renamed", ["1.jpg", "2.jpg", "3.png", "4.jpg"]),
      (
        ":rename {n}. {name}<Enter>", "a.jpg renamed to 1. a.jpg",
        ["1. a.jpg", "b.jpg", "c.png", "d.jpg"]
      ),
      (":rename .<Enter>", "reserved", nil),
      ("<C-a>:rename {foo}<Enter>", "Unknown field {foo}", nil),
      (
        "mlm:rename {date:%H}{ext}<Enter>",
        "a.jpg and b.jpg would both be named 00.jpg: add {n}; nothing was renamed", nil
      ),
      ("m:rename d{ext}<Enter>", "d.jpg already exists; nothing was renamed", nil),
    ] as [(KeyScript, String, [String]?)])
  func `photos are renamed by a pattern, all or none`(
    keys: KeyScript, line: String, after: [String]?
  ) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.contains(line), "\(stage.statusLine)")
    let before = ["a.jpg", "b.jpg", "c.png", "d.jpg"]
    #expect(photos == after ?? before)
    guard after != nil else { return }
    await type("u", stage)
    #expect(photos == before)
  }

  @Test func `numbers are in the order of the photos on the screen`() async {
    let stage = await stage("<C-a>")
    await stage.arrange("oN")
    await type(":rename {n}{ext}<Enter>", stage)
    #expect(photos == ["1.jpg", "2.png", "3.jpg", "4.jpg"])
  }

  @Test func `Escape ends the reading of dates, and nothing is renamed`() async {
    let stage = await stage("", facts: EndlessReader())
    stage.type(":rename {date}{ext}<Enter>")
    #expect(stage.layer?.isActing == true)
    await type("<Esc>", stage)
    #expect(stage.statusLine.contains("Nothing was renamed"))
    #expect(photos == ["a.jpg", "b.jpg", "c.png", "d.jpg"])
  }

  @Test func `the line of a new name shows the fields of a pattern`() async {
    let stage = await stage("R")
    #expect(stage.text.contains("{date:%Y%m%d} {n} {n:3} {name} {ext} {camera}"))
  }

  @Test(arguments: [
    ("y", ["b.jpg", "c.png", "d.jpg"]), ("n", ["a.jpg", "b.jpg", "c.png", "d.jpg"]),
  ])
  func `a name that no photo has needs a confirmation`(answer: String, names: [String]) async {
    let stage = await stage("R<End>x<Enter>")
    #expect(
      stage.text.contains("a.jpgx is not the name of a photo and will not be listed; rename?"))
    await type(KeyScript(stringLiteral: "\(answer)<Enter>"), stage)
    #expect(photos == names)
  }

  @Test func `a brace in a name is typed twice, as the line shows it`() async {
    home.file("x{n}.jpg")
    let stage = BrowserStage(
      [home.name("x{n}.jpg")], columns: 90, rows: 5,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))))
    await type("R", stage)
    #expect(stage.text.contains(": rename x{{n}.jpg"))
    await type("<End><Backspace><Backspace><Backspace>png<Enter>", stage)
    #expect(photos == ["x{n}.png"])
  }

  @Test func `marked photos out of sight are asked about before a pattern applies to them`() async {
    let stage = await stage("<C-a>fb<Enter>:rename {n}{ext}<Enter>")
    #expect(stage.text.contains("Rename 4 photos, 3 of them hidden by the filter? y/n:"))
    await type("y<Enter>", stage)
    #expect(photos == ["1.jpg", "2.jpg", "3.png", "4.jpg"])
  }

  @Test func `dates and cameras stand behind the names in the editor`() async {
    _ = await stage("<C-a>R")
    #expect(
      list.hasSuffix(
        """
        a.jpg\t# 1970-01-01 00:00 X 1
        b.jpg\t# 1970-01-01 00:00 X 1
        c.png
        d.jpg

        """))
  }

  @Test func `a list with mistakes is edited again until it has none`() async {
    let stage = await stage("mlmR")
    await save("\t## x\nc.png\t# x\nx/y\n", stage)
    #expect(stage.statusLine.contains("c.png already exists (and 1 more); nothing"))
    #expect(stage.programs.orders.count == 2 && lists.count == 1)
    #expect(
      list.hasPrefix("\t## c.png already exists\n\t## Invalid name “x/y”: contains a slash\n"))
    #expect(list.hasSuffix("\nc.png\t# x\nx/y\n"))
    await save(list.replacing("x/y", with: "z.jpg"), stage)
    #expect(list.hasPrefix("\t## c.png already exists\n\t## Nothing was renamed yet."))
    #expect(photos == ["a.jpg", "b.jpg", "c.png", "d.jpg"])
    await save(list.replacing("\nc.png", with: "\nb.jpg"), stage)
    #expect(stage.statusLine.contains("2 photos renamed – u to undo"))
    #expect(photos == ["b.jpg", "c.png", "d.jpg", "z.jpg"] && lists == [])
    #expect(stage.programs.orders.count == 3)
  }

  @Test(arguments: [nil, "", "\t## x\n \n"])
  func `a list saved again as it was, or empty, cancels`(text: String?) async {
    let stage = await stage("mlmR")
    await save("a.jpg\n", stage)
    #expect(stage.statusLine.contains("Not renamed: 2 names expected, 1 given"))
    await save(text ?? list, stage)
    #expect(stage.statusLine.contains("Nothing was renamed"))
    #expect(stage.programs.orders.count == 2 && lists == [])
    #expect(photos == ["a.jpg", "b.jpg", "c.png", "d.jpg"])
  }

  @Test func `an editor that never makes the list valid is given up, and its list kept`() async {
    let stage = await stage("mlmR")
    for _ in 0...10 { await save(list + "x\n", stage) }
    #expect(stage.programs.orders.count == 11)
    #expect(
      stage.statusLine.contains("Not renamed: 2 names expected, 13 given; your names are in /"))
    #expect(lists.count == 1 && photos == ["a.jpg", "b.jpg", "c.png", "d.jpg"])
  }

  @Test func `a photo that changed on disk meanwhile can keep its name`() async {
    let stage = await stage("")
    for photo in stage.grid.arrangement.photos { stage.loader.readVersion(of: photo.photo) }
    await type("mlmR", stage)
    _ = home.write([1], as: "a.jpg")
    await save("x.jpg\ny.jpg\n", stage)
    #expect(stage.statusLine.contains("a.jpg changed on disk and was left alone"))
    await save(list.replacing("x.jpg", with: "a.jpg"), stage)
    #expect(photos == ["a.jpg", "c.png", "d.jpg", "y.jpg"])
  }

  @Test(arguments: [(ProgramEnd.exited(1), 0), (.killed(9), 1)])
  func `the list is kept if the editor crashed`(end: ProgramEnd, count: Int) async {
    let stage = await stage("mlmR")
    stage.programs.end(end)
    await stage.takeEvents()
    #expect(stage.statusLine.contains("Not renamed: vi: "))
    // The file is removed on another thread.
    await settleMainActor { lists.count == count }
  }
}

/// Photos of one camera, a second after another; the last two have no date and no camera.
private struct CameraReader: PhotoFactsReading {
  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {
    let facts = photos.map { photo in
      var facts = PhotoFacts()
      let place = ["a.jpg", "b.jpg"].firstIndex(of: photo.name.lossyText)
      if let place {
        facts.taken = TakenTime(wallMilliseconds: Int64(place) * 1_000, source: .photo)
        facts.words = PhotoWords(camera: "X 1", lens: nil, label: nil)
      } else {
        facts.taken = TakenTime(wallMilliseconds: 0, source: .file)
      }
      facts.isRead = true
      return facts as PhotoFacts?
    }
    _ = await send(.found(photos.indices, facts))
  }
}

/// Reads until it is cancelled.
private struct EndlessReader: PhotoFactsReading {
  private let events = AsyncStream<FactsEvent>.makeStream()

  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {
    for await event in events.stream { guard await send(event) else { return } }
  }
}
