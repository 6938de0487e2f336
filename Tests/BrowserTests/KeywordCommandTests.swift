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

/// Photos without texts of their own.
private struct NoTexts: MetadataReading {
  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    sources.map { _ in .success(PhotoMetadata()) }
  }
}

/// `:keyword rename` and `:keyword merge`, over the photos that pass the filter.
@MainActor
struct KeywordCommandTests {
  private let home = TemporaryFolder()
  private let index = PhotoIndex(folder: nil)
  private nonisolated static let keywords = [
    "a": "beach,Animals|Dogs", "b": "Beach", "c": "Animals|Cats,Road to Rome", "d": "snow",
  ]

  private func stage(_ keys: KeyScript = "") async throws -> BrowserStage {
    for (letter, keywords) in Self.keywords {
      home.file("\(letter).jpg")
      let bytes = try SidecarDocument(SidecarDocument.blank).changed(
        .keywords(KeywordChange(keywords)), known: PhotoDescription())
      _ = home.write(bytes, as: "\(letter).jpg.xmp")
    }
    let names = Self.keywords.keys.sorted().map { home.name("\($0).jpg") }
    let reader = PhotoRecordReader(
      index: index, decoder: NoTexts(), workingFolder: Array(home.path.utf8))
    let stage = BrowserStage(
      names, columns: 140, rows: 14,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))),
      facts: IndexedFactsReader(reader, sidecars: SidecarReader(index: index)))
    await stage.settle()
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    let grid = stage.grid
    await stage.wait { grid.facts.reading == nil && grid.facts.texts.pending.isEmpty }
    await stage.settle()
  }

  /// Types a line, and waits for the question or message that follows it.
  private func ask(_ line: String, _ stage: BrowserStage) async {
    stage.type(KeyScript(stringLiteral: ":keyword \(line)<Enter>"))
    while !stage.text.contains("y/n:"), !stage.statusLine.contains("“") { await stage.takeEvents() }
  }

  private func changed() -> [String: String] {
    Self.keywords.keys.reduce(into: [:]) { changed, letter in
      guard let document = try? SidecarDocument(home.bytes(of: "\(letter).jpg.xmp")) else { return }
      let found = document.description.keywords.joined(separator: ",")
      if found != Self.keywords[letter] { changed[letter] = found }
    }
  }

  private nonisolated static let cases: [(String, String, [String: String], String)] = [
    (
      "rename beach to shore", "Rename keyword “beach” to “shore” in 2 photos? y/n:",
      ["a": "shore,Animals|Dogs", "b": "shore"], "✓ Renamed beach to shore in 2 photos – u to undo"
    ),
    (
      "rename beach Beach", "Rename keyword “beach” to “Beach” in 1 photo? y/n:",
      ["a": "Beach,Animals|Dogs"], "✓ Renamed beach to Beach in a.jpg – u to undo"
    ),
    (
      "rename animals to Pets|Mine", "Rename keyword “animals” to “Pets|Mine” in 2 photos? y/n:",
      ["a": "Pets|Mine|Dogs,beach", "c": "Pets|Mine|Cats,Road to Rome"],
      "✓ Renamed animals to Pets|Mine in 2 photos – u to undo"
    ),
    (
      "rename Road to Rome to Rome", "Rename keyword “Road to Rome” to “Rome” in 1 photo? y/n:",
      ["c": "Animals|Cats,Rome"], "✓ Renamed Road to Rome to Rome in c.jpg – u to undo"
    ),
    (
      "merge beach, snow, Animals|Cats into Nature",
      "Merge keywords “beach”, “snow”, “Animals|Cats” into “Nature” in 4 photos? y/n:",
      [
        "a": "Animals|Dogs,Nature", "b": "Nature", "c": "Nature,Road to Rome", "d": "Nature",
      ], "✓ Merged 3 keywords into Nature in 4 photos – u to undo"
    ),
  ]

  @Test(arguments: cases)
  func `keywords are renamed or merged after a question, and restored by one step`(
    line: String, question: String, expected: [String: String], message: String
  ) async throws {
    let stage = try await stage()
    await ask(line, stage)
    #expect(stage.text.contains(question))
    #expect(changed().isEmpty)
    await type("y<Enter>", stage)
    #expect(stage.statusLine.contains(message))
    let sorted = { (words: String) in words.split(separator: ",").sorted() }
    #expect(changed().mapValues(sorted) == expected.mapValues(sorted))
    await type("u", stage)
    #expect(changed().isEmpty)
    #expect(stage.statusLine.contains("✓ Keywords of"))
    await type("<C-r>", stage)
    #expect(changed().mapValues(sorted) == expected.mapValues(sorted))
  }

  @Test func `an answer of no changes nothing`() async throws {
    let stage = try await stage()
    await ask("rename beach to shore", stage)
    await type("n<Enter>", stage)
    #expect(stage.statusLine.contains("Cancelled") && changed().isEmpty)
  }

  @Test func `only photos that pass the filter are changed, whatever is marked`() async throws {
    let stage = try await stage("mlllm")
    await stage.arrange("fkeyword:dogs<Enter>")
    await ask("rename beach to shore", stage)
    #expect(stage.text.contains("Rename keyword “beach” to “shore” in 1 photo? y/n:"))
    await type("y<Enter>", stage)
    #expect(changed().keys.sorted() == ["a"])
    await ask("rename snow to ice", stage)
    #expect(
      stage.statusLine.contains("! No photo that matches keyword:dogs has the keyword “snow”"))
  }

  @Test func `a renamed keyword is shown and filtered at once, and not repeated`() async throws {
    let stage = try await stage()
    await stage.arrange("fkeyword:snow<Enter>")
    await ask("rename snow to ice", stage)
    await type("y<Enter>", stage)
    #expect(stage.grid.arrangement.photos.isEmpty)
    await stage.arrange("f<C-u>keyword:ice<Enter>")
    #expect(stage.grid.arrangement.photos.count == 1)
    await type(";.", stage)
    #expect(stage.statusLine.contains("No keywords were changed yet"))
  }

  @Test(
    arguments: [
      ("", "! Type rename OLD to NEW, or merge A, B into C: :keyword rename dog to Animals|Dogs"),
      (" rename", "! Type rename OLD to NEW"), (" remove beach", "! Type rename OLD to NEW"),
      (" rename beach to", "A keyword needs a name"), (" rename a b c", "A keyword needs a name"),
      (" merge a, b", "A keyword needs a name"), (" merge , into a", "A keyword needs a name"),
      (" rename beach to a, b", "A keyword has no comma: “a, b” would be several"),
      (" rename beach to beach", "“beach” is its name already"),
      (" rename beach to " + String(repeating: "x", count: 300), "A keyword has at most 256 bytes"),
    ])
  func `a line without two names of keywords is refused`(line: String, reason: String) async throws
  {
    let stage = try await stage()
    await type(KeyScript(stringLiteral: ":keyword\(line)<Enter>"), stage)
    #expect(stage.statusLine.contains(reason), "\(stage.statusLine)")
    #expect(changed().isEmpty)
  }

  @Test func `sidecars that cannot be written are reported, the others are changed`() async throws {
    let stage = try await stage()
    await ask("rename beach to shore", stage)
    _ = home.write(Array("<x>no XMP</x>".utf8), as: "a.jpg.xmp")
    await type("y<Enter>", stage)
    #expect(
      stage.statusLine.contains(
        "! Renamed beach to shore in b.jpg – u to undo; a.jpg.xmp contains no XMP"))
    #expect(home.bytes(of: "a.jpg.xmp") == Array("<x>no XMP</x>".utf8))
  }

  @Test(
    arguments: [
      ("ren", ": keyword rename "), ("rename sn", ": keyword rename snow to "),
      ("rename dog", ": keyword rename Animals|Dogs to "),
      ("rename Road to R", ": keyword rename Road to Rome to "),
      ("rename Road to Rome to sn", ": keyword rename Road to Rome to snow"),
      ("rename beach to an", ": keyword rename beach to Animals"),
      ("merge beach, sn", ": keyword merge beach, snow "),
      ("merge snow, beach into ro", ": keyword merge snow, beach into Road to Rome"),
    ])
  func `Tab completes the verb and keywords of the shown photos`(
    typed: String, line: String
  ) async throws {
    let stage = try await stage()
    stage.type(KeyScript(stringLiteral: ":keyword \(typed)<Tab>"))
    while stage.text.contains(": keyword \(typed)  ") { await stage.takeEvents() }
    #expect(stage.text.contains(line))
  }

  @Test func `Tab behind the verb lists the keywords, the most frequent first`() async throws {
    let stage = try await stage()
    await stage.arrange("f!keyword:snow<Enter>")
    stage.type(":keyword rename <Tab>")
    while !stage.text.contains(" keywords ") { await stage.takeEvents() }
    let lines = stage.text.split(separator: "\n").filter {
      $0.contains(" photo") && $0.contains("│")
    }
    #expect(lines.first?.contains("Animals ") == true && lines.count == 6)
    stage.type("<Tab>")
    #expect(stage.text.contains(": keyword rename Animals to "))
    stage.type("<Tab>")
    #expect(!stage.text.contains(": keyword rename Animals to "))
  }

  @Test func `keywords of photos on the web cannot be renamed`() async throws {
    let stage = try await stage()
    let item = #"{"id":"1","image":"https://a.example/a.jpg","tags":["beach"]}"#
    stage.grid.show(
      CatalogSnapshot(
        photos: [Photo](
          feed: #"{"version":"https://jsonfeed.org/version/1.1","items":["# + item + "]}")))
    await ask("rename beach to shore", stage)
    #expect(stage.statusLine.contains("! No photo has the keyword “beach”"))
  }
}
