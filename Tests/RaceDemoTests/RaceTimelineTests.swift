import Browser
import Imaging
import Terminal
import Testing

@testable import RaceDemo

@Suite("Lanes of the timeline")
struct RaceLaneTests {
  private func timeline(
    of loads: [RaceLoad] = [], until now: Int = 500, rows: Int = 1
  ) -> RaceTimeline {
    RaceTimeline(
      loads: loads, now: .milliseconds(now), slowest: 400, columns: 76, rows: rows,
      explainedCell: nil, styles: Styles(on: TileForm(symbols: .quadrants, colors: .none)))
  }

  private func load(
    _ value: Int, at begun: Int, until replaced: Int? = nil, answeredAt time: Int? = nil
  ) -> RaceLoad {
    RaceLoad(
      cell: 0, number: PhotoNumber(value: value), previous: nil, kind: .reused,
      begun: .milliseconds(begun), replaced: replaced.map { .milliseconds($0) },
      answered: time.map { .milliseconds($0) })
  }

  /// The drawn lines of the first cell's lane.
  private func lines(_ loads: [RaceLoad], rows: Int = 1, isPlain: Bool = false) -> [String] {
    let canvas = timeline(of: loads, rows: rows).canvas
    let text = (isPlain ? canvas.inASCII : canvas).description
    return text.split(separator: "\n", omittingEmptySubsequences: false).prefix(rows)
      .map(String.init)
  }

  @Test func `at 76 columns a character cell is ten milliseconds`() {
    #expect(timeline().millisecondsPerColumn == 10)
    #expect(timeline().start == 0)
    #expect(timeline().ticks == [0, 200, 400, 600])
  }

  @Test func `the time window follows the current time`() {
    let timeline = timeline(until: 2000)
    #expect(timeline.start == 1400)
    #expect(timeline.column(of: .milliseconds(2000)) == 67)
    #expect(timeline.column(of: .milliseconds(1399)) == 6)
  }

  @Test func `a pending response is a line up to the current time`() {
    #expect(lines([load(3, at: 450)]) == ["cell 1" + blanks(46) + "03━━━"])
  }

  @Test func `a response in time ends its line with the word shown`() {
    #expect(lines([load(3, at: 0, answeredAt: 100)]) == ["cell 1 03━━━━━━━━●03 shown"])
  }

  @Test func `a line is dashed from the time when its cell is bound to another photo`() {
    let loads = [load(3, at: 0, until: 50, answeredAt: 120), load(7, at: 50, answeredAt: 200)]
    #expect(
      lines(loads, rows: 2) == [
        "cell 1 03━━━┄┄┄┄┄┄┄╳03 late", blanks(12) + "07━━━━━━━━━━━━━●07 shown",
      ])
  }

  @Test func `in one line a sign has only its number where a label would hide something`() {
    let loads = [load(3, at: 0, until: 50, answeredAt: 120), load(7, at: 50, answeredAt: 200)]
    #expect(lines(loads) == ["cell 1 03━━━07━━━━━╳03━━━━━●07 shown"])
  }

  @Test func `a sign close to the next one has no number`() {
    let loads = [load(3, at: 0, until: 50, answeredAt: 120), load(7, at: 50, answeredAt: 140)]
    #expect(lines(loads) == ["cell 1 03━━━07━━━━━╳━●07 shown"])
  }

  @Test func `in ASCII solid, dashed and late parts have different characters`() {
    let loads = [load(3, at: 0, until: 50, answeredAt: 120)]
    #expect(lines(loads, isPlain: true) == ["cell 1 03===-------x03 late"])
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
