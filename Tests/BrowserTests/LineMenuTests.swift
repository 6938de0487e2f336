import Base
import Catalogs
import Imaging
import Storage
import Terminal
import Testing

@testable import Browser
@testable import Photos

/// Photos of two cameras, one of which has a hostile name.
private struct CameraFacts: PhotoFactsReading {
  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {
    let facts = photos.indices.map { place in
      var facts = PhotoFacts()
      let camera = place == 1 ? "Evil \u{1B}[31m\u{202E}" : "Canon EOS R5"
      facts.words = PhotoWords(camera: camera, lens: nil, label: nil)
      facts.isRead = true
      return facts as PhotoFacts?
    }
    _ = await send(.found(photos.indices, facts))
  }
}

@MainActor
@Suite("The list above a typed line")
struct LineMenuTests {
  private func stage(_ keys: KeyScript, columns: Int = 80, rows: Int = 24) -> BrowserStage {
    let stage = BrowserStage(
      ["a.jpg", "b.png", "c.jpg"], columns: columns, rows: rows, facts: CameraFacts())
    stage.type(keys)
    return stage
  }

  private func rows(_ stage: BrowserStage) -> [String] {
    stage.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The rows of the list without its border.
  private func list(_ stage: BrowserStage) -> [String] {
    rows(stage).filter { $0.hasPrefix("│ ") || $0.hasPrefix("│›") }
  }

  /// The typed line, without the label.
  private func line(_ stage: BrowserStage) -> String {
    (stage.top as? any TextInputLayer)?.editor.text ?? ""
  }

  @Test func `an empty command line has none until Tab lists all commands`() {
    let stage = stage(":")
    #expect(list(stage).isEmpty)
    stage.type("<Tab>")
    #expect(line(stage).isEmpty && list(stage).count == 10)
    #expect(rows(stage).contains { $0.hasPrefix("╭─ commands ──") })
    #expect(list(stage)[0].hasPrefix("│ back                      close, or quit from the grid"))
  }

  @Test func `a command is shown with its help and its key`() {
    let stage = stage(":mark-al")
    #expect(list(stage).count == 1)
    #expect(list(stage)[0].hasPrefix("│ mark-all                  mark all photos     "))
    #expect(list(stage)[0].hasSuffix("Ctrl-a │"))
    var bindings = KeyBindings()
    bindings.bind(["Z"], to: "mark-all", in: "grid")
    bindings.bind([.control("a")], to: nil, in: "grid")
    stage.browser.bind(bindings)
    stage.type("<Esc>:mark-al")
    #expect(list(stage)[0].hasSuffix("  Z │"))
  }

  @Test(
    arguments: [
      (":mark<Tab>", "mark"), (":mark<Tab><Tab>", "mark-all"),
      (":mark<Tab><Tab><Shift-Tab>", "mark"), (":mark<Shift-Tab>", "only-marked"),
      (":mark<Shift-Tab><Tab>", "mark"), (":mark-t<Tab>", "mark-through"), (":<Tab><Tab>", "back"),
      (":mov<Tab>", "move "), (":filt<Tab>lake", "filter lake"), (":zzz<Tab>", "zzz"),
      (":mark<Tab><Tab><Backspace>", "mark-al"), (":copy<Tab>", "copy "),
      (":copy<Tab><Tab>", "copy-path"), (":sort-k<Tab><Tab><Up>", "sort-kind-reversed"),
      (":mark<Tab><Tab>-x", "mark-all-x"),
    ] as [(KeyScript, String)])
  func `Tab and Shift-Tab choose from it`(keys: KeyScript, text: String) {
    #expect(line(stage(keys)) == text)
  }

  @Test func `choosing keeps the list, and editing filters it`() {
    let stage = stage(":sort-s")
    let names = list(stage)
    stage.type("<Tab><Tab>")
    #expect(list(stage).map { $0.dropFirst(2) } == names.map { $0.dropFirst(2) })
    #expect(list(stage).map { $0.hasPrefix("│›") } == names.indices.map { $0 == 1 })
    stage.type("<Backspace>")
    #expect(list(stage).count == 1)
  }

  @Test func `Enter runs the chosen command`() {
    let stage = stage(":las<Tab><Enter>")
    #expect(stage.statusLine.hasPrefix(" 3/3"))
    stage.type(":qui<Tab><Enter>")
    #expect(!stage.browser.isRunning)
  }

  @Test func `a long list scrolls to the chosen line`() {
    let stage = stage(":<Tab><Shift-Tab>")
    #expect(list(stage).count == 10)
    #expect(list(stage)[9].hasPrefix("│›\(line(stage)) "))
    stage.type("<Tab>")
    #expect(list(stage)[0].hasPrefix("│›back "))
  }

  @Test(arguments: [":42", ":2024-05", ":lake.jpg", ":!ls", ":copy ~/picks", ":!"] as [KeyScript])
  func `a photo, a date and an argument are typed without it`(keys: KeyScript) {
    #expect(list(stage(keys)).isEmpty)
  }

  @Test(arguments: [(80, 24), (40, 12), (80, 6), (20, 5), (80, 4), (5, 9), (1, 3)])
  func `it never covers the line or the status`(columns: Int, rows: Int) {
    let stage = stage(":s", columns: columns, rows: rows)
    let before = self.rows(stage)
    stage.type("<Tab>")
    #expect(stage.browser.frame().cursor?.row == rows - 2)
    for shown in [before, self.rows(stage)] {
      #expect(!shown.suffix(2).contains { $0.contains("│") || $0.contains("╰") })
    }
  }

  // MARK: - Filters

  @Test(
    arguments: [
      ("fcam<Tab>", "camera:"), ("/cam<Tab>", "camera:"), ("flake !cam<Tab>", "lake !camera:"),
      ("fkin<Tab><Tab>", "kind:"), ("fkin<Tab><Tab><Tab>", "kind:jpeg"),
      ("fkin<Tab><Tab><Tab><Tab>", "kind:png"), ("fkind:p<Tab>", "kind:png"),
      ("fkind:png|j<Tab>", "kind:png|jpeg"), ("fmark<Tab>", "marked"),
      ("fcam x<Left><Left><Tab>", "camera: x"), ("f<Tab>", ""), ("f<Tab><Tab>", "size:"),
      ("fex<Tab><Tab>", "ext:"), ("fex<Tab><Tab><Tab>", "ext:jpg"), ("fla<Tab>", "label:"),
      ("fla<Tab><Tab>", "landscape"), ("fla<Shift-Tab>", "flag:"),
      ("flens<Tab><Left><Right>ca<Tab>", "lens:ca"), ("fzzz<Tab>", "zzz"), ("?/cam<Tab>", "cam"),
    ] as [(KeyScript, String)])
  func `Tab completes fields and values in a filter`(keys: KeyScript, text: String) {
    #expect(line(stage(keys)) == text)
  }

  @Test func `an empty filter lists the fields with their meanings`() {
    let stage = stage("f<Tab>")
    #expect(rows(stage).contains { $0.hasPrefix("╭─ fields ──") })
    #expect(list(stage)[0].hasPrefix("│ size:                     file size"))
    stage.type("lake")
    #expect(list(stage).isEmpty && stage.grid.filter.text == "lake")
  }

  @Test func `the cameras of the photos are listed, and quoted`() async {
    let stage = stage("")
    await stage.arrange("fcamera:")
    stage.type("<Tab>")
    let values = list(stage).map { $0.dropFirst(2).prefix(34) }
    #expect(values == ["Canon EOS R5              2 photos", "Evil                      1 photo "])
    stage.type("<Tab>")
    #expect(line(stage) == "camera:\"Canon EOS R5\"")
    #expect(stage.grid.filter.text == line(stage) && stage.grid.arrangement.count == 2)
    stage.type("<Enter>")
    #expect(list(stage).isEmpty && stage.statusLine.hasPrefix(" 1/2 of 3"))
  }

  @Test func `a hostile value is completed as far as it is safe, and finds its photo`() async {
    let stage = stage("")
    await stage.arrange("fcamera:ev")
    stage.type("<Tab>")
    #expect(line(stage) == "camera:\"Evil \"")
    #expect(!stage.text.unicodeScalars.contains { ["\u{1B}", "\u{202E}"].contains($0) })
    #expect(stage.grid.arrangement.count == 1)
  }
}
