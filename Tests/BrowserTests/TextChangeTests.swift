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

/// Photos that contain the keyword `embedded`, and a title.
private struct EmbeddedTexts: MetadataReading {
  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    sources.map { _ in
      var metadata = PhotoMetadata()
      (metadata.keywords, metadata.title) = (["embedded"], "A lake")
      return .success(metadata)
    }
  }
}

/// Keywords, titles and captions changed by keys, as the screen and the sidecars show them.
@MainActor
struct TextChangeTests {
  private let home = TemporaryFolder()
  private let index = PhotoIndex(folder: nil)
  private let answered = Answered()

  private final class Answered {
    var count = 0
  }

  private func stage(_ keys: KeyScript) async -> BrowserStage {
    let names = ["a.jpg", "b.jpg", "c.jpg"]
    for name in names { home.file(name) }
    let reader = PhotoRecordReader(
      index: index, decoder: EmbeddedTexts(), workingFolder: Array(home.path.utf8))
    let stage = BrowserStage(
      names.map(home.name), columns: 100, rows: 14,
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

  /// The texts of the sidecars, by the letters of their photos.
  private func texts() -> [String: String] {
    home.names(in: ".").filter { $0.hasSuffix(".xmp") }.reduce(into: [:]) { texts, name in
      guard let document = try? SidecarDocument(home.bytes(of: name)) else { return }
      let found = document.description
      let keywords: String? = found.keywords.joined(separator: ",")
      let all = [keywords, found.title, found.caption]
      texts[String(name.prefix(1))] = all.compactMap(\.self).joined(separator: ";")
    }
  }

  private nonisolated static let cases: [(KeyScript, [String: String], String)] = [
    (";kbeach<Enter>", ["a": "embedded,beach"], "✓ Added beach to a.jpg – u to undo"),
    (
      "mlm;kx|y, z, -embedded<Enter>", ["a": "x|y,z", "b": "x|y,z"],
      "✓ Added 2 keywords, removed embedded on 2 photos – u to undo"
    ),
    // What has changed, not what was typed.
    (
      ";kx<Enter><C-g>mlm;kx, embedded<Enter>", ["a": "embedded,x", "b": "embedded,x"],
      "✓ Added x to b.jpg – u to undo"
    ),
    (
      ";kx<Enter><C-g>mlm;k-x, embedded, y<Enter>", ["a": "embedded,y", "b": "embedded,y"],
      "✓ Added y to 2 photos, removed x from a.jpg – u to undo"
    ),
    (";k-embedded<Enter>", ["a": ""], "✓ Removed embedded from a.jpg – u to undo"),
    (";k-EMBEDDED<Enter>u", [:], "✓ Keywords of a.jpg undone (Ctrl-r redo)"),
    (";kembedded<Enter>", [:], "a.jpg has the keyword embedded already"),
    ("mlm;kembedded<Enter>", [:], "2 photos have the keyword embedded already"),
    ("mlm;k-snow<Enter>", [:], "No photo had the keyword snow"),
    (";k-snow, -fog<Enter>", [:], "a.jpg does not have these keywords"),
    (";kembedded, -fog<Enter>", [:], "No keywords changed"),
    (";kx<Enter>l;.", ["a": "embedded,x", "b": "embedded,x"], "✓ Added x to b.jpg – u to undo"),
    (":keywords x, y<Enter>", ["a": "embedded,x,y"], "✓ Added 2 keywords to a.jpg – u to undo"),
    (";kx<Enter>u", [:], "✓ Keywords of a.jpg undone (Ctrl-r redo)"),
    (";kx<Enter>;ty<Enter>uu", [:], "✓ Keywords of a.jpg undone (Ctrl-r redo)"),
    (";kx<Enter>u<C-r>", ["a": "embedded,x"], "✓ Keywords of a.jpg changed again – u to undo"),
    (";kx<Esc>", [:], ""),
    (";k<Enter>", [:], ""),
    (";.", [:], "! No keywords were changed yet – ;k to change some"),
    ("mlm<Enter>;kx<Enter>", ["b": "embedded,x"], "✓ Added x to b.jpg – u to undo"),
    (":title On it<Enter>", ["a": ";On it"], "✓ Title of a.jpg set – u to undo"),
    ("mlm;tOn it<Enter>", ["a": ";On it", "b": ";On it"], "✓ Title of 2 photos set – u to undo"),
    ("mlm;t<Enter>y<Enter>", ["a": ";", "b": ";"], "✓ Title of 2 photos removed – u to undo"),
    ("mlm;c<Enter>n<Enter>", [:], "Cancelled"),
    (":caption Over it<Enter>u", [:], "✓ Caption of a.jpg undone (Ctrl-r redo)"),
    (":title A lake<Enter>", [:], "No title changed"),
  ]

  @Test(arguments: cases)
  func `texts are written to the sidecars and the result is in the status line`(
    keys: KeyScript, expected: [String: String], line: String
  ) async {
    let stage = await stage(keys)
    #expect(texts() == expected)
    #expect(stage.statusLine.contains(line))
  }

  @Test func `the line of a title begins with the present one`() async {
    let stage = await stage(";t")
    await stage.takeEvents()
    #expect(stage.text.contains("title of a.jpg: A lake"))
    await type("!<Enter>", stage)
    #expect(texts() == ["a": ";A lake!"])
    stage.type(";t")
    await stage.takeEvents()
    await type("<Enter>", stage)
    #expect(texts() == ["a": ";A lake!"])
  }

  @Test func `keywords are completed, the most frequent first`() async {
    let stage = await stage("mlm;kx|y<Enter>")
    stage.type("<C-g>;k")
    await stage.wait {
      stage.grid.keywords.count == 3 && stage.grid.keywords[0].value == "embedded"
    }
    stage.type("<Tab>")
    let lines = stage.text.split(separator: "\n").filter {
      $0.contains("photo") && $0.contains("│")
    }
    #expect(lines.map { $0.contains("embedded") } == [true, false, false])
    stage.type("a, -x|<Tab>")
    #expect(stage.text.contains("keywords of b.jpg: a, -x|y"))
  }

  @Test func `keywords of photos elsewhere are completed after those of the photos here`() async {
    var metadata = PhotoMetadata()
    metadata.keywords = ["Animals|Zebras", "embedded"]
    let version = IndexedVersion(byteCount: 1, modified: 2, changed: 3, inode: 4)
    let record = PhotoRecord(metadata, version: version)
    await index.keep(
      ["a.jpg", "b.jpg"].map { (name: ByteString($0), record: record) }, in: ByteString("/other"))
    let stage = await stage(";k")
    await stage.wait { stage.grid.keywords.count == 1 && !stage.grid.facts.indexedKeywords.isEmpty }
    stage.type("<Tab>")
    let lines = stage.text.split(separator: "\n").filter {
      $0.contains("photos") && $0.contains("│")
    }
    #expect(lines.count == 3)
    for (line, words) in zip(
      lines,
      ["embedded  3 photos", "Animals  2 photos elsewhere", "Animals|Zebras 2 photos elsewhere"])
    {
      for word in words.split(separator: " ") { #expect(line.contains(word)) }
    }
    #expect(!lines[0].contains("elsewhere"))
    stage.type("zeb<Tab>")
    #expect(stage.text.contains("keywords of a.jpg: Animals|Zebras"))
  }

  /// Until the info panel, which reads the photos anew, shows these keywords.
  private func wait(for keywords: String, _ stage: BrowserStage) async {
    await stage.wait {
      let (text, readings) = (stage.text, stage.loader.readings)
      for number in answered.count..<readings.questions.count {
        var metadata = PhotoMetadata()
        metadata.keywords = ["embedded"]
        readings.give(.success(metadata), to: number)
        answered.count += 1
      }
      return text.split(separator: " ").joined(separator: " ").contains("Keywords \(keywords) │")
    }
  }

  @Test func `a filter and the info panel show keywords before they are written, and undo`() async {
    let stage = await stage("fkeyword:embedded<Enter>")
    await type("e", stage)
    await wait(for: "embedded", stage)
    stage.type(";kbeach<Enter>")
    await wait(for: "embedded, beach", stage)
    stage.type(";k-embedded<Enter>")
    #expect(stage.grid.arrangement.photos.count == 2)
    await type("f<C-u>keyword:beach<Enter>", stage)
    #expect(stage.grid.arrangement.photos.map { "\($0.photo.name)" } == ["a.jpg"])
    await wait(for: "beach", stage)
    await type("uu", stage)
    await stage.wait { stage.grid.arrangement.photos.isEmpty }
    await type("f<C-u>keyword:embedded<Enter>", stage)
    await stage.wait { stage.grid.arrangement.photos.count == 3 }
  }

  @Test func `texts that cannot be written are reported, and the former ones are shown`() async {
    _ = home.write(Array("<x>no XMP</x>".utf8), as: "a.jpg.xmp")
    let stage = await stage("fkeyword:embedded<Enter>")
    await stage.wait { stage.grid.arrangement.photos.count == 3 }
    await type(";kbeach, -embedded<Enter>", stage)
    #expect(stage.statusLine.contains("a.jpg.xmp contains no XMP and was left alone"))
    await stage.wait { stage.grid.arrangement.photos.count == 3 }
    #expect(home.bytes(of: "a.jpg.xmp") == Array("<x>no XMP</x>".utf8))
  }

  @Test func `marked photos that are hidden are asked about first`() async {
    let stage = await stage("mlmfb.jpg<Enter>;kbeach<Enter>")
    #expect(
      stage.text.contains("Change the keywords of 2 photos, 1 of them hidden by the filter? y/n:"))
    await type("y<Enter>", stage)
    #expect(texts() == ["a": "embedded,beach", "b": "embedded,beach"])
  }

  @Test(
    arguments: [
      (";k" + String(repeating: "x", count: 300), "A keyword has at most 256 bytes"),
      (";k" + String(repeating: "a|", count: 40), "A keyword has at most 32 levels"),
      (
        ";k" + (1...300).map { "\($0)" }.joined(separator: ","),
        "At most 256 keywords can be changed at once"
      ),
      (":title " + String(repeating: "é", count: 2100), "A title has at most 4,096 bytes"),
    ])
  func `a text that is too long is refused`(typed: String, reason: String) async {
    let stage = await stage("")
    stage.type(KeyScript(stringLiteral: typed + "<Enter>"))
    await stage.settle()
    #expect(stage.text.contains(reason))
    #expect(texts().isEmpty)
  }

  @Test func `texts of photos on the web cannot be changed`() async {
    let stage = await stage("")
    let item = #"{"id":"1","image":"https://a.example/a.jpg"}"#
    stage.grid.show(
      CatalogSnapshot(
        photos: [Photo](
          feed: #"{"version":"https://jsonfeed.org/version/1.1","items":["# + item + "]}")))
    await type(";k", stage)
    #expect(stage.statusLine.contains("! The keywords of photos on the web cannot be changed"))
    await type(":title x<Enter>", stage)
    #expect(stage.statusLine.contains("! The title of photos on the web cannot be changed"))
  }

  @Test func `a sidecar in UTF-16 is left alone`() async {
    let text = String(decoding: SidecarDocument.blank, as: UTF8.self)
    let bytes: [UInt8] = text.utf16.reduce(into: [0xFF, 0xFE]) {
      $0 += [UInt8($1 & 0xFF), UInt8($1 >> 8)]
    }
    _ = home.write(bytes, as: "a.jpg.xmp")
    let stage = await stage("mlm;kx<Enter>")
    #expect(
      stage.statusLine.contains(
        "! Added x to b.jpg – u to undo; a.jpg.xmp is not in UTF-8 and was left alone"))
    #expect(home.bytes(of: "a.jpg.xmp") == bytes)
  }

  @Test func `the raw file of a pair gets the same keywords`() async {
    home.file("a.CR2")
    let stage = await stage("")
    stage.grid.join(pairs: true)
    await type(";kx<Enter>", stage)
    #expect(home.names(in: ".").filter { $0.hasSuffix(".xmp") } == ["a.CR2.xmp", "a.jpg.xmp"])
    #expect(stage.statusLine.contains("✓ Added x to a.jpg – u to undo"))
  }

  @Test func `finish() writes pending keywords`() async {
    let stage = await stage("")
    stage.type(";kx<Enter>l;.q")
    await stage.layer?.finish()
    #expect(texts() == ["a": "embedded,x", "b": "embedded,x"])
  }
}
