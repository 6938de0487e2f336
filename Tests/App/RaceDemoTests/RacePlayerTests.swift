import Browser
import Imaging
import Pipeline
import TestSupport
import Terminal
import Testing

@testable import RaceDemo

@MainActor
@Suite("The demo on a screen", .timeLimit(.minutes(5)))
struct RacePlayerTests {
  private let screen: MemoryScreen
  private let mailbox = Mailbox<RaceEvent>()
  private let player: RacePlayer

  init() {
    screen = MemoryScreen(size: CellSize(columns: 80, rows: 24))
    player = RacePlayer(
      story: RaceStory(seed: 1), photos: [], loader: ScriptedLoader(), screen: screen,
      mailbox: mailbox, clock: ManualClock(),
      formForScreen: { TileForm(symbols: .quadrants, colors: .none) })
  }

  private var text: String { player.frame().description }

  private func type(_ keys: String) {
    for key in keys { player.handle(.terminal(.key(.character(key)))) }
  }

  /// Lets one event after another happen until a text is shown.
  private func step(until shown: String) {
    for _ in 0..<300 where !text.contains(shown) { type(".") }
  }

  @Test(arguments: [(80, 24), (200, 50), (60, 20), (20, 5), (1, 1)])
  func `a frame has the size of the screen`(columns: Int, rows: Int) {
    screen.resize(to: CellSize(columns: columns, rows: rows))
    player.handle(.terminal(.resize(screen.size)))
    #expect(player.frame().size == screen.size)
  }

  @Test func `no screen is too narrow for pictures`() {
    step(until: "stale: shows")
    for columns in 1...40 {
      for rows in [1, 5, 6, 10, 16] {
        screen.resize(to: CellSize(columns: columns, rows: rows))
        player.handle(.terminal(.resize(screen.size)))
        type(".")
        #expect(player.frame().size == screen.size)
      }
    }
  }

  @Test func `a wrong cell is framed and says in words what it shows`() {
    step(until: "stale: shows")
    #expect(text.contains("stale: shows"))
    #expect(text.contains("┏━━"))
    #expect(text.contains("applied on the left (stale), dropped on the right"))
  }

  @Test func `without Unicode the frame and the words are there too`() {
    let player = RacePlayer(
      story: RaceStory(seed: 1), photos: [], loader: ScriptedLoader(), screen: screen,
      mailbox: mailbox, clock: ManualClock(),
      formForScreen: { TileForm(symbols: .ascii, colors: .none) })
    for _ in 0..<300 where !player.frame().description.contains("stale: shows") {
      player.handle(.terminal(.key(".")))
    }
    let text = player.frame().description
    #expect(text.contains("+---"))
    #expect(text.contains("stale: shows"))
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test func `the fix can be switched off and on`() {
    step(until: "stale: shows")
    type("f")
    #expect(text.contains("FIX OFF"))
    #expect(text.split(separator: "stale: shows").count > 2)
    type("f")
    #expect(text.contains("drops stale responses"))
  }

  @Test func `space stops the story, ticks then change nothing, and space goes on`() {
    type(" ")
    let before = text
    player.handle(.tick)
    #expect(text == before)
    type(" ")
    player.handle(.tick)
    player.handle(.tick)
    #expect(text != before)
  }

  @Test func `a step stops the story`() {
    type(".")
    #expect(text.contains("stopped"))
  }

  @Test func `plus and minus change the speed`() {
    type("+")
    #expect(text.contains("speed 1/2"))
    type("--")
    #expect(text.contains("speed 1/8"))
  }

  @Test func `another seed is another story, and again begins the same one`() {
    type("..s")
    #expect(text.contains("seed 2"))
    let start = text
    player.handle(.tick)
    player.handle(.tick)
    type("r")
    #expect(text == start)
  }

  @Test func `arrows scroll both sides`() {
    player.handle(.terminal(.key(.down)))
    #expect(text.contains("cell 1 reused for 05; request 05 by cell 1"))
    #expect(text.split(separator: "cell 1: 05").count == 3)
  }

  @Test func `the help names every key`() {
    type("?")
    for command in RaceCommand.allCases { #expect(text.contains(command.help)) }
    player.handle(.terminal(.key(.escape)))
    #expect(text.contains("naive"))
  }

  @Test func `it runs by itself until the user quits`() async {
    mailbox.post(.terminal(.key("q")))
    await player.perform()
    #expect(!player.isRunning)
    #expect(screen.frame.description.contains("naive: applies every response"))
  }
}
