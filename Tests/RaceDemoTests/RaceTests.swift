import Imaging
import Photos
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

  @Test func `no event of any story makes a cell of the right side wrong`() {
    for seed in UInt64(1)...50 {
      let race = race(seed)
      while race.nextTime != nil {
        race.advance()
        #expect((0..<Race.cellCount).allSatisfy { !race.right.state(ofCell: $0).isWrong })
      }
    }
  }

  @Test func `at the end every cell of the right side shows its own photo`() {
    for seed in UInt64(1)...50 {
      let race = race(seed)
      while race.nextTime != nil { race.advance() }
      for cell in 0..<Race.cellCount {
        let state = race.right.state(ofCell: cell)
        #expect(state.shown == state.number)
        #expect(state.number != nil)
      }
    }
  }

  @Test func `the time of events never decreases`() {
    let race = race(3)
    var times: [Duration] = []
    while race.nextTime != nil {
      race.advance()
      times.append(race.now)
    }
    #expect(times == times.sorted())
    #expect(times.count > 60)
  }

  @Test func `every load records its response and which sides showed it`() {
    let race = race(1)
    while race.nextTime != nil { race.advance() }
    #expect(race.loads.allSatisfy { $0.answered != nil })
    #expect(race.loads.allSatisfy { $0.isShownOnLeft })
    #expect(race.loads.allSatisfy { $0.isShownOnRight == ($0.lateness == nil) })
    #expect(race.loads.count { $0.lateness != nil } == race.right.counters.lateDropped)
  }

  @Test func `the first late response is for photo 03, in a cell bound to 07`() {
    let race = race(1)
    while race.lateAnswer == nil { race.advance() }
    #expect(
      race.lateAnswer?.accounts.first?.map { $0.joined(separator: " ") } == [
        "182 ms given to 07 (was 03)",
        "397 ms 03 comes, 215 ms too late",
        "left shows it, right drops it",
      ])
    race.advance()
    #expect(race.lateAnswer == nil)
  }

  @Test func `every kind of story has late responses, and the kinds follow in order`() {
    let race = race(1)
    while race.nextTime != nil { race.advance() }
    #expect(RaceKind.allCases.allSatisfy { race.lateCount(of: $0) > 0 })
    #expect(race.loads.map(\.kind.number) == race.loads.map(\.kind.number).sorted())
  }

  @Test func `manual scrolling ends at the last and at the first row of photos`() {
    let race = race(1)
    race.scroll(byRows: 100)
    #expect(race.firstRow == 10)
    #expect(race.right.state(ofCell: race.cell(at: 3)).number == PhotoNumber(value: 24))
    race.scroll(byRows: -100)
    #expect(race.firstRow == 0)
  }

  @Test func `switching the check off replays to the same time, with wrong cells`() {
    var player = RacePlayer(
      story: RaceStory(seed: 1), pictures: pictures, allowsMotion: false)
    while player.race.left.counters.wrongNow == 0, !player.isAtEnd { player.step() }
    let time = player.race.now
    #expect(player.race.right.counters.wrongNow == 0)
    player.toggleFix()
    #expect(player.race.now == time)
    #expect(player.race.right.counters == player.race.left.counters)
    #expect(player.race.right.counters.wrongNow > 0)
    player.toggleFix()
    #expect(!player.race.right.counters.hasShownLate)
  }
}
