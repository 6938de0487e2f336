import Base
import Imaging
import Testing

@testable import Terminal

@Suite struct KittyPlacementsTests {
  private static let stream = KittyTransfer(
    isWrapped: false, isVirtual: false, slowBatch: 0, fastBatch: 0)
  private static let room = CellSize(columns: 10, rows: 4)

  private func display(budget: Int = PictureStore.usualBudget) -> KittyPlacements {
    KittyPlacements(transfer: Self.stream, ids: PictureSamples.ids(), budget: budget)
  }

  @Test func `an image is sent once and then moved`() {
    var display = display()
    var terminal = PictureTerminal()
    let picture = PictureSamples.picture(1, 8, 3, encoding: .rgba)
    let frame = PictureSamples.frame([picture], cell: Self.room)
    let first = display.plan(frame, over: nil, within: .max)
    terminal.take(first.leading + first.trailing)
    let received = terminal.received
    #expect(terminal.standing.map(\.place) == [frame.pictures[0].origin])
    #expect(first.canvas == Canvas(size: frame.size))
    // The same image in the second position.
    let other = PictureSamples.picture(2, 1, 1, encoding: .rgba)
    let moved = PictureSamples.frame([other, picture], cell: Self.room)
    let second = display.plan(moved, over: first.canvas, within: .max)
    terminal.take(second.leading + second.trailing)
    #expect(terminal.received == received + other.bytes.count)
    // Removed last, so that no position is empty in between.
    let commands = second.trailing.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(commands.map { $0.contains("a=d") } == [false, false, true])
    #expect(Set(terminal.standing.map(\.place)) == Set(moved.pictures.map(\.origin)))
    let third = display.plan(moved, over: second.canvas, within: .max)
    #expect(third.leading.isEmpty && third.trailing.isEmpty)
  }

  @Test func `a partly covered or clipped image stays characters`() {
    var display = display()
    var terminal = PictureTerminal()
    var frame = PictureSamples.frame(
      (1...2).map { PictureSamples.picture($0, 8, 3, encoding: .rgba) }, cell: Self.room)
    frame.draw(
      Tile(.pixels(PictureSamples.picture(3, 8, 3, encoding: .rgba))),
      centredIn: Rect(column: 50, row: 10, columns: 10, rows: 4))
    let first = display.plan(frame, over: nil, within: .max)
    terminal.take(first.leading + first.trailing)
    #expect(terminal.standing.count == 2)
    frame.cover(
      with: Canvas(size: CellSize(columns: 1, rows: 1)), at: frame.pictures[0].origin)
    let plan = display.plan(frame, over: first.canvas, within: .max)
    terminal.take(plan.leading + plan.trailing)
    #expect(terminal.standing.count == 1)
    let place = frame.pictures[0].origin
    #expect(plan.canvas[place.column + 1, place.row] == frame.pictures[0].picture.symbols[1, 0])
  }

  @Test func `after the screen was cleared images are sent again`() {
    var display = display()
    let frame = PictureSamples.frame(
      [PictureSamples.picture(1, 8, 3, encoding: .rgba)], cell: Self.room)
    _ = display.plan(frame, over: nil, within: .max)
    var terminal = PictureTerminal()
    let plan = display.plan(frame, over: nil, within: .max)
    terminal.take(plan.leading + plan.trailing)
    #expect(terminal.standing.count == 1 && terminal.pictures.count == 1)
  }

  @Test func `an image placed twice is sent once and removed from one position alone`() {
    var display = display()
    var terminal = PictureTerminal()
    let picture = PictureSamples.picture(1, 8, 3, encoding: .rgba)
    let twice = PictureSamples.frame([picture, picture], cell: Self.room)
    let first = display.plan(twice, over: nil, within: .max)
    terminal.take(first.leading + first.trailing)
    #expect(terminal.received == picture.bytes.count)
    #expect(Set(terminal.standing.map(\.place)) == Set(twice.pictures.map(\.origin)))
    let other = PictureSamples.picture(2, 8, 3, encoding: .rgba)
    let once = PictureSamples.frame([other, picture], cell: Self.room)
    let second = display.plan(once, over: first.canvas, within: .max)
    terminal.take(second.leading + second.trailing)
    let standing = Dictionary(uniqueKeysWithValues: terminal.standing.map { ($0.place, $0.id) })
    #expect(standing.count == 2)
    for placed in once.pictures {
      let pixels = standing[placed.origin].flatMap { terminal.pictures[$0]?.pixels }
      #expect(pixels == placed.picture.bytes)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `in random frames every image is at its own position`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let pictures = (1...40).map {
      PictureSamples.picture($0, 6 + $0 % 3, 2 + $0 % 2, encoding: .rgba)
    }
    var display = display(budget: 30_000)
    var terminal = PictureTerminal()
    var canvas: Canvas?
    for _ in 0..<150 {
      let start = Int.random(in: 0..<30, using: &chance)
      let some = Array(pictures[start..<start + Int.random(in: 0...10, using: &chance)])
      var frame = PictureSamples.frame(
        some + Array(some.prefix(start % 3)), cell: Self.room)
      if Bool.random(using: &chance) {
        frame.cover(
          with: Canvas(size: CellSize(columns: 9, rows: 3)),
          at: CellPoint(column: Int.random(in: 0..<60, using: &chance), row: 4))
      }
      let plan = display.plan(frame, over: canvas, within: Int.random(in: 1...4000, using: &chance))
      terminal.take(plan.leading + plan.trailing)
      let wanted = Dictionary(
        uniqueKeysWithValues: frame.pictures.map { ($0.origin, $0) })
      for (id, place) in terminal.standing {
        #expect(terminal.pictures[id]?.pixels == wanted[place]?.picture.bytes)
        #expect(wanted[place]?.isCovered == false)
      }
      canvas = plan.canvas
    }
    terminal.take(display.takeAll())
    #expect(terminal.pictures.isEmpty && terminal.standing.isEmpty)
  }
}
