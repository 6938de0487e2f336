import Base
import Imaging
import Testing

@testable import Terminal

/// A screen on which a written image becomes part of the cells, and a written character erases it
/// there, as with sixels.
private struct InlineScreen {
  typealias Pieces = [CellPoint: (picture: Int, column: Int, row: Int)]

  private(set) var pieces: Pieces = [:]
  /// Pieces in cells that were erased and not written: xterm shows them again when its window is
  /// uncovered.
  private(set) var erased: Pieces = [:]
  private(set) var canvas: Canvas

  init(size: CellSize) {
    canvas = Canvas(size: size)
  }

  /// Writes the characters that differ, as ncurses does: blanks at the ends of a row are erased in
  /// one go, blanks elsewhere may be.
  mutating func write(_ new: Canvas) {
    for row in 0..<new.size.rows {
      let columns = 0..<new.size.columns
      let changed = columns.filter { new[$0, row] != canvas[$0, row] }
      guard let first = changed.first, let last = changed.last else { continue }
      let text = columns.filter { new[$0, row] != .blank }
      let start = text.first ?? 0
      let end = text.last.map { $0 + 1 } ?? 0
      if last >= end { erase(columns.clamped(to: max(first, end)..<columns.upperBound), row) }
      if first < start { erase(0..<start, row) }
      for column in changed {
        canvas[column, row] = new[column, row]
        let point = CellPoint(column: column, row: row)
        if new[column, row].scalar == " " {
          erase(column..<column + 1, row)
        } else {
          (pieces[point], erased[point]) = (nil, nil)
        }
      }
    }
  }

  private mutating func erase(_ columns: Range<Int>, _ row: Int) {
    for point in columns.map({ CellPoint(column: $0, row: row) }) {
      if let piece = pieces.removeValue(forKey: point) { erased[point] = piece }
    }
  }

