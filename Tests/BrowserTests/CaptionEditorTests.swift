import Base
import Catalogs
import FileActions
import Glibc
import Imaging
import Photos
import Storage
import TestSupport
import Testing

@testable import Browser

/// Captions written in an editor.
@MainActor
struct CaptionEditorTests {
  private let home = TemporaryFolder()

  private struct Captions: PhotoFactsReading {
    let caption: String?

    func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {
      await FileFactsReader().read(depth, of: photos, send: send)
    }

    func descriptions(of photos: PhotoList) async -> [Int: PhotoDescription] {
      var description = PhotoDescription()
      description.caption = caption
      return Dictionary(uniqueKeysWithValues: photos.indices.map { ($0, description) })
    }
  }

  private func stage(_ keys: KeyScript, caption: String? = nil) async -> BrowserStage {
    home.folder("tmp")
    for name in ["a.jpg", "b.jpg", "c.jpg"] { home.file(name) }
    let stage = BrowserStage(
      ["a.jpg", "b.jpg", "c.jpg"].map(home.name), columns: 250, rows: 14,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))),
      facts: Captions(caption: caption),
      programSettings: ProgramSettings(temporaryFolder: home.name("tmp")))
    stage.type(keys)
    await stage.takePendingEvents()
    await stage.settle()
    return stage
  }

  /// Opens the editor, as a terminal does.
  private func open(_ stage: BrowserStage) async {
    stage.type("<C-o>")
    await stage.takePendingEvents()
    _ = try? stage.programs.orders.last?.order.script()
  }

  private var files: [String] { home.names(in: "tmp") }

  private var text: String {
    String(decoding: home.bytes(of: "tmp/\(files.first ?? "none")"), as: UTF8.self)
  }

  /// Saves the file as an editor does, and quits.
  private func save(_ text: [UInt8], _ stage: BrowserStage) async {
    _ = home.write(text, as: "tmp/\(files.first ?? "none")")
    stage.programs.end(.exited(0))
    await stage.takeEvents()
    await stage.finishActions()
    await stage.settle()
  }

  private func save(_ text: String, _ stage: BrowserStage) async {
    await save(Array(text.utf8), stage)
  }

  private func captions() -> [String: String] {
    home.names(in: ".").filter { $0.hasSuffix(".xmp") }.reduce(into: [:]) { captions, name in
      guard let document = try? SidecarDocument(home.bytes(of: name)) else { return }
      captions[String(name.prefix(1))] = document.description.caption
    }
  }

  @Test func `a caption of several lines is written to all marked photos`() async {
    let stage = await stage("mlm;cOn")
    await open(stage)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("\t## The caption of 2 photos, "))
    #expect(lines[1].hasPrefix("\t## ") && lines.dropFirst(2) == ["On", ""])
    await save(lines[0] + "\n#beach\r\n\n  it\tis \n\n", stage)
    #expect(captions() == ["a": "#beach\n\n  it is", "b": "#beach\n\n  it is"])
    #expect(stage.statusLine.contains("✓ Caption of 2 photos set – u to undo"))
    stage.type("u")
    await stage.finishActions()
    #expect(captions().isEmpty)
  }

  @Test func `the editor begins with the present caption, and its lines are kept`() async {
    let stage = await stage(";c", caption: "one\ntwo")
    await stage.wait { stage.text.contains("one") }
    await open(stage)
    #expect(text.hasSuffix("\none\ntwo\n"))
    await save(text + "three\n", stage)
    #expect(captions() == ["a": "one\ntwo\nthree"])
    await settleMainActor { files.isEmpty }
  }

  @Test(arguments: ["one\ntwo\n", "one\r\ntwo\r\n", "\t## x\none\ntwo\n\n"])
  func `an unchanged text changes nothing`(text: String) async {
    let stage = await stage(";c", caption: "one\ntwo")
    await stage.wait { stage.text.contains("one") }
    await open(stage)
    await save(text, stage)
    #expect(captions().isEmpty)
    #expect(stage.statusLine.contains("No caption changed"))
  }

  @Test func `an empty text removes the caption`() async {
    let stage = await stage(";c", caption: "one")
    await stage.wait { stage.text.contains("one") }
    await open(stage)
    await save("\t## x\n \n", stage)
    #expect(captions() == ["a": ""])
    #expect(stage.statusLine.contains("✓ Caption of a.jpg removed"))
  }

  @Test(arguments: ["y", "n"])
  func `an empty text removes the captions of several photos after a question`(
    answer: String
  ) async {
    let stage = await stage("mlm;c", caption: "one")
    await open(stage)
    await save("", stage)
    #expect(stage.text.contains("Remove the caption of 2 photos? y/n:"))
    stage.type(KeyScript(stringLiteral: "\(answer)<Enter>"))
    await stage.finishActions()
    #expect(captions() == (answer == "y" ? ["a": "", "b": ""] : [:]))
    await settleMainActor { files.isEmpty }
  }

  @Test(
    arguments: [
      (ProgramEnd.exited(1), "✗ No caption changed: vi: exit code 1", true),
      (.killed(9), "✗ No caption changed: vi: ended by signal 9", false),
    ])
  func `an editor that fails changes nothing`(end: ProgramEnd, line: String, isGone: Bool) async {
    let stage = await stage("mlm;cx")
    await open(stage)
    stage.programs.end(end)
    await stage.takeEvents()
    #expect(stage.statusLine.contains(line) && captions().isEmpty)
    // The file is removed on another thread.
    await settleMainActor { files.isEmpty == isGone }
  }

  @Test(
    arguments: [
      (
        Array(String(repeating: "é", count: 2100).utf8),
        "A caption has at most 4,096 bytes; your text is in "
      ),
      ([0x61, 0xFF], "No caption changed: it is not in UTF-8; your text is in "),
    ] as [([UInt8], String)])
  func `a text that no caption can be is kept`(bytes: [UInt8], reason: String) async {
    let stage = await stage(";c")
    await open(stage)
    await save(bytes, stage)
    #expect(stage.statusLine.contains(reason))
    #expect(files.count == 1 && captions().isEmpty)
  }

  @Test func `a text that could not be written is kept`() async {
    _ = home.write(Array("<x>no XMP</x>".utf8), as: "a.jpg.xmp")
    let stage = await stage("mlm;c")
    await open(stage)
    await save("long\n", stage)
    #expect(captions() == ["b": "long"])
    #expect(
      stage.statusLine.contains("a.jpg.xmp contains no XMP and was left alone; your text is in "))
    #expect(files.count == 1)
  }

  @Test func `hidden marked photos are asked about before the editor opens`() async {
    let stage = await stage("mlmfb.jpg<Enter>;c")
    stage.type("<C-o>")
    #expect(
      stage.text.contains("Change the caption of 2 photos, 1 of them hidden by the filter? y/n:"))
    #expect(stage.programs.orders.isEmpty)
    stage.type("y<Enter>")
    #expect(stage.programs.orders.count == 1)
  }

  @Test(arguments: [";t", ";k", "f"] as [KeyScript])
  func `other lines have no editor`(keys: KeyScript) async {
    let stage = await stage(keys)
    stage.type("<C-o>")
    #expect(stage.statusLine.contains("Only a caption has several lines"))
    #expect(stage.programs.orders.isEmpty)
  }
}
