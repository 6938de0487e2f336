import Base
import Catalogs
import FileActions
import ImagePipeline
import Imaging
import Storage
import Terminal
import TestSupport
import Testing

@testable import Browser
@testable import Photos

/// The sidecar of `a.jpg`, as another program writes it.
private struct OtherProgram {
  let home: TemporaryFolder

  init(_ home: TemporaryFolder) {
    self.home = home
  }

  func write(_ stars: Int) throws {
    let document = try SidecarDocument(SidecarDocument.blank)
    _ = home.write(try document.changed([.rating: .set("\(stars)")]), as: "a.jpg.xmp")
  }
}

/// Reads two stars and a blue label of each photo, or nothing.
private struct ScriptedReader: MetadataReading {
  var isRated = false

  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    sources.map { _ in
      var metadata = PhotoMetadata()
      if isRated { (metadata.rating, metadata.label) = (2, "Blue") }
      return .success(metadata)
    }
  }
}

/// Photos rated by keys, as the screen and the sidecars show it.
@MainActor
struct RatingTests {
  private let home = TemporaryFolder()
  private let index = PhotoIndex(folder: nil)

  private func stage(
    _ keys: KeyScript, advances: Bool = true, columns: Int = 90, isRated: Bool = false
  ) async -> BrowserStage {
    let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
    for name in names { home.file(name) }
    let reader = PhotoRecordReader(
      index: index, decoder: ScriptedReader(isRated: isRated), workingFolder: Array(home.path.utf8))
    let stage = BrowserStage(
      names.map(home.name), columns: columns, rows: 5,
      viewing: ViewerSettings(advances: advances),
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))),
      facts: IndexedFactsReader(reader, sidecars: SidecarReader(index: index)))
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    await stage.arrange(keys)
    await rest(stage)
  }

  /// Waits until all is written and has been read again.
  private func rest(_ stage: BrowserStage) async {
    await stage.finishActions()
    let grid = stage.grid
    await stage.wait { grid.facts.reading == nil && grid.facts.optimistic.isEmpty }
    await stage.settle()
  }

  /// The values of the sidecars, by the letters of their photos.
  private func notes() -> [String: String] {
    home.names(in: ".").filter { $0.hasSuffix(".xmp") }.reduce(into: [:]) { notes, name in
      guard let document = try? SidecarDocument(home.bytes(of: name)) else { return }
      let words = [SidecarProperty.rating, .label, .pick].compactMap { document.value(of: $0) }
      notes[String(name.prefix(1))] = words.joined(separator: " ")
    }
  }

  private nonisolated static let cases: [(KeyScript, [String: String], String)] = [
    (";3", ["a": "3"], "1/4  ✓ a.jpg ★★★ – u to undo"),
    ("l;6", ["b": "Red"], "2/4  ✓ b.jpg labelled Red – u to undo"),
    (";6;6", ["a": ""], "1/4  ✓ a.jpg without label – u to undo"),
    (";p", ["a": "1"], "1/4  ✓ a.jpg picked – u to undo"),
    (";x", ["a": "-1"], "1/4  ✓ a.jpg rejected – u to undo"),
    (";x;U", ["a": "0"], "1/4  ✓ a.jpg unflagged – u to undo"),
    (";0", [:], "1/4  ✓ a.jpg without stars"),
    (";5u", [:], "1/4  ✓ Rating of a.jpg undone (Ctrl-r redo)"),
    (";5u<C-r>", ["a": "5"], "1/4  ✓ Rating of a.jpg changed again – u to undo"),
    (";pu", [:], "1/4  ✓ Flag of a.jpg undone (Ctrl-r redo)"),
    (";6u", [:], "1/4  ✓ Label of a.jpg undone (Ctrl-r redo)"),
    ("mlm;4", ["a": "4", "b": "4"], "2/4 ✓  ✓ 2 photos ★★★★ – u to undo"),
    ("K543", ["a": "5", "b": "4", "c": "3"], "4/4  ✓ c.jpg ★★★ – u to undo"),
    ("K5u", [:], "1/4  ✓ Rating of a.jpg undone (Ctrl-r redo)"),
    ("<Enter>K5u", [:], "1/4  ✓ Rating of a.jpg undone (Ctrl-r redo)"),
    ("K1K2l;2", ["a": "1", "d": "2"], "4/4  ✓ d.jpg ★★ – u to undo"),
    ("KpxU9", ["a": "1", "b": "-1", "d": "Blue"], "4/4  ✓ d.jpg labelled Blue – u to undo"),
    ("<Enter>K21", ["a": "2", "b": "1"], "3/4  ✓ b.jpg ★ – u to undo"),
    ("<Enter>K2<Esc>l;1", ["a": "2", "c": "1"], "3/4  ✓ c.jpg ★ – u to undo"),
    ("K<Enter>2q1", ["a": "2", "b": "1"], "3/4  ✓ b.jpg ★ – u to undo"),
  ]

  @Test(arguments: cases)
  func `rating keys write the sidecars and show the result in the status line`(
    keys: KeyScript, expected: [String: String], line: String
  ) async {
    let stage = await stage(keys)
    #expect(notes() == expected)
    #expect(stage.statusLine.hasPrefix(" \(line)"))
  }

  /// The label of `a.jpg` that another program has written, keys before anything of the photo has
  /// been read, and the values of its sidecar then.
  @Test(
    arguments: [
      ("Red", ";6", "4 "), ("Red", ";6;6", "4 Red"), ("Red", ";7", "4 Yellow"),
      ("Blue", ";6;7;7;8", "4 Green"), ("Red", ";3;6", "3 "), ("Red", "mlm;6", "4 Red"),
      ("Red", "K66", "4 "),
    ] as [(String, KeyScript, String)])
  func `the key of the current label removes it, even one of another program`(
    label: String, keys: KeyScript, expected: String
  ) async throws {
    let document = try SidecarDocument(SidecarDocument.blank)
    _ = home.write(
      try document.changed([.rating: .set("4"), .label: .set(label)]), as: "a.jpg.xmp")
    let stage = await stage(keys)
    #expect(notes()["a"] == expected)
    #expect(stage.text.contains(expected.hasPrefix("4") ? "★★★★" : "★★★"))
  }

  @Test func `removing stars or a label embedded in a photo is written to its sidecar`() async {
    _ = await stage(";9", isRated: true)
    #expect(notes() == ["a": ""])
    _ = await stage("l;0l;9;9", isRated: true)
    #expect(notes() == ["a": "", "b": "0", "c": "Blue"])
  }

  @Test func `ratings are shown when a folder is opened, in the grid and in the viewer`()
    async throws
  {
    try OtherProgram(home).write(4)
    let stage = await stage("", isRated: true)
    await stage.wait { stage.text.contains("★★★★") && stage.text.contains("★★ ") }
    #expect(stage.text.contains("a.jpg  ★★★★"))
    #expect(stage.grid.arranging.options.depth == .names)
    stage.type("<Enter>")
    await stage.settle()
    #expect(stage.text.contains("★★★★"))
    stage.type("n")
    await stage.settle()
    #expect(stage.text.contains("★★, Blue"))
  }

  @Test func `photos sorted by size can be sorted by rating afterwards`() async throws {
    for name in ["a.jpg", "b.jpg", "c.jpg", "d.jpg"] { home.file(name) }
    let document = try SidecarDocument(SidecarDocument.blank)
    _ = home.write(try document.changed([.rating: .set("5")]), as: "c.jpg.xmp")
    let stage = await stage("os")
    await type("oG", stage)
    #expect(stage.grid.arrangement.photos.first.map { "\($0.photo.name)" } == "c.jpg")
  }

  @Test func `without advancing the selection stays, and digits are counts after culling`() async {
    let stage = await stage("K43K2l", advances: false)
    #expect(notes() == ["a": "3"])
    #expect(stage.grid.selection.index == 2)
  }

  @Test func `in culling mode a comparison keeps its photos, and Esc leaves it first`() async {
    let stage = await stage("K|4<Tab>2")
    #expect(notes() == ["a": "4", "b": "2"])
    await type("<Esc>", stage)
    #expect(stage.grid.viewer == nil && stage.statusLine.contains("culling mode"))
    await type("<Esc>", stage)
    #expect(!stage.statusLine.contains("culling mode"))
  }

  @Test func `ratings are on the cells at once, and still when they have been read`() async {
    let stage = await stage("K")
    stage.type("5")
    let row = { stage.text.split(separator: "\n").map(String.init)[3] }
    #expect(row().contains(" ★★★★★ a.jpg "))
    await rest(stage)
    #expect(row().contains(" ★★★★★ a.jpg "))
    await type("6x", stage)
    #expect(row().contains(" b.jpg ● "))
    #expect(row().contains(" ✗ c.jpg "))
  }

  @Test func `a sidecar of another program is shown when the folder reports its change`() async {
    let stage = await stage("K")
    var snapshot = CatalogSnapshot(entries: stage.grid.arranging.listing.entries)
    for (revision, stars) in [(UInt64(1), 2), (2, 4)] {
      _ = try? OtherProgram(home).write(stars)
      snapshot.noted[home.entry("a.jpg.xmp")] = revision
      stage.grid.show(snapshot)
      await rest(stage)
      #expect(stage.text.contains(String(repeating: "★", count: stars)))
      #expect(!stage.text.contains(String(repeating: "★", count: stars + 1)))
    }
  }

  @Test func `a rating that cannot be written is reported and not shown`() async {
    _ = home.write(Array("no XML".utf8), as: "a.jpg.xmp")
    let stage = await stage(";5")
    #expect(stage.statusLine.contains("a.jpg.xmp is not valid XML "))
    #expect(!stage.text.contains("★"))
    #expect(home.bytes(of: "a.jpg.xmp") == Array("no XML".utf8))
  }

  @Test(
    arguments: [
      ("gr", "gr", "bcad"), ("og", "gr", "dacb"), ("oG", "gr", "bcad"), ("oN", "gr", "bcad"),
    ] as [(KeyScript, KeyScript, String)])
  func `rating groups start with the best, unless the order is the reverse`(
    first: KeyScript, second: KeyScript, letters: String
  ) async {
    let stage = await stage("K05")
    await type("3x", stage)
    await type(first, stage)
    await type(second, stage)
    #expect(stage.grid.arrangement.photos.map { "\($0.photo.name)".prefix(1) }.joined() == letters)
    let titles = stage.grid.arrangement.groups.map {
      "\(HeadingView.words(for: $0.title, home: nil))"
    }
    let expected = ["★★★★★", "★★★", "no stars", "rejected"]
    #expect(titles == (letters == "bcad" ? expected : expected.reversed()))
  }

  @Test func `a filter by flag matches picks and rejections as soon as they are written`() async {
    let stage = await stage("Kpx")
    await type("<Esc>fflag:picked<Enter>", stage)
    #expect(stage.grid.arrangement.photos.map { "\($0.photo.name)" } == ["a.jpg"])
    await type("f<C-u>flag:none<Enter>", stage)
    #expect(stage.grid.arrangement.photos.map { "\($0.photo.name)" } == ["c.jpg", "d.jpg"])
  }

  @Test func `undo selects a photo again that its new rating had hidden`() async {
    let stage = await stage("fflag:none<Enter>")
    let names = { stage.grid.arrangement.photos.map { "\($0.photo.name)" } }
    await type("Kp", stage)
    #expect(names() == ["b.jpg", "c.jpg", "d.jpg"])
    await type("u", stage)
    #expect(names().count == 4 && stage.grid.selectedPhoto?.name == ByteString("a.jpg"))
    await type("x", stage)
    #expect(names() == ["b.jpg", "c.jpg", "d.jpg"])
  }

  @Test func `culling mode and the rating are in the status line`() async {
    let stage = await stage("K5", advances: false)
    stage.type("l")
    #expect(stage.text.split(separator: "\n").last?.contains("b.jpg  culling mode") == true)
    stage.type("h")
    #expect(stage.text.split(separator: "\n").last?.contains("a.jpg  culling mode: ★★★★★") == true)
  }

  @Test func `Esc clears a message before it ends culling`() async {
    let stage = await stage("K5")
    #expect(stage.statusLine.contains("a.jpg ★★★★★ – u") && stage.layer?.isCulling == true)
    stage.type("<Esc>")
    #expect(!stage.statusLine.contains("– u") && stage.layer?.isCulling == true)
    stage.type("<Esc>")
    #expect(stage.layer?.isCulling == false)
  }

  @Test func `finish() writes pending ratings, except those undone`() async {
    let stage = await stage("K")
    stage.type("543<Esc>u")
    await stage.layer?.finish()
    #expect(notes() == ["a": "5", "b": "4"])
    #expect(stage.layer?.isActing == false)
  }

  @Test func `quitting with pending ratings needs no second key, and finish() writes them`() async {
    let stage = await stage("K")
    stage.type("54q")
    #expect(!stage.browser.isRunning)
    await stage.layer?.finish()
    #expect(notes() == ["a": "5", "b": "4"])
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["q", .control("c")] as [Key])
  func `a write that ends together with the quit key loses no pending ratings`(key: Key) async {
    let stage = await stage("K")
    stage.post(keys: [key])
    stage.type("543")
    await stage.waitForAnswer()
    await stage.browser.run()
    await stage.layer?.finish()
    #expect(notes() == ["a": "5", "b": "4", "c": "3"])
  }

  @Test func `after a thousand ratings typed at once the sidecar has the last one`() async {
    let keys = (0..<1_000).map { "\($0 % 5 + 1)" }.joined()
    let stage = await stage("K", advances: false)
    await type(KeyScript(stringLiteral: keys + "3"), stage)
    #expect(notes() == ["a": "3"])
  }
}