  /// Takes a move of the cursor and an image, whose bytes are its number, width, height, and the
  /// outermost cells that it may not paint whole: all of them for an image with gaps.
  ///
  /// Those must have been erased before, or the former image would be seen through.
  mutating func take(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard
      let move = text.wholeMatch(of: /\u{1b}7\u{1b}\[(\d+);(\d+)H<(\d+) (\d+) (\d+) (\d+)>\u{1b}8/),
      let row = Int(move.1), let column = Int(move.2), let number = Int(move.3),
      let columns = Int(move.4), let rows = Int(move.5), let margin = Int(move.6)
    else {
      Issue.record("no image: \(text.debugDescription)")
      return
    }
    for y in 0..<rows {
      for x in 0..<columns {
        let point = CellPoint(column: column - 1 + x, row: row - 1 + y)
        let isPainted =
          (margin..<max(margin, columns - margin)).contains(x)
          && (margin..<max(margin, rows - margin)).contains(y)
        let former = pieces.updateValue((number, x, y), forKey: point)
        if let former, former != (number, x, y) {
          #expect(isPainted, "\(former.picture) is seen behind \(number)")
        }
        if erased.removeValue(forKey: point) != nil { #expect(isPainted) }
      }
    }
  }

  mutating func take(_ plan: PicturePlan) {
    write(plan.canvas)
    for part in plan.trailing { take(part.bytes) }
    for point in plan.drawn.flatMap(\.points) {
      canvas[point.column, point.row] = InlinePictures.mark
    }
    if let last = plan.finalCanvas { write(last) }
  }

  mutating func clear() {
    self = InlineScreen(size: canvas.size)
  }
}

@Suite struct InlinePicturesTests {
  private static let room = CellSize(columns: 10, rows: 4)

  private func display() -> InlinePictures {
    InlinePictures { _, picture in
      let margin = picture.hasGaps ? 99 : picture.hasMargins ? 1 : 0
      let (columns, rows) = (picture.size.columns, picture.size.rows)
      return Array("<\(picture.bytes[0]) \(columns) \(rows) \(margin)>".utf8)
    }
  }

  @Test func `an image is written once while it stays, and text is drawn over it`() {
    var display = display()
    var screen = InlineScreen(size: CellSize(columns: 60, rows: 12))
    var frame = PictureSamples.frame([PictureSamples.picture(1, 8, 3)], cell: Self.room)
    let place = frame.pictures[0].origin
    frame.canvas[place.column, place.row] = Glyph("m")
    let plan = display.plan(frame, over: nil, within: .max)
    screen.take(plan)
    #expect(screen.canvas[place.column, place.row] == Glyph("m"))
    #expect(screen.pieces.count == 8 * 3 - 1 && plan.trailing.count == 1)
    let again = display.plan(frame, over: screen.canvas, within: .max)
    #expect(again.trailing.isEmpty)
    screen.take(again)
    #expect(screen.pieces.count == 8 * 3 - 1)
  }

  @Test func `each written part of an image has its own position`() {
    let whole = PictureSamples.picture(1, 8, 3)
    let places = [
      CellPoint(column: 0, row: 0), CellPoint(column: 5, row: 0), CellPoint(column: 0, row: 2),
    ]
    let picture = EncodedPicture(
      symbols: whole.symbols, encoding: .sixel, pixels: whole.pixels, bytes: Array("abc".utf8),
      images: places.enumerated().map { WrittenImage(origin: $1, bytes: $0..<$0 + 1) })
    var display = InlinePictures(bytes: InlineCode.sixel)
    let frame = PictureSamples.frame([picture], cell: CellSize(columns: 8, rows: 3))
    let plan = display.plan(frame, over: nil, within: .max)
    let text = String(decoding: plan.trailing.flatMap(\.bytes), as: UTF8.self)
    #expect(
      text
        == "\u{1b}7\u{1b}[1;1Ha\u{1b}8\u{1b}7\u{1b}[1;6Hb\u{1b}8\u{1b}7\u{1b}[3;1Hc\u{1b}8")
  }

  @Test func `an image is written again after a panel has covered it`() {
    var display = display()
    var screen = InlineScreen(size: CellSize(columns: 60, rows: 12))
    let frame = PictureSamples.frame(
      (1...2).map { PictureSamples.picture($0, 8, 3) }, cell: Self.room)
    screen.take(display.plan(frame, over: nil, within: .max))
    var covered = frame
    covered.cover(with: Canvas(size: CellSize(columns: 5, rows: 2)), at: frame.pictures[0].origin)
    screen.take(display.plan(covered, over: screen.canvas, within: .max))
    #expect(Set(screen.pieces.values.map(\.picture)) == [2])
    let plan = display.plan(frame, over: screen.canvas, within: .max)
    #expect(plan.trailing.count == 1)
    screen.take(plan)
    #expect(screen.pieces.count == 2 * 8 * 3)
  }

  @Test(arguments: [
    (PixelEncoding.jpeg, false, false, 8 * 4), (.sixel, false, false, 8 * 4),
    (.sixel, false, true, 6 * 2), (.sixel, true, true, 0),
  ])
  func `the next image is painted over the former one, which no text erases before`(
    encoding: PixelEncoding, hasGaps: Bool, hasMargins: Bool, count: Int
  ) {
    var display = display()
    var screen = InlineScreen(size: CellSize(columns: 60, rows: 12))
    let frames = [1, 2].map { number in
      PictureSamples.frame(
        [
          PictureSamples.picture(
            number, 8, 4, encoding: encoding, hasGaps: hasGaps, hasMargins: hasMargins)
        ], cell: Self.room)
    }
    screen.take(display.plan(frames[0], over: nil, within: .max))
    let plan = display.plan(frames[1], over: screen.canvas, within: .max)
    screen.write(plan.canvas)
    #expect(screen.pieces.values.map(\.picture) == Array(repeating: 1, count: count))
    screen.take(plan)
    #expect(screen.pieces.values.map(\.picture) == Array(repeating: 2, count: 8 * 4))
    let again = display.plan(frames[1], over: screen.canvas, within: .max)
    #expect(again.trailing.isEmpty && again.canvas == screen.canvas)
  }

  @Test(arguments: [" ", "m"] as [Unicode.Scalar], [PixelEncoding.jpeg, .sixel])
  func `around the next image the former one stays until that is drawn`(
    text: Unicode.Scalar, encoding: PixelEncoding
  ) {
    var display = display()
    var screen = InlineScreen(size: CellSize(columns: 60, rows: 12))
    let frames = [(1, 8, 2), (2, 4, 4)].map { number, columns, rows in
      var frame = PictureSamples.frame(
        [
          PictureSamples.picture(number, columns, rows, encoding: encoding, hasMargins: false)
        ], cell: Self.room)
      if number == 2 { frame.canvas[1, 1] = Glyph(text) }
      return frame
    }
    screen.take(display.plan(frames[0], over: screen.canvas, within: .max))
    let plan = display.plan(frames[1], over: screen.canvas, within: .max)
    screen.write(plan.canvas)
    #expect(screen.pieces.count == 8 * 2)
    screen.take(plan)
    #expect(screen.pieces.values.map(\.picture) == Array(repeating: 2, count: 4 * 4))
    #expect(screen.canvas[1, 1].scalar == (text == " " ? "\u{A0}" : text))
    screen.take(display.plan(frames[1], over: screen.canvas, within: .max))
    #expect(screen.canvas[1, 1].scalar == text)
    #expect(screen.pieces.count == 4 * 4)
  }

  @Test func `an image that several others replace does not stay`() {
    var display = display()
    var screen = InlineScreen(size: CellSize(columns: 60, rows: 12))
    let large = PictureSamples.frame(
      [PictureSamples.picture(1, 60, 12)], cell: CellSize(columns: 60, rows: 12))
    let small = PictureSamples.frame(
      (2...9).map { PictureSamples.picture($0, 8, 3) }, cell: Self.room)
    screen.take(display.plan(large, over: screen.canvas, within: .max))
    let plan = display.plan(small, over: screen.canvas, within: .max)
    screen.write(plan.canvas)
    #expect(screen.pieces.isEmpty)
    screen.take(plan)
    #expect(screen.pieces.count == 8 * 8 * 3 && screen.erased.isEmpty)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `random frames leave no piece of a removed image`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let pictures = (1...40).map { number in
      PictureSamples.picture(
        number, 6 + number % 3, 2 + number % 2, encoding: number % 5 > 1 ? .sixel : .jpeg,
        hasGaps: number % 7 == 0, hasMargins: number % 3 == 0)
    }
    var display = display()
    var screen = InlineScreen(size: CellSize(columns: 60, rows: 12))
    var frame = Frame(size: screen.canvas.size)
    for _ in 0..<150 {
      if Int.random(in: 0..<3, using: &chance) > 0 {
        frame = Self.frame(of: pictures, &chance)
      }
      let isCleared = Int.random(in: 0..<20, using: &chance) == 0
      if isCleared { screen.clear() }
      let plan = display.plan(
        frame, over: isCleared ? nil : screen.canvas,
        within: Int.random(in: 1...2000, using: &chance))
      screen.take(plan)
      let expected = Self.pieces(of: frame)
      for (point, piece) in screen.pieces {
        let wanted = expected[point]
        #expect(wanted.map { $0 == piece } == true, "\(point) shows a piece of \(piece.picture)")
      }
      if plan.isComplete { #expect(screen.pieces.count == expected.count) }
      for (point, piece) in screen.erased {
        #expect(expected[point].map { $0 == piece } == true, "\(point) was only erased")
      }
    }
  }

  private static func frame(of pictures: [EncodedPicture], _ chance: inout SplitMix64) -> Frame {
    let start = Int.random(in: 0..<30, using: &chance)
    var frame = PictureSamples.frame(
      Array(pictures[start..<start + Int.random(in: 0...10, using: &chance)]), cell: room)
    for _ in 0..<Int.random(in: 0...200, using: &chance) {
      let column = Int.random(in: 0..<frame.canvas.size.columns, using: &chance)
      let row = Int.random(in: 0..<frame.canvas.size.rows, using: &chance)
      frame.canvas[column, row] = Glyph(Bool.random(using: &chance) ? "m" : " ")
    }
    if Bool.random(using: &chance) {
      frame.cover(
        with: Canvas(size: CellSize(columns: 9, rows: 3)),
        at: CellPoint(column: Int.random(in: 0..<60, using: &chance), row: 4))
    }
    return frame
  }

  /// The visible pieces: those of images that are not covered, except under text.
  private static func pieces(
    of frame: Frame
  ) -> [CellPoint: (picture: Int, column: Int, row: Int)] {
    var pieces: [CellPoint: (picture: Int, column: Int, row: Int)] = [:]
    for placed in frame.pictures where !placed.isCovered {
      for row in placed.frame.rows {
        for column in placed.frame.columns {
          let (x, y) = (column - placed.origin.column, row - placed.origin.row)
          guard frame.canvas[column, row] == placed.picture.symbols[x, y] else { continue }
          pieces[CellPoint(column: column, row: row)] = (Int(placed.picture.bytes[0]), x, y)
        }
      }
    }
    return pieces
  }
}
