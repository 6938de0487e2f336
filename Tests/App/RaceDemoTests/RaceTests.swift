import Grid
import Imaging
import Testing

@testable import RaceDemo

@MainActor
@Suite("Both sides of a race")
struct RaceTests {
  private let pictures = NumberedPictures(
    cells: CellSize(columns: 8, rows: 3), form: TileForm(symbols: .quadrants, colors: .none))

  private func race(_ seed: UInt64, _ delivery: DeliveryPolicy = .currentGeneration) -> Race {
    Race(story: RaceStory(seed: seed), pictures: pictures, delivery: delivery)
  }

  @Test func `at no event of any story is a cell of the right side wrong`() {
    for seed in UInt64(1)...50 {
      let race = race(seed)
      while race.nextTime != nil {
        race.advance()
        #expect((0..<Race.cellCount).allSatisfy { !race.guarded.look(at: $0).isWrong })
      }
    }
  }

  @Test func `at the end every cell of the right side shows its own photo`() {
    for seed in UInt64(1)...50 {
      let race = race(seed)
      while race.nextTime != nil { race.advance() }
      for cell in 0..<Race.cellCount {
        let state = race.guarded.look(at: cell)
        #expect(state.shown == state.number)
        #expect(state.number != nil)
      }
    }
  }

  @Test func `time never goes back`() {
    let race = race(3)
    var times: [Duration] = []
    while race.nextTime != nil {
      race.advance()
      times.append(race.now)
    }
    #expect(times == times.sorted())
    #expect(times.count > 60)
  }

  @Test func `the log names the request, the reuse, and what became of the stale response`() {
    let race = race(1)
    while race.nextTime != nil { race.advance() }
    let log = race.log.map(\.text)
    #expect(log.contains("request 03 by cell 3"))
    #expect(log.contains { $0.hasPrefix("cell 1 reused for ") })
    #expect(
      log.contains {
        $0.hasPrefix("response ")
          && $0.hasSuffix(": applied on the left (stale), dropped on the right")
      })
  }

  @Test func `a scroll by hand ends at the last row of photos, and at the first`() {
    let race = race(1)
    race.scroll(byRows: 100)
    #expect(race.firstRow == 10)
    #expect(race.guarded.look(at: race.cell(at: 3)).number == PhotoNumber(value: 24))
    race.scroll(byRows: -100)
    #expect(race.firstRow == 0)
  }

  @Test func `the story told again with the fix off is at the same moment, and wrong`() {
    var run = RaceRun(story: RaceStory(seed: 1), pictures: pictures)
    while run.race.naive.counters.wrongNow == 0, run.race.nextTime != nil { run.advance() }
    let time = run.race.now
    #expect(run.race.guarded.counters.wrongNow == 0)
    run.toggleFix()
    #expect(run.race.now == time)
    #expect(run.race.guarded.counters == run.race.naive.counters)
    #expect(run.race.guarded.counters.wrongNow > 0)
    run.toggleFix()
    #expect(!run.race.guarded.counters.hasShownStale)
  }
}
