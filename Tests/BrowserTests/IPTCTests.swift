import Base
import Catalogs
import FileActions
import Photos
import TestSupport
import Testing

@testable import Browser

/// IPTC fields written by a key.
@MainActor
struct IPTCTests {
  private let home = TemporaryFolder()

  private func stage(_ keys: KeyScript, _ fields: IPTCFields = [.city: ["Paris"]]) async
    -> BrowserStage
  {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { home.file(name) }
    let stage = BrowserStage(
      ["a.jpg", "b.jpg", "c.jpg"].map(home.name), columns: 110, rows: 14,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))))
    stage.layer?.iptc = fields
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  private var sidecars: [String] { home.names(in: ".").filter { $0.hasSuffix(".xmp") } }

  @Test func `the fields get into the sidecars of the marked photos, and out by one undo`() async {
    let stage = await stage("mlm;i")
    #expect(stage.statusLine.contains("✓ IPTC fields of 2 photos set – u to undo"))
    #expect(sidecars == ["a.jpg.xmp", "b.jpg.xmp"])
    let text = String(decoding: home.bytes(of: "b.jpg.xmp"), as: UTF8.self)
    #expect(text.contains("photoshop:City") && text.contains(">Paris<"))
    await type(";i", stage)
    #expect(stage.statusLine.contains("No IPTC fields changed"))
    await type("u", stage)
    #expect(stage.statusLine.contains("✓ IPTC fields of 2 photos undone (Ctrl-r redo)"))
    #expect(sidecars.isEmpty)
    await type("<C-r>", stage)
    #expect(stage.statusLine.contains("✓ IPTC fields of 2 photos changed again – u to undo"))
    #expect(sidecars == ["a.jpg.xmp", "b.jpg.xmp"])
  }

  @Test func `without configured fields the message says what to configure`() async {
    let stage = await stage(";i", [:])
    #expect(
      stage.statusLine.contains(
        "! Nothing to set: add [iptc] with creator = \"Ann\" to config.toml, then :config-reload"))
    #expect(sidecars.isEmpty)
  }

  @Test func `marked photos that are hidden are asked about first`() async {
    let stage = await stage("mlmfb.jpg<Enter>:iptc<Enter>")
    #expect(
      stage.text.contains(
        "Change the IPTC fields of 2 photos, 1 of them hidden by the filter? y/n:"))
    await type("y<Enter>", stage)
    #expect(sidecars == ["a.jpg.xmp", "b.jpg.xmp"])
  }

  @Test func `in the viewer the shown photo is changed`() async {
    let stage = await stage("mlm<Enter>;i")
    #expect(stage.statusLine.contains("✓ IPTC fields of b.jpg set"))
    #expect(sidecars == ["b.jpg.xmp"])
  }
}
