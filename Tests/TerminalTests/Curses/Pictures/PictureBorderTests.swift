import Imaging
import Testing

@testable import Terminal

@Suite("The border of a selected image")
struct PictureBorderTests {
  private static let accent = RGB(200, 100, 50)
  private static let room = CellSize(columns: 10, rows: 6)
  private static let stream = KittyTransfer(
    isWrapped: false, isVirtual: true, slowBatch: 0, fastBatch: 0)

  /// Images of 20 by 20 pixels side by side; one has a border.
  private func frame(
    _ count: Int = 3, selected: Int?, color: RGB = accent, encoding: PixelEncoding = .rgb
  ) -> Frame {
    var frame = Frame(size: CellSize(columns: 60, rows: 6))
    for number in 0..<count {
      frame.draw(
        Tile(.pixels(PictureSamples.picture(number + 1, 10, 5, encoding: encoding))),
        centredIn: Rect(column: number * 10, row: 0, columns: 10, rows: 6),
        border: number == selected ? color : nil)
    }
    return frame
  }

  private func display() -> KittyPlaceholders {
    KittyPlaceholders(transfer: Self.stream, ids: PictureSamples.ids())
  }

  /// The colors of the border of 20 by 20 pixels, and of the pixels within it.
  private func colors(_ bytes: [UInt8]) -> (border: Set<[UInt8]>, inside: Set<[UInt8]>) {
    var (border, inside): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for y in 0..<20 {
      for x in 0..<20 {
        let start = (y * 20 + x) * 3
        let pixel = Array(bytes[start..<start + 3])
        if (2..<18).contains(x), (2..<18).contains(y) {
          inside.insert(pixel)
        } else {
          border.insert(pixel)
        }
      }
    }
    return (border, inside)
  }

  @Test func `two pixels at each edge have its color, and the others their own`() {
    let picture = PictureSamples.picture(7, 10, 5)
    let bordered = picture.bordered(by: Self.accent)
    let (border, inside) = colors(bordered.bytes)
    #expect(border == [[200, 100, 50]] && inside == [[7, 8, 9]])
    #expect(bordered.pixels == picture.pixels && bordered.size == picture.size)
    #expect(bordered.fingerprint != picture.fingerprint)
  }

  @Test func `it moves with the selection, and one image is sent for each step`() {
    var display = display()
    var terminal = PictureTerminal()
    var counts: [Int] = []
    var shown: Canvas?
    for selected in [0, 1, 2, 1, nil] {
      let plan = display.plan(frame(selected: selected), over: shown, within: .max)
      let before = terminal.received
      terminal.take(plan.leading + plan.trailing)
      counts.append((terminal.received - before) / 1200)
      #expect(plan.isComplete)
      shown = plan.canvas
    }
    // The image below the first border is sent once the border has left it; nothing is sent twice.
    #expect(counts == [3, 2, 1, 0, 0])
    let all = terminal.pictures.values.map { colors($0.pixels).border }
    #expect(all.count { $0 == [[200, 100, 50]] } == 3 && all.count == 6)
  }

  @Test func `the image is shown without it until the budget allows to send it`() {
    var display = display()
    var terminal = PictureTerminal()
    let first = display.plan(frame(selected: nil), over: nil, within: .max)
    terminal.take(first.leading + first.trailing)
    // A new image comes first and takes the budget.
    var next = Frame(size: CellSize(columns: 60, rows: 6))
    next.draw(
      Tile(.pixels(PictureSamples.picture(9, 10, 5))),
      centredIn: Rect(
        column: 30, row: 0, columns: 10, rows: 6))
    next.draw(
      Tile(.pixels(PictureSamples.picture(1, 10, 5))),
      centredIn: Rect(
        column: 0, row: 0, columns: 10, rows: 6), border: Self.accent)
    let cost = Self.stream.cost(of: PictureSamples.picture(9, 10, 5), within: .max)
    let second = display.plan(next, over: first.canvas, within: cost)
    terminal.take(second.leading + second.trailing)
    #expect(!second.isComplete && terminal.pictures.count == 4)
    let third = display.plan(next, over: second.canvas, within: cost)
    terminal.take(third.leading + third.trailing)
    #expect(third.isComplete && terminal.pictures.count == 5)
  }

  @Test func `it has no effect where pixels are not plain, or too few`() {
    #expect(frame(selected: 0, encoding: .rgba).pictures.allSatisfy { $0.border == nil })
    #expect(!PictureSamples.picture(1, 4, 5).takesBorder)
    #expect(PictureSamples.picture(1, 10, 5).takesBorder)
  }
}
