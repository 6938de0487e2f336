import Base
import Browser
import Catalogs
import FileActions
import ImagePipeline
import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// Apple's motion photos: a photo and a video beside it, as one photo.
@MainActor
@Suite("Motion photos", .timeLimit(.minutes(30)))
struct MotionPhotoTests {
  private let home = TemporaryFolder()
  private nonisolated static let names = ["a.JPG", "a.MOV", "b.jpg", "c.mov"]

  private func stage(
    _ keys: KeyScript = "", joinsPairs: Bool = true, _ names: [String] = names
  ) async -> BrowserStage {
    for name in names { home.file(name) }
    let stage = BrowserStage(
      [], columns: 90, rows: 6,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))))
    stage.loader.move("a.MOV", ScriptedFrames.once)
    stage.grid.join(pairs: joinsPairs)
    stage.grid.show(CatalogSnapshot(photos: names.map { Photo(path: home.entry($0)) }))
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  private func listed(_ stage: BrowserStage) -> [String] {
    stage.grid.arrangement.photos.map(\.photo.name.lossyText)
  }

  private var files: [String] { home.names(in: ".").filter { $0 != "data" } }

  @Test func `a photo and its video are one cell with a play sign, and no RAW+JPEG pair`() async {
    let stage = await stage()
    #expect(listed(stage) == ["a.JPG", "b.jpg", "c.mov"])
    #expect(stage.text.contains("a.JPG ▶") && !stage.text.contains("b.jpg ▶"))
    #expect(!stage.text.contains("R+J"))
    let apart = await self.stage(joinsPairs: false)
    #expect(listed(apart) == Self.names && !apart.text.contains("a.JPG ▶"))
  }

  @Test func `with a raw file all three are one photo`() async {
    let stage = await stage("D", ["a.JPG", "a.MOV", "a.NEF", "b.jpg"])
    #expect(listed(stage) == ["b.jpg"] && files == ["b.jpg"])
    await type("u", stage)
    #expect(stage.text.contains("a.JPG R+J ▶") && files.count == 4)
  }

  private nonisolated static let deeds: [(KeyScript, [String])] = [
    ("D", ["b.jpg", "c.mov"]), ("Du", names), ("lD", ["a.JPG", "a.MOV", "c.mov"]),
    (":delete!<Enter>1<Enter>", ["b.jpg", "c.mov"]),
    (":rename z.JPG<Enter>", ["b.jpg", "c.mov", "z.JPG", "z.MOV"]),
    (":rename x-{n}{ext}<Enter>", ["b.jpg", "c.mov", "x-1.JPG", "x-1.MOV"]),
  ]

  @Test(arguments: deeds)
  func `an action on a photo applies to its video`(keys: KeyScript, left: [String]) async {
    _ = await stage(keys)
    #expect(files == left)
  }

  @Test func `Space plays the video once, and the photo comes back`() async {
    let stage = await stage("<Enter>")
    #expect(stage.loader.motionCount == 0 && stage.text.hasPrefix("aaaa"))
    #expect(stage.statusLine.contains("Space plays"))
    for turn in 1...2 {
      stage.type("<Space>")
      await settleMainActor(until: { stage.text.hasPrefix("0000") })
      #expect(stage.loader.motionCount == turn)
      await stage.clock.hasSleepers(1)
      stage.clock.advance(by: .milliseconds(100))
      await settleMainActor(until: { stage.text.hasPrefix("1111") || stage.text.hasPrefix("aaaa") })
      await settleMainActor(until: { stage.text.hasPrefix("aaaa") })
      #expect(stage.statusLine.contains("Space plays"))
    }
    stage.type("n<Space>")
    await stage.settle()
    #expect(stage.text.hasPrefix("bbbb") && stage.statusLine.contains("Not an animation"))
  }

  @Test func `a video that only metadata mentions has a play sign, and plays`() async {
    for name in ["a.jpg", "b.jpg"] { home.file(name) }
    let index = PhotoIndex(folder: nil)
    let records = PhotoRecordReader(
      index: index, decoder: MotionMetadata(), workingFolder: Array(home.path.utf8))
    let stage = BrowserStage(
      ["a.jpg", "b.jpg"].map(home.name), columns: 90, rows: 6,
      facts: IndexedFactsReader(records, sidecars: SidecarReader(index: index)))
    stage.loader.hide(ScriptedFrames.once, in: "a.jpg")
    await stage.settle()
    await stage.wait { stage.text.contains("a.jpg ▶") }
    #expect(!stage.text.contains("b.jpg ▶"))
    stage.type("<Enter>")
    await stage.settle()
    #expect(stage.statusLine.contains("Space plays") && stage.loader.motionCount == 0)
    stage.type("<Space>")
    await settleMainActor(until: { stage.text.hasPrefix("0000") })
  }

  @Test func `Space stops the video, and a step shows its next frame`() async {
    let stage = await stage("<Enter>")
    stage.type("<Space>")
    await settleMainActor(until: { stage.text.hasPrefix("0000") })
    stage.type("<Space>")
    await stage.settle()
    #expect(stage.statusLine.contains("frame 1 · stopped"))
    stage.type(".")
    await settleMainActor(until: { stage.text.hasPrefix("1111") })
    stage.type("n")
    await stage.settle()
    #expect(stage.text.hasPrefix("bbbb"))
  }
}

/// Says of every `a.jpg` that a video is behind it.
private struct MotionMetadata: MetadataReading {
  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    sources.map { source in
      var metadata = PhotoMetadata()
      if case .file(let path) = source, path.suffix(5).elementsEqual("a.jpg".utf8) {
        metadata.isMotionPhoto = true
      }
      return .success(metadata)
    }
  }
}

extension ScriptedFrames {
  fileprivate static var once: ScriptedFrames {
    var frames = ScriptedFrames(100, 100)
    frames.playCount = 1
    return frames
  }
}
