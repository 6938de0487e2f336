import Base
import Browser
import Catalogs
import FileActions
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

/// Picking one frame of a burst, by keys, on the screen and in the sidecars.
@MainActor
struct SurveyFrameTests {
  private let home = TemporaryFolder()

  /// A burst of six frames, of which the third is the sharpest, and a photo of another day.
  private func stage(_ keys: KeyScript) async -> BrowserStage {
    let names = ["a", "b", "c", "d", "e", "f", "z"].map { "\($0).jpg" }
    for name in names { home.file(name) }
    let stage = BrowserStage(
      names.map(home.name), columns: 120, rows: 30,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))),
      facts: FramesReader(home: home))
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    for key in keys.keys {
      stage.browser.handle(.terminal(.key(key)))
      await stage.arrange("")
      await stage.settle()
    }
    await stage.finishActions()
    await stage.settle()
  }

  /// The letters of the photos in the panes, the one with the focus as a capital.
  private func panes(_ stage: BrowserStage) -> String {
    guard let layer = stage.top as? ViewerLayer else { return "" }
    return layer.viewer.photos.map { photo in
      let letter = photo.photo.map { String($0.name.lossyText.prefix(1)) } ?? "-"
      return photo.hasFocus ? letter.uppercased() : letter
    }.joined()
  }

  private func noted(_ value: String, as property: SidecarProperty) -> String {
    home.names(in: ".").filter { $0.hasSuffix(".xmp") }.sorted().filter { name in
      (try? SidecarDocument(home.bytes(of: name)))?.value(of: property) == value
    }.map { String($0.prefix(1)) }.joined()
  }

  private func selected(_ stage: BrowserStage) -> String? {
    stage.grid.selectedPhoto?.name.lossyText
  }

  @Test(
    arguments: [
      ("gs;s", "abCd"), ("gb;s", "Abcd"), ("gbGk;s", "abcE"), ("gs<Enter>;s", "abCd"),
      ("gbK;s", "Abcd"), ("gbKs", "Abcd"), ("gb<Enter>;s", "Abcd"), ("gb<Enter>Ks", "Abcd"),
      ("gbll;s<Tab>", "abcD"), ("gbll;sh", "aBcd"), ("gb;sp", "abcD"), ("gblllll;s", "abcF"),
      ("gb:survey<Enter>", "Abcd"), (";s;s", "Abcd"),
      ("gb;s;x", "eBcd"), ("gb;sl;x", "aeCd"), ("gb;s;x;x;x", "efD"), ("gb;sxx", "efCd"),
      ("gbKsxxxx", "Ef"),
      // A restored frame returns only if a pane is free.
      ("gb;s;xu", "eBcd"), ("gb;s;x;x;xu", "efDc"),
    ] as [(KeyScript, String)])
  func `a survey shows frames side by side, and a rejected one is replaced`(
    keys: KeyScript, shown: String
  ) async {
    let stage = await stage(keys)
    #expect(panes(stage) == shown)
  }

  @Test func `the last frame left is picked, and the previous screen returns`() async {
    let stage = await stage("gb;s;x;x;x;x;x")
    #expect(panes(stage) == "")
    #expect(noted("-1", as: .rating) == "abcde")
    #expect(noted("1", as: .pick) == "f")
    #expect(stage.statusLine.contains("f.jpg picked, last of 6 frames"))
    #expect(selected(stage) == "a.jpg")
    await type("u", stage)
    #expect(noted("1", as: .pick) == "")
    #expect(noted("-1", as: .rating) == "abcde")
  }

  @Test(arguments: ["gs;s", "gsK;s"] as [KeyScript])
  func `a rejection typed too often does not reject the picked frame`(keys: KeyScript) async {
    let stage = await stage(keys)
    await type(";x;x;x;x;x", stage)
    let picked = noted("1", as: .pick)
    await type(";x", stage)
    #expect(stage.statusLine.contains("The survey is over – "))
    #expect(noted("1", as: .pick) == picked && noted("-1", as: .rating).count == 5)
    await type(";x", stage)
    #expect(noted("-1", as: .rating).count == 6)
  }

  @Test func `compared photos have their stars in the caption`() async {
    let stage = await stage("gb;4;s")
    #expect(stage.text.contains("★★★★ a.jpg") && !stage.text.contains("★ b.jpg"))
  }

  @Test func `a stack is folded again at the end of a survey`() async {
    let stage = await stage("gs;s;x;x;x;x;x")
    #expect(panes(stage) == "")
    #expect(stage.grid.arrangement.count == 2)
    #expect(noted("1", as: .pick).count == 1)
    #expect(stage.grid.selection.index == 0)
  }

  @Test func `a survey from the viewer returns to the photo shown before`() async {
    let stage = await stage("gbll<Enter>;s;x;x;x;x;x")
    #expect(panes(stage) == "C")
    #expect(noted("1", as: .pick).count == 1)
  }

  @Test(arguments: ["gs;s<Esc>", "gs;s;x<Esc>", "gs;sq", "gsK;s<Esc>"] as [KeyScript])
  func `leaving a survey picks nothing and folds the stack again`(keys: KeyScript) async {
    let stage = await stage(keys)
    #expect(panes(stage) == "")
    #expect(noted("1", as: .pick) == "")
    #expect(stage.grid.arrangement.count == 2)
    #expect(stage.grid.selection.index == 0)
  }

  @Test func `a survey shows the number of frames left and the sharpest one`() async {
    let stage = await stage("gs;s")
    #expect(stage.statusLine.contains("comparing 6 of 6, x rejects"))
    #expect(stage.statusLine.contains("sharpest of 6"))
    #expect(stage.text.contains("◎ c.jpg"))
    await type("h;x", stage)
    await type("hl", stage)
    #expect(stage.statusLine.contains("comparing 5 of 6"))
    #expect(stage.statusLine.contains("sharpest of 5"))
  }

  @Test(
    arguments: [
      ("gbG", "This photo is not part of a burst"),
      ("gb;s;x;x;x;x;x", "Fewer than two frames of this burst are left"),
    ] as [(KeyScript, String)])
  func `a survey that is not possible shows the reason`(keys: KeyScript, words: String) async {
    let stage = await stage(keys)
    stage.type(";s")
    #expect(stage.statusLine.contains(words))
  }

  @Test(
    arguments: [
      (";s", "Abcd"), ("l;s", "aBcd"), ("<Enter>;s", "Abcd"),
      // Not after another photo was selected, nor below the help.
      (";sG", ""), (";s?", ""), (";s<Enter>", "Abcd"),
    ] as [(KeyScript, String)])
  func `a requested survey opens when the bursts are known`(
    keys: KeyScript, panes: String
  ) async {
    var reader = FramesReader(home: home)
    reader.mayRead = Watched(false)
    let names = ["a", "b", "c", "d", "e", "f", "z"].map { "\($0).jpg" }
    let stage = BrowserStage(names.map(home.name), columns: 120, rows: 30, facts: reader)
    stage.type(keys)
    reader.mayRead.change { $0 = true }
    await stage.arrange("")
    await stage.takeEvents()
    await stage.settle()
    #expect(self.panes(stage) == panes)
  }

  @Test func `a requested survey of a photo outside a burst gives a message`() async {
    var reader = FramesReader(home: home)
    reader.mayRead = Watched(false)
    let stage = BrowserStage([home.name("z.jpg")], columns: 90, facts: reader)
    stage.type(";s")
    #expect(stage.statusLine.contains("Finding bursts… opens when done"))
    reader.mayRead.change { $0 = true }
    await stage.arrange("")
    await stage.takeEvents()
    #expect(stage.statusLine.contains("This photo is not part of a burst"))
  }
}

