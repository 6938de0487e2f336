import Base
import Catalogs
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

/// The keys of a comparison, in the viewer and from the grid.
@MainActor
@Suite("Comparisons by keys", .timeLimit(.minutes(30)))
struct ComparisonKeyTests {
  private func stage(_ keys: KeyScript, viewing: ViewerSettings = ViewerSettings()) async
    -> BrowserStage
  {
    let stage = BrowserStage(
      ["a", "b", "c", "d", "e"].map { "\($0).jpg" }, columns: 100, rows: 30, viewing: viewing)
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    for key in keys.keys {
      stage.browser.handle(.terminal(.key(key)))
      await stage.settle()
    }
  }

  private func viewer(_ stage: BrowserStage) -> PhotoViewer? {
    (stage.top as? ViewerLayer)?.viewer
  }

  private func captions(_ stage: BrowserStage) -> [String] {
    viewer(stage)?.photos.map { photo in
      String(decoding: photo.caption ?? [], as: UTF8.self).split(separator: ".jpg").joined()
    } ?? []
  }

  @Test(
    arguments: [
      ("mlm|", ["a", "b"]), ("mllm|", ["a", "c"]), ("l|", ["b", "c"]),
      ("mlmlmlm|", ["a", "b", "c", "d"]),
      ("3|", ["a", "b", "c"]), ("mllm:compare<Enter>", ["a", "c"]),
      ("<Enter>:compare<Enter>", ["a", "b"]),
    ] as [(KeyScript, [String])])
  func `the grid compares the marked photos, or the selected one and the next`(
    keys: KeyScript, names: [String]
  ) async {
    #expect(captions(await stage(keys)) == names)
  }

  @Test func `more than four photos are not compared`() async {
    let stage = await stage("mlmlmlmlm|")
    #expect(stage.statusLine.contains("At most 4 photos can be compared"))
    #expect(viewer(stage) == nil)
    #expect(stage.grid.viewer == nil)
  }

  @Test(
    arguments: [
      ("B", ["A a"]), ("BB", ["B b"]), ("BBB", ["A a"]), ("B<Tab>", ["B b"]),
      ("X", ["A a - B b"]), ("XX", ["a", "b"]), ("X<Tab>", ["A a - B b"]),
      ("|", ["A a | B b"]), ("||", ["a", "b"]), ("X|", ["A a | B b"]), ("|X", ["A a - B b"]),
      ("|<lt>>", ["A a | B b"]), ("XB", ["A a"]), ("BX<Esc>", ["a", "b"]), ("Xn", ["A c - B b"]),
      ("X<Enter>", ["a", "b"]),
    ] as [(KeyScript, [String])])
  func `B shows the photos in turn, X their difference, and | a divider`(
    keys: KeyScript, names: [String]
  ) async {
    let stage = await stage("|")
    await type(keys, stage)
    #expect(captions(stage) == names)
  }

  @Test(
    arguments: [
      ("", "a.jpg"), ("<Tab>", "b.jpg"), ("<Tab>X", "b.jpg"), ("X<Tab>", "b.jpg"),
      ("<Tab>|", "b.jpg"), ("<Tab>X<Tab>", "a.jpg"),
    ] as [(KeyScript, String)])
  func `the status line names the photo with the focus, on which keys act`(
    keys: KeyScript, name: String
  ) async {
    let stage = await stage("|")
    await type(keys, stage)
    #expect(stage.statusLine.contains(" \(name)"))
    #expect(stage.grid.selectedPhoto?.name == ByteString(name))
  }

  @Test(
    arguments: [
      ("3|", 0, ["b", "c"], "b"), ("3|<Tab>", 1, ["a", "c"], "c"),
      ("3|<Tab><Tab>", 2, ["a", "b"], "a"),
    ] as [(KeyScript, Int, [String], String)])
  func `a removed photo leaves the comparison to the others`(
    keys: KeyScript, number: Int, names: [String], focused: String
  ) async {
    let stage = await stage(keys)
    let paths = stage.grid.arrangement.compactMap(\.photo?.path)
    stage.grid.withdraw([paths[number]])
    await stage.settle()
    #expect(captions(stage) == names)
    #expect(stage.grid.selectedPhoto?.name == ByteString("\(focused).jpg"))
    stage.grid.withdraw(paths.filter { $0 != paths[number] && $0 != paths[3] && $0 != paths[4] })
    await stage.settle()
    #expect(viewer(stage)?.isComparing == false)
  }

  @Test func `the keys of the divider rotate as long as none is shown`() async {
    let stage = await stage("||")
    func place() -> Double? {
      guard case .blended(.divided(let place)) = viewer(stage)?.comparison else { return nil }
      return place
    }
    #expect(place() == 0.5)
    await type(">>", stage)
    #expect((place() ?? 0) > 0.55)
    await type("3<lt>", stage)
    #expect((place() ?? 1) < 0.5)
    #expect(viewer(stage)?.view?.turn == .topLeft)
    await type("|>", stage)
    #expect(place() == nil && viewer(stage)?.view?.turn == .rightTop)
  }

  @Test func `outside a comparison the keys keep their meaning`() async {
    let stage = await stage("<Enter>|")
    #expect(viewer(stage)?.view?.turn == .topRight)
    await type("X", stage)
    #expect(viewer(stage)?.isComparing == false)
    await type(":difference<Enter>", stage)
    #expect(stage.statusLine.contains("No command or photo named “difference”"))
  }

  @Test func `closing a comparison that the grid opened returns to the grid`() async {
    let stage = await stage("|X<Esc><Esc>")
    #expect(viewer(stage) == nil && stage.grid.viewer == nil)
    let other = await self.stage("<Enter><Tab>X<Esc><Esc>")
    #expect(viewer(other)?.isComparing == false)
  }

  @Test func `a viewer can begin with the comparison of all photos, and with a remark`() async {
    var viewing = ViewerSettings()
    (viewing.beginsWithComparison, viewing.remark) = (true, "added")
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 100, rows: 30, viewing: viewing)
    stage.browser.handle(.listed)
    await stage.settle()
    #expect(captions(stage) == ["a", "b"])
    #expect(stage.statusLine.contains("  added  "))
    // There was no grid before, so that quitting ends the program.
    await type("<Esc>", stage)
    #expect(viewer(stage)?.isComparing == false)
  }

  @Test func `the status line names the difference`() async {
    let stage = await stage("|X")
    #expect(stage.text.contains("difference, 8 times amplified"))
  }

  @Test func `users can bind the keys of a comparison`() async {
    var bindings = KeyBindings()
    bindings.bind(["v"], to: "blink", in: "comparison")
    let stage = await stage("|")
    stage.browser.bind(bindings)
    await type("vv", stage)
    #expect(captions(stage) == ["B b"])
  }
}
