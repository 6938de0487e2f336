import Base
import Imaging
import Testing

@testable import Terminal

@Suite struct KittyPlaceholdersTests {
  private static let stream = KittyTransfer(
    isWrapped: false, isVirtual: true, slowBatch: 0, fastBatch: 0)
  private static let room = CellSize(columns: 10, rows: 4)

  private func display(
    _ ids: PictureIDs = PictureSamples.ids(), budget: Int = PictureStore.usualBudget
  ) -> KittyPlaceholders {
    KittyPlaceholders(transfer: Self.stream, ids: ids, budget: budget)
  }

  @Test(arguments: [ColorDepth.direct, .indexed256])
  func `an image is sent once, and every cell shows its own piece`(depth: ColorDepth) {
    var display = display(PictureSamples.ids(depth))
    var terminal = PictureTerminal()
    let pictures = (1...6).map { PictureSamples.picture($0, 8, 3) }
    let frame = PictureSamples.frame(pictures, cell: Self.room)
    let plan = display.plan(frame, over: nil, within: .max)
    terminal.take(plan.leading)
    #expect(plan.isComplete && plan.trailing.isEmpty && plan.finalCanvas == nil)
    expectOwnPieces(frame, plan.canvas, terminal)
    let received = terminal.received
    // Scrolled away and back again.
    _ = display.plan(PictureSamples.frame([], cell: Self.room), over: plan.canvas, within: .max)
    let again = display.plan(frame, over: nil, within: .max)
    #expect(again.canvas == plan.canvas && again.leading.isEmpty && terminal.received == received)
    #expect(display.holdings.count == 6)
    terminal.take(display.takeAll())
    #expect(terminal.pictures.isEmpty && display.holdings.count == 0)
  }

  @Test func `an anchor is on the screen before the first image, and after every clearing`() {
    var display = KittyPlaceholders(
      transfer: Self.stream, ids: PictureSamples.ids(), budget: 8 * 3 * 8 * 4 * 2,
      isAnchored: true)
    func text(_ parts: [OutputPart]) -> String {
      String(decoding: parts.flatMap(\.bytes), as: UTF8.self)
    }
    let number = PictureSamples.ids()[0].number
    let place = "\u{1b}7\u{1b}[1;1H\u{1b}_Ga=p,i=\(number),p=2,c=1,r=1,"
    let opening = text(display.open())
    #expect(opening.hasPrefix("\u{1b}_Ga=T,U=1,p=1,c=1,r=1,i=\(number),f=32,s=1,v=1"))
    #expect(opening.contains(place) && opening.hasSuffix("\u{1b}8\u{1b}[?2026h"))
    var shown: Canvas?
    // More images than the terminal keeps.
    for round in 1...9 {
      let frame = PictureSamples.frame([PictureSamples.picture(round, 8, 3)], cell: Self.room)
      let plan = display.plan(frame, over: shown, within: .max)
      #expect(text(plan.trailing).hasPrefix(place) == (shown == nil))
      #expect(!text(plan.leading).contains("i=\(number),"))
      shown = round % 4 == 0 ? nil : plan.canvas
    }
    display.forget()
    let plan = display.plan(PictureSamples.frame([], cell: Self.room), over: shown, within: .max)
    #expect(text(plan.leading).contains("i=\(number),f=32"))
    #expect(text(plan.trailing).hasPrefix(place))
    #expect(text([.text(display.takeAll())]).contains("a=d,d=I,i=\(number),"))
  }

  @Test(arguments: [("kitty(0.43.0)", true), ("kitty(0.42.2)", false), ("ghostty 1.2", false)])
  func `kitty since 0.43 gets an anchor`(name: String, isSo: Bool) throws {
    var answers = TerminalAnswers(progress: .complete)
    (answers.version, answers.takesKittyPictures) = (name, true)
    let capabilities = TerminalCapabilities(
      environment: TerminalEnvironment(["TERM": "xterm-kitty"]), answers: answers)
    var chance = SplitMix64(seed: 1)
    var display = try #require(capabilities.display(in: .direct, using: &chance))
    #expect(display.open().isEmpty == !isSo)
  }

  @Test func `text and panels over an image stay visible`() {
    var display = display()
    var frame = PictureSamples.frame([PictureSamples.picture(1, 8, 3)], cell: Self.room)
    let place = frame.pictures[0].origin
    frame.canvas[place.column, place.row] = Glyph("m")
    frame.cover(
      with: Canvas(size: CellSize(columns: 3, rows: 1)),
      at: CellPoint(column: place.column + 6, row: place.row + 2))
    let canvas = display.plan(frame, over: nil, within: .max).canvas
    #expect(canvas[place.column, place.row] == Glyph("m"))
    let row = place.row + 2
    let isPiece = (0..<8).map { canvas[place.column + $0, row].scalar == Placeholder.scalar }
    #expect(isPiece == [true, true, true, true, true, true, false, false])
    #expect(canvas[place.column + 6, row] == .blank)
  }