/// Frames of one second, and a photo of the next day with the same perceptual hash.
private struct FramesReader: PhotoFactsReading {
  let home: TemporaryFolder
  var mayRead = Watched(true)

  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {
    await mayRead.wait { $0 }
    let facts = photos.indices.map { place in
      var facts = PhotoFacts()
      let isLate = photos.name(at: place).lossyText == "z.jpg"
      facts.taken = TakenTime(
        wallMilliseconds: isLate ? 86_400_000 : Int64(place), source: .photo)
      facts.rating = rating(of: photos[place])
      facts.isRead = true
      return facts as PhotoFacts?
    }
    guard await send(.found(photos.indices, facts)), depth == .hashes else { return }
    _ = await send(.hashed(photos.indices.map { ($0, DifferenceHash(bits: 7)) }))
  }

  /// The current rating in the sidecar.
  private func rating(of photo: Photo) -> Int? {
    let sidecar = photo.name.lossyText + ".xmp"
    guard home.names(in: ".").contains(sidecar),
      let document = try? SidecarDocument(home.bytes(of: sidecar))
    else { return nil }
    return document.value(of: .rating).flatMap { Int($0) }
  }

  func measure(
    _ photos: PhotoList,
    send: @escaping @MainActor @Sendable ([(place: Int, sharpness: Sharpness?)]) -> Bool
  ) async {
    _ = await send(
      photos.indices.map { place in
        let isSharp = photos.name(at: place).lossyText == "c.jpg"
        return (place, Sharpness(hundredths: isSharp ? 900 : 100))
      })
  }
}
