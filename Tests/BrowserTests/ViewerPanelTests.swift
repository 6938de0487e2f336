import Base
import Browser
import Catalogs
import DecoderProtocol
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

/// Panels over a photo in the viewer: info, histogram and the marks of clipping.
@MainActor
@Suite("Panels over a photo", .timeLimit(.minutes(30)))
struct ViewerPanelTests {
  /// A viewer with all photos loaded.
  private func stage(columns: Int, rows: Int, symbols: SymbolSet = .quadrants) async -> BrowserStage
  {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: columns, rows: rows, symbols: symbols)
    await stage.settle()
    stage.type("<Enter>")
    await stage.settle()
    return stage
  }

  /// Completes the last request for the histogram of a view.
  private func count(_ tones: ToneHistogram, in stage: BrowserStage) async {
    await stage.settle()
    await stage.count(tones)
  }

  private static let metadata: PhotoMetadata = {
    var metadata = PhotoMetadata()
    metadata.title = "Dunes"
    metadata.caption = "Sand in the wind of a long afternoon, seen from the tower by the sea"
    metadata.camera("NIKON CORPORATION", "NIKON D70")
    metadata.exposureTime = Fraction(1, 250)
    metadata.iso = 200
    metadata.position = GeoPosition(latitude: 48.198634, longitude: -16.371648)
    metadata.rating = 4
    metadata.size = PixelSize(width: 3008, height: 2000)
    metadata.format = .jpeg
    metadata.byteCount = 2_400_000
    return metadata
  }()

  /// A ramp from black to white: red everywhere, green in its upper half, blue in its upper quarter.
  private static let ramp: ToneHistogram = {
    var ramp = Bitmap(size: PixelSize(width: 256, height: 1))
    for x in 0..<256 {
      let value = UInt8(x)
      ramp[x, 0] = RGB(value, value < 128 ? 0 : value, value < 192 ? 0 : value)
    }
    return ToneHistogram(of: ramp)
  }()

  @Test func `e shows and hides the info panel beside the photo`() async {
    let stage = await stage(columns: 78, rows: 22)
    let plain = stage.text
    stage.type("e")
    #expect(stage.text.contains("│ reading …"))
    await stage.read(.success(Self.metadata))
    await stage.settle()
    #expect(
      stage.text == """
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╭─ info ─────────────────────────────╮
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Title         Dunes                │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Caption       Sand in the wind of  │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│               a long afternoon,    │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│               seen from the tower  │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│               by the sea           │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Rating        4 of 5               │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Place         48.19863, -16.37165  │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Camera        NIKON D70            │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Exposure      1/250 s              │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ISO           200                  │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Size          3008x2000, 6 MP      │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Format        JPEG, 2.4 MB         │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╰────────────────────────────────────╯
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
         1/2  a.jpg  40x30  1.2 kB  100 %               n/p next/prev  ? keys  q back
        """)
    stage.type("e")
    await stage.settle()
    #expect(stage.text == plain)
  }

  @Test func `on a narrow terminal the info panel is over the photo`() async {
    let stage = await stage(columns: 60, rows: 13)
    stage.type("e")
    await stage.read(.success(Self.metadata))
    #expect(
      stage.text == """
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╭─ info ─────────────────────╮
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Title  Dunes               │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Caption                    │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│  Sand in the wind of a     │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│  long afternoon, seen from │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│  the tower by the sea      │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Rating  4 of 5             │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Place                      │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│  48.19863, -16.37165       │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Camera  NIKON D70          │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ … 4 more: photocell info   │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╰────────────────────────────╯
         1/2  a.jpg  40x30  1.2 kB    n/p next/prev  ? keys  q back
        """)
  }

  @Test func `the histogram never covers the info panel`() async {
    let stage = await stage(columns: 60, rows: 13)
    stage.type("H")
    await count(Self.ramp, in: stage)
    #expect(stage.text.contains("histogram"))
    stage.type("e")
    await stage.read(.success(Self.metadata))
    #expect(stage.text.contains("a╭─ histogram ────╮╭─ info ──"))
  }

  @Test func `the histogram is below the info panel where it fits`() async {
    let stage = await stage(columns: 78, rows: 34)
    stage.type("eH")
    await stage.read(.success(Self.metadata))
    await stage.settle()
    await count(Self.ramp, in: stage)
    #expect(
      stage.text == """
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╭─ info ─────────────────────────────╮
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Title         Dunes                │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Caption       Sand in the wind of  │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│               a long afternoon,    │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│               seen from the tower  │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│               by the sea           │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Rating        4 of 5               │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Place         48.19863, -16.37165  │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Camera        NIKON D70            │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Exposure      1/250 s              │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ISO           200                  │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Size          3008x2000, 6 MP      │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ Format        JPEG, 2.4 MB         │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╰────────────────────────────────────╯
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╭─ histogram ────────────────────────╮
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ██████████████████████████████████ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ █████████████████████████▂████████ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ██████████████████████████████████ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ▇██▃                               │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ████           ▁▄▃▄▄▃▄▃▃ ▁▃▃▃▃▃▃▃▃ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ clipped 0.8 %        clipped 0.8 % │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╰────────────────────────────────────╯
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
         1/2  a.jpg  40x30  1.2 kB  100 %               n/p next/prev  ? keys  q back
        """)
  }

  @Test
  func `neither info panel nor histogram covers the pixels of the photo`() async {
    let stage = await stage(columns: 78, rows: 22)
    for keys in ["e", "H"] as [KeyScript] {
      let first = stage.loader.requests.count
      stage.type(keys)
      await stage.loader.settle()
      for load in first..<stage.loader.requests.count { stage.loader.completeInPixels(load) }
      await stage.loader.settle()
    }
    let frame = stage.browser.frame()
    #expect(frame.pictures.map(\.frame) == [Rect(column: 0, row: 0, columns: 40, rows: 21)])
    #expect(frame.pictures.allSatisfy { !$0.isCovered })
  }

  @Test func `a narrow info panel has values below their names, and counts the rest`() async {
    let stage = await stage(columns: 30, rows: 12)
    stage.type("e")
    await stage.read(.success(Self.metadata))
    #expect(
      stage.text == """
        aaaaaa╭─ info ───────────────╮
        aaaaaa│ Title  Dunes         │
        aaaaaa│ Caption              │
        aaaaaa│  Sand in the wind of │
        aaaaaa│  a long afternoon,   │
        aaaaaa│  seen from the tower │
        aaaaaa│  by the sea          │
        aaaaaa│ Rating  4 of 5       │
        aaaaaa│ … 6 more: photocell… │
        aaaaaa╰──────────────────────╯
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
         1/2  a.jpg  40x30  1.2 kB
        """)
  }

  @Test(arguments: [(1, 1), (3, 2), (4, 4), (5, 4), (9, 3), (12, 5), (20, 60), (200, 3)])
  func `info panel and histogram are drawn at every terminal size`(columns: Int, rows: Int) async {
    let stage = await stage(columns: columns, rows: rows)
    stage.type("eH")
    await stage.read(.success(Self.metadata))
    await count(Self.ramp, in: stage)
    #expect(!stage.loader.counts.questions.isEmpty)
    #expect(stage.browser.frame().size == CellSize(columns: columns, rows: rows))
  }

  @Test
  func `while the next photo is loading the info panel is that of the photo shown`() async {
    let stage = await stage(columns: 64, rows: 20)
    stage.type("e")
    await stage.read(.success(Self.metadata))
    #expect(stage.text.contains("Dunes"))
    stage.type("n")
    // The previous photo is still shown, and so is its info.
    #expect(stage.text.contains("Dunes"))
    var other = PhotoMetadata()
    other.title = "Sea"
    await stage.read(.success(other))
    #expect(!stage.text.contains("Sea") && stage.text.contains("Dunes"))
    await stage.settle()
    #expect(stage.text.contains("Sea") && !stage.text.contains("Dunes"))
    stage.type("p")
    await stage.settle()
    #expect(stage.text.contains("Dunes"))
    #expect(stage.loader.readings.questions.map { "\($0)" } == ["a.jpg", "b.jpg", "a.jpg"])
  }

  @Test func `an error of reading the metadata is shown, and r reads it again`() async {
    let stage = await stage(columns: 64, rows: 20)
    stage.type("e")
    let damaged = ImageError.Cause.decoding(.refused(.damaged))
    await stage.read(.failure(damaged), isShown: "│ \(damaged)")
    stage.type("r")
    await stage.read(.success(Self.metadata))
    #expect(stage.text.contains("Dunes"))
  }

  @Test(arguments: [
    "a\u{1B}[2Jb", "a\u{202E}b\u{2066}", "a\nb\r\nc\u{85}d\u{2028}e", "\u{9B}31m\u{7}",
    String(repeating: "x", count: 100_000), String(repeating: "word ", count: 20_000),
    "a" + String(repeating: "\u{301}", count: 50_000), String(repeating: "宽", count: 30_000),
    "\u{10EEEE}\u{305}",
  ])
  func `hostile texts stay inside the info panel, without control characters`(text: String) async {
    let stage = await stage(columns: 78, rows: 40)
    stage.type("e")
    var metadata = PhotoMetadata()
    (metadata.title, metadata.caption, metadata.make, metadata.software) = (text, text, text, text)
    metadata.keywords = [text, text]
    metadata.iso = 100
    await stage.read(.success(metadata))
    await stage.settle()
    let canvas = stage.browser.frame().canvas
    for glyph in canvas.glyphs where !glyph.isContinuation {
      let value = glyph.scalar.value
      #expect(value >= 0x20 && !(0x7F...0x9F).contains(value))
      #expect(!(0x202A...0x202E).contains(value) && !(0x2066...0x2069).contains(value))
      #expect(value != 0x10EEEE)
    }
    // The panel has its usual width and border, and shows the rest.
    #expect(canvas[39, 1].scalar == "a" && canvas[40, 1].scalar == "│")
    #expect(canvas[77, 0].scalar == "╮" && canvas[77, 1].scalar == "│")
    #expect(stage.text.contains("│ ISO           100 "))
  }

  @Test func `H shows the histogram at the right, then in a log scale, then hides it`() async {
    let stage = await stage(columns: 70, rows: 18)
    let plain = stage.text
    stage.type("H")
    await count(Self.ramp, in: stage)
    #expect(
      stage.text == """
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╭─ histogram ─────────────────────╮
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ███████████████████████████████ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ███████████████▃███████████████ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ███████████████████████████████ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ▇██                             │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ███▆          ▂▃▄▃▄▄▃▃ ▂▃▃▃▃▃▃▃ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ clipped 0.8 %     clipped 0.8 % │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╰─────────────────────────────────╯
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
         1/2  a.jpg  40x30  1.2 kB  100 %       n/p next/prev  ? keys  q back
        """)
    stage.type("H")
    #expect(
      stage.text == """
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╭─ histogram, log ────────────────╮
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ███████████████▁███████▄███████ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ███████████████████████████████ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ███████████████████████████████ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ███▄           ▂▂▂▂▂▂▁  ▂▂▂▂▂▂▂ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ ████          ████████ ████████ │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│ clipped 0.8 %     clipped 0.8 % │
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa╰─────────────────────────────────╯
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
         1/2  a.jpg  40x30  1.2 kB  100 %       n/p next/prev  ? keys  q back
        """)
    #expect(stage.loader.counts.questions.count == 1)
    stage.type("H")
    #expect(stage.text == plain)
  }

  @Test func `the bars of the histogram have the mixed colours of their channels`() async {
    let stage = await stage(columns: 70, rows: 18)
    stage.type("H")
    await count(Self.ramp, in: stage)
    let canvas = stage.browser.frame().canvas
    let left = 70 - 33
    // Red alone, yellow, and white, all dimmed.
    for (column, color) in [
      (4, RGB(190, 85, 85)), (20, RGB(190, 190, 85)), (28, RGB(190, 190, 190)),
    ] {
      #expect(canvas[left + column, 3].foreground == .rgb(color))
    }
  }

  @Test func `the histogram is that of the view: another part is counted again`() async {
    let stage = await stage(columns: 70, rows: 18)
    stage.type("H")
    await count(Self.ramp, in: stage)
    stage.type("9+")
    await stage.settle()
    await count(Self.ramp, in: stage)
    #expect(stage.loader.counts.questions.count == 2)
    stage.type("j")
    await stage.settle()
    _ = stage.text
    let parts = stage.loader.counts.questions.map(\.part)
    #expect(parts.count == 3 && parts[0] == nil)
    #expect(Set(parts).count == 3)
  }

  @Test func `E requests photos with clipping marks, also after a step to the next`() async {
    let stage = await stage(columns: 80, rows: 10)
    let count = stage.loader.requests.count
    stage.type("E")
    #expect(stage.statusLine.contains("highlights red"))
    await stage.settle()
    stage.type("n")
    await stage.settle()
    let marked = stage.loader.requests.dropFirst(count)
    #expect(!marked.isEmpty && marked.allSatisfy(\.marksClipping))
    #expect(Set(marked.map(\.photo.name.lossyText)) == ["a.jpg", "b.jpg"])
    stage.type("q")
    await stage.settle()
    #expect(stage.grid.visibleCells.allSatisfy { $0.content.tile != nil })
  }
}

extension PhotoMetadata {
  fileprivate mutating func camera(_ make: String, _ model: String) {
    (self.make, self.model) = (make, model)
  }
}