  @Test func `an overlay is in front of the image below, and elsewhere its characters are`() throws
  {
    var frame = PictureSamples.frame([PictureSamples.picture(1, 8, 3)], cell: Self.room)
    let photo = try #require(frame.pictures.first)
    let room = Rect(
      column: photo.origin.column + 1, row: photo.origin.row + 1, columns: 4, rows: 1)
    let bars = Canvas(size: room.size, filledWith: Glyph("▄"))
    frame.canvas.draw(bars, at: room.origin)
    frame.overlay(room, pixels: PixelSize(width: 2, height: 4)) { x, _ in
      x == 0 ? RGB(9, 8, 7) : nil
    }
    var (display, terminal) = (display(), PictureTerminal())
    let plan = display.plan(frame, over: nil, within: .max)
    terminal.take(plan.leading)
    let overlay = try #require(frame.pictures.last).picture
    #expect(overlay.bytes.prefix(8) == [9, 8, 7, 255, 0, 0, 0, 0])
    for row in photo.frame.rows {
      for column in photo.frame.columns {
        let piece = terminal.piece(at: plan.canvas[column, row])
        let isOver = room.contains(CellPoint(column: column, row: row))
        #expect(piece?.column == column - (isOver ? room : photo.frame).origin.column)
        #expect(piece?.row == row - (isOver ? room : photo.frame).origin.row)
      }
    }
    var inline = InlinePictures { _, picture in picture.bytes }
    let other = inline.plan(frame, over: nil, within: .max)
    #expect(other.trailing.count == 1)
    #expect((other.finalCanvas ?? other.canvas)[room.origin.column, room.origin.row] == Glyph("▄"))
  }

  @Test func `a photo is sent before the panel over it`() {
    var frame = PictureSamples.frame([PictureSamples.picture(1, 8, 3)], cell: Self.room)
    let photo = frame.pictures[0]
    frame.overlay(
      Rect(origin: photo.origin, size: CellSize(columns: 4, rows: 1)),
      pixels: PixelSize(width: 2, height: 4)
    ) { _, _ in RGB(9, 8, 7) }
    var (display, terminal) = (display(), PictureTerminal())
    let plan = display.plan(frame, over: nil, within: 1)
    terminal.take(plan.leading)
    #expect(terminal.pictures.values.map(\.pixels) == [photo.picture.bytes] && !plan.isComplete)
    let next = display.plan(frame, over: nil, within: 1)
    terminal.take(next.leading)
    #expect(terminal.pictures.count == 2 && next.isComplete)
  }

  @Test func `an image is clipped at the edges of the screen`() {
    var display = display()
    var terminal = PictureTerminal()
    var frame = Frame(size: CellSize(columns: 6, rows: 3))
    let picture = PictureSamples.picture(7, 10, 9)
    frame.draw(Tile(.pixels(picture)), centredIn: Rect(column: -2, row: -3, columns: 10, rows: 9))
    let plan = display.plan(frame, over: nil, within: .max)
    terminal.take(plan.leading)
    for row in 0..<3 {
      for column in 0..<6 {
        let piece = terminal.piece(at: plan.canvas[column, row])
        #expect(piece?.column == column + 2 && piece?.row == row + 3)
      }
    }
  }

  @Test func `images beyond a batch's budget stay characters until the next batch`() {
    var display = display()
    var terminal = PictureTerminal()
    let pictures = (1...5).map { PictureSamples.picture($0, 8, 3) }
    let frame = PictureSamples.frame(pictures, cell: Self.room)
    let cost = Self.stream.cost(of: pictures[0], within: .max)
    var counts: [Int] = []
    var isComplete = false
    while !isComplete {
      let plan = display.plan(frame, over: nil, within: cost * 2)
      terminal.take(plan.leading)
      counts.append(terminal.pictures.count)
      expectOwnPieces(frame, plan.canvas, terminal, all: false)
      isComplete = plan.isComplete
    }
    #expect(counts == [2, 4, 5])
  }

  @Test func `over a slow link a pending image is drawn in one colour`() {
    for (budget, isSlow) in [(10, true), (49_999, true), (50_000, false)] {
      var display = display()
      let pictures = (1...3).map { PictureSamples.picture($0, 200, 100) }
      var frame = Frame(size: CellSize(columns: 200, rows: 300))
      for (row, picture) in pictures.enumerated() {
        let room = Rect(column: 0, row: row * 100, columns: 200, rows: 100)
        frame.draw(Tile(.pixels(picture)), centredIn: room)
      }
      frame.canvas[7, 250] = Glyph("m")
      let canvas = display.plan(frame, over: nil, within: budget).canvas
      #expect(canvas[0, 0].scalar == Placeholder.scalar)
      let color = Glyph(" ", background: .rgb(RGB(packed: 3)))
      #expect(canvas[6, 250] == (isSlow ? color : frame.canvas[6, 250]))
      #expect(canvas[7, 250] == Glyph("m"))
    }
  }

