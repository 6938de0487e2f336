import Browser
import Imaging
import Testing

@testable import RaceDemo

@Suite("Lanes of time")
struct RaceLaneTests {
  private let window = RaceWindow(
    until: .milliseconds(500), slowest: .milliseconds(400), columns: 69)

  private func load(
    _ value: Int, at begun: Int, until replaced: Int? = nil, answeredAt time: Int? = nil
  ) -> RaceLoad {
    RaceLoad(
      cell: 0, number: PhotoNumber(value: value), previous: nil, kind: .reused,
      begun: .milliseconds(begun), replaced: replaced.map { .milliseconds($0) },
      answer: time.map {
        RaceLoad.Answer(
          time: .milliseconds($0), isLate: replaced != nil, isShownOnLeft: true,
          isShownOnRight: replaced == nil)
      })
  }

  /// The lane as it is seen, by its lines.
  private func lines(
    _ loads: [RaceLoad], rows: Int = 1, _ symbols: SymbolSet = .quadrants
  ) -> [String] {
    let lane = RaceLane(
      loads, until: .milliseconds(500), in: window, rows: rows, RaceSymbols(symbols))
    let view = RaceLanesView(
      lanes: [lane], window: window, rows: rows, hasAxis: false, explainedCell: nil,
      theme: RaceTheme(Styles(on: TileForm(symbols: .quadrants, colors: .none))))
    return view.draw(columns: 76).description.split(separator: "\n").map(String.init)
  }

  @Test func `a character cell is ten milliseconds here`() {
    #expect(window.millisecondsPerColumn == 10)
    #expect(window.start == .zero)
    #expect(window.ticks == [0, 200, 400, 600])
  }

  @Test func `the window follows the story`() {
    let window = RaceWindow(
      until: .milliseconds(2000), slowest: .milliseconds(400), columns: 69)
    #expect(window.start == .milliseconds(1400))
    #expect(window.column(of: .milliseconds(2000)) == 60)
    #expect(window.column(of: .milliseconds(1399)) == -1)
  }

  @Test func `an answer that is on its way is a line to the present`() {
    #expect(lines([load(3, at: 450)]) == ["cell 1" + blanks(46) + "03━━━"])
  }

  @Test func `an answer in time ends its line with the word`() {
    #expect(lines([load(3, at: 0, answeredAt: 100)]) == ["cell 1 03━━━━━━━━●03 shown"])
  }

  @Test func `a line is broken from the moment when nobody waits any more`() {
    let loads = [load(3, at: 0, until: 50, answeredAt: 120), load(7, at: 50, answeredAt: 200)]
    #expect(
      lines(loads, rows: 2) == [
        "cell 1 03━━━┄┄┄┄┄┄┄╳03 late", blanks(12) + "07━━━━━━━━━━━━━●07 shown",
      ])
  }

  @Test func `on one line a mark has its number where words would hide something`() {
    let loads = [load(3, at: 0, until: 50, answeredAt: 120), load(7, at: 50, answeredAt: 200)]
    #expect(lines(loads) == ["cell 1 03━━━07━━━━━╳03━━━━━●07 shown"])
  }

  @Test func `marks that are close to one another are marks alone`() {
    let loads = [load(3, at: 0, until: 50, answeredAt: 120), load(7, at: 50, answeredAt: 140)]
    #expect(lines(loads) == ["cell 1 03━━━07━━━━━╳━●07 shown"])
  }

  @Test func `without Unicode it is as clear`() {
    let loads = [load(3, at: 0, until: 50, answeredAt: 120)]
    #expect(lines(loads, .ascii) == ["cell 1 03===-------x03 late"])
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
