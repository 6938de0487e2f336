import Base
import Browser
import Catalogs
import Imaging
import Photos
import Storage
import Terminal
import TestSupport
import Testing

/// Hostile alternative texts.
private struct AltTexts: PhotoFactsReading {
  var town: Town?

  func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {}

  func readTexts(of photos: PhotoList, send: @escaping TextsHandler) async {
    var texts = TextTable()
    for place in photos.indices {
      var description = PhotoDescription()
      description.altText = "Text of \(photos.name(at: place).lossyText)\u{1B}[31m"
      texts.set(description, at: town, of: photos.id(at: place))
    }
    _ = await send(texts)
  }
}

/// The lines that are announced where nothing is drawn.
@MainActor
@Suite("Announcements line by line", .timeLimit(.minutes(30)))
struct PlainTests {
  @MainActor private final class Transcript {
    var lines: [String] = []
    var prompts: [String] = []
    private(set) var isLine = false

    lazy var announcer = ScreenReaderAnnouncer(
      write: { [unowned self] in lines.append($0) },
      ask: { [unowned self] prompt in
        isLine = prompt != nil
        if let prompt { prompts.append(prompt.text) }
      })

    /// The lines announced since the last call.
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  private let transcript = Transcript()

  private func stage(
    _ names: [String] = ["apple.jpg", "beach.jpg", "lake.jpg"],
    facts: any PhotoFactsReading = FileFactsReader()
  ) async -> BrowserStage {
    let stage = BrowserStage(
      names, columns: 20, rows: 81, viewing: ViewerSettings(allowsMotion: false),
      facts: facts, announcer: transcript.announcer)
    stage.browser.show()
    await stage.settle()
    stage.browser.show()
    return stage
  }

  private func said(_ stage: BrowserStage, _ keys: KeyScript) -> [String] {
    stage.type(keys)
    stage.browser.show()
    return transcript.take()
  }

  @Test func `the number of photos is announced, then the selected one, then its facts`() async {
    _ = await stage()
    #expect(transcript.take() == ["3 photos", "1 of 3: apple.jpg", "40 x 30 pixels, 1.2 kB"])
  }

  @Test func `an alternative text is announced before the name`() async {
    let stage = await stage(facts: AltTexts())
    _ = transcript.take()
    stage.grid.announceTexts()
    await stage.settle()
    #expect(said(stage, "") == ["Text of apple.jpg\u{FFFD}[31m"])
    #expect(
      said(stage, "j") == [
        "2 of 3: Text of beach.jpg\u{FFFD}[31m, beach.jpg, 40 x 30 pixels, 1.2 kB"
      ])
  }

  @Test func `the town is announced with the facts`() async {
    let town = Town(name: "Paris", region: "Île\u{1B}", country: "France", countryCodes: ["FR"])
    let stage = await stage(facts: AltTexts(town: town))
    stage.grid.announceTexts()
    await stage.settle()
    _ = said(stage, "")
    #expect(said(stage, "j")[0].hasSuffix("1.2 kB, near Paris, Île\u{FFFD}, France"))
  }

  @Test func `a move announces one line, and a frame without change none`() async {
    let stage = await stage()
    _ = transcript.take()
    #expect(said(stage, "j") == ["2 of 3: beach.jpg, 40 x 30 pixels, 1.2 kB"])
    #expect(said(stage, "") == [])
    #expect(said(stage, "j") == ["3 of 3: lake.jpg, 40 x 30 pixels, 1.2 kB"])
    #expect(said(stage, "j") == [])
    #expect(said(stage, "gg") == ["1 of 3: apple.jpg, 40 x 30 pixels, 1.2 kB"])
  }

  @Test func `a mark is announced when it is set, with its photo, and when it is cleared`() async {
    let stage = await stage()
    _ = transcript.take()
    #expect(said(stage, "m") == ["marked, 1 in all"])
    #expect(said(stage, "j") == ["2 of 3: beach.jpg, 40 x 30 pixels, 1.2 kB"])
    #expect(said(stage, "k") == ["1 of 3: apple.jpg, 40 x 30 pixels, 1.2 kB, marked, 1 in all"])
    #expect(said(stage, "m") == ["unmarked, 0 marked in all"])
  }

  @Test func `a filter is read with a prompt, and its result is announced after Enter`() async {
    let stage = await stage()
    _ = transcript.take()
    #expect(said(stage, "f") == [])
    #expect(transcript.prompts == ["filter:"] && transcript.isLine)
    stage.browser.handle(.terminal(.paste("lake")))
    stage.type("<Enter>")
    stage.browser.show()
    #expect(!transcript.isLine)
    #expect(
      transcript.take() == [
        "1 of 3 photos, filter: lake", "1 of 1: lake.jpg, 40 x 30 pixels, 1.2 kB",
      ])
    stage.type("f")
    stage.browser.show()
    #expect(transcript.prompts.last == "filter: (Enter alone keeps “lake”)")
  }

  @Test func `messages for unbound keys, the keys after a prefix and layers are announced`() async {
    let stage = await stage()
    _ = transcript.take()
    #expect(said(stage, "z") == ["z does nothing here – ? for help"])
    #expect(said(stage, "g").joined().contains("g first"))
    #expect(said(stage, "<Esc>") == [])
    #expect(said(stage, "C").first == "cache panel")
  }

  @Test func `the help announces every key, and the photo again when it is closed`() async {
    let stage = await stage()
    _ = transcript.take()
    let help = said(stage, "?")
    #expect(help.prefix(2) == ["help", "Moving:"])
    #expect(help.contains("h, Left: previous photo"))
    let entries = HelpText(keymaps: [.grid, .viewer]).sections.flatMap(\.entries)
    #expect(entries.allSatisfy { entry in help.contains { $0.hasPrefix("\(entry.left): ") } })
    #expect(said(stage, "q") == ["grid", "1 of 3: apple.jpg, 40 x 30 pixels, 1.2 kB"])
  }

  @Test func `the viewer is announced with its photo, and then the next photo`() async {
    let stage = await stage()
    _ = transcript.take()
    #expect(said(stage, "<Enter>") == ["viewer", "1 of 3: apple.jpg"])
    await stage.settle()
    #expect(said(stage, "") == ["40 x 30 pixels, 1.2 kB"])
    stage.type("n")
    await stage.settle()
    #expect(said(stage, "") == ["2 of 3: beach.jpg, 40 x 30 pixels, 1.2 kB"])
  }

  @Test func `a filter without matches is announced`() async {
    let stage = await stage()
    _ = transcript.take()
    #expect(said(stage, "fzz<Enter>") == ["No photo matches zz – Esc shows all"])
  }

  @Test func `control and bidi characters in names are not announced`() async {
    _ = await stage(["a\u{1b}[31mb\u{202e}.jpg"])
    let text = transcript.take().joined()
    #expect(!text.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" })
  }
}