  @Test func `over a slow link an image is sent as a file of fewer colours`() {
    let transfer = KittyTransfer(
      isWrapped: false, isVirtual: true, slowBatch: 10_000, fastBatch: 0)
    let picture = PictureSamples.picture(3, 8, 3)
    let id = PictureSamples.ids()[0]
    for (batch, isReduced) in [(9_999, true), (10_000, false)] {
      var terminal = PictureTerminal()
      terminal.take(transfer.bytes(of: picture, as: id, within: batch))
      let pixels = terminal.pictures[id.number]?.pixels
      #expect(pixels?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == isReduced)
      #expect((pixels == picture.bytes) != isReduced)
    }
    #expect(transfer.cost(of: picture, within: 9_999) < transfer.cost(of: picture, within: 10_000))
  }

  @Test func `over a link that is not fast pixels are compressed`() throws {
    let transfer = KittyTransfer(
      isWrapped: false, isVirtual: true, slowBatch: 0, fastBatch: 10_000)
    let id = PictureSamples.ids()[0]
    for encoding in [PixelEncoding.rgb, .rgba] {
      let picture = PictureSamples.picture(3, 80, 30, encoding: encoding)
      var (slow, fast) = (PictureTerminal(), PictureTerminal())
      slow.take(transfer.bytes(of: picture, as: id, within: 9_999))
      fast.take(transfer.bytes(of: picture, as: id, within: 10_000))
      let data = try #require(slow.pictures[id.number]?.pixels)
      #expect(data.count < picture.bytes.count)
      #expect(Inflation.inflated(data[...], limit: 1 << 20) == picture.bytes)
      #expect(fast.pictures[id.number]?.pixels == picture.bytes)
    }
  }

  @Test(arguments: [false, true])
  func `large images are marked as transient where that is known`(isKnown: Bool) {
    let transfer = KittyTransfer(
      isWrapped: false, isVirtual: true, hintsTransient: isKnown, slowBatch: 0,
      fastBatch: 0)
    for (columns, rows, isLarge) in [(20, 8, false), (400, 100, true)] {
      let picture = PictureSamples.picture(3, columns, rows)
      #expect((picture.pixels.area > KittyTransfer.transientArea) == isLarge)
      let bytes = transfer.bytes(of: picture, as: PictureSamples.ids()[0], within: 0)
      let control = bytes.prefix { $0 != UInt8(ascii: ";") }
      #expect(String(decoding: control, as: UTF8.self).contains("N=1,") == (isKnown && isLarge))
    }
  }

  @Test func `an image that takes more than a batch is sent alone`() {
    var display = display()
    let frame = PictureSamples.frame([PictureSamples.picture(1, 8, 3)], cell: Self.room)
    #expect(display.plan(frame, over: nil, within: 1).isComplete)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `in random frames no cell shows a piece of another image`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let pictures = (1...40).map { PictureSamples.picture($0, 6 + $0 % 3, 2 + $0 % 2) }
    let byteCount = 9 * 2 * 3 * 4 * 4
    var display = display(PictureSamples.ids(.indexed256, seed: seed), budget: 14 * byteCount)
    var terminal = PictureTerminal()
    var shown = Frame(size: CellSize(columns: 60, rows: 12))
    var canvas = shown.canvas
    for _ in 0..<150 {
      switch Int.random(in: 0..<30, using: &chance) {
      // Everything is to be sent again, though nothing is lost.
      case 0: display.forget()
      case 1:
        display.forget()
        terminal = PictureTerminal()
        (shown, canvas) = (Frame(size: shown.size), Canvas(size: shown.size))
      default: break
      }
      let start = Int.random(in: 0..<30, using: &chance)
      var frame = PictureSamples.frame(
        Array(pictures[start..<start + Int.random(in: 0...10, using: &chance)]), cell: Self.room)
      if Bool.random(using: &chance) {
        let place = CellPoint(
          column: Int.random(in: 0..<60, using: &chance),
          row: Int.random(in: 0..<12, using: &chance))
        frame.cover(with: Canvas(size: CellSize(columns: 9, rows: 3)), at: place)
      }
      let budget = Int.random(in: 1...4000, using: &chance)
      let plan = display.plan(frame, over: canvas, within: budget)
      // The screen must be right while the images are sent as well.
      for part in plan.leading {
        terminal.take([part])
        expectOwnPieces(shown, canvas, terminal, all: false)
      }
      expectOwnPieces(frame, plan.canvas, terminal, all: false)
      (shown, canvas) = (frame, plan.canvas)
    }
    terminal.take(display.takeAll())
    #expect(terminal.pictures.isEmpty)
  }

  /// Expects every cell that shows a piece to show the right one of its own image.
  private func expectOwnPieces(
    _ frame: Frame, _ canvas: Canvas, _ terminal: PictureTerminal, all: Bool = true
  ) {
    for placed in frame.pictures {
      let place = placed.frame.intersection(canvas.bounds)
      for row in place.rows {
        for column in place.columns {
          guard canvas[column, row].scalar == Placeholder.scalar else {
            #expect(!all)
            continue
          }
          let piece = terminal.piece(at: canvas[column, row])
          #expect(piece?.picture.pixels == placed.picture.bytes)
          #expect(piece?.picture.virtualSize == placed.picture.size)
          #expect(piece?.column == column - placed.origin.column)
          #expect(piece?.row == row - placed.origin.row)
        }
      }
    }
  }
}
