package import Browser
package import Catalog
import Grid
package import Imaging
package import Pipeline
package import Terminal

/// The demo on a screen: a story that goes on by itself, told side by side.
@MainActor
package final class RaceLayer: Layer {
  /// The keys of the demo.
  package let keymap = Keymap.race

  private let photos: [Photo]
  private let loader: any ImageLoading
  private let onChange: () -> Void
  private var run: RaceRun
  private var area: CellSize
  private var form: TileForm
  private var speed = RaceSpeed()
  private var isPlaying = true
  /// Whether the photos are still to be drawn for the size of the screen.
  private var needsPhotos: Bool
  /// Says that they are, as often as it changes.
  private let (needs, need) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Makes a demo at the beginning of a story.
  /// - Parameters:
  ///   - story: What happens first.
  ///   - photos: What is shown; pictures of nothing but numbers where there are none.
  ///   - loader: What loads the photos, all of them before the story goes on.
  ///   - area: The room for the demo, in character cells.
  ///   - form: What pictures are drawn with.
  ///   - onChange: Is called when something that is drawn has changed.
  package init(
    story: RaceStory, photos: [Photo], loader: any ImageLoading, area: CellSize, form: TileForm,
    onChange: @escaping () -> Void
  ) {
    self.photos = photos
    self.loader = loader
    self.onChange = onChange
    self.area = area
    self.form = form
    needsPhotos = !photos.isEmpty
    run = RaceRun(
      story: story,
      pictures: NumberedPictures(cells: RaceLayout(size: area).picture, form: form))
    need.yield()
  }

  /// Draws the photos, and again after every resize, until the task is cancelled.
  package func loadPhotos() async {
    for await _ in needs {
      let (area, form) = (area, form)
      var pictures = NumberedPictures(cells: RaceLayout(size: area).picture, form: form)
      await pictures.load(photos, with: loader)
      guard area == self.area, form == self.form else { continue }
      run.use(pictures)
      needsPhotos = false
      onChange()
    }
  }

  /// The keys, in the place of facts.
  package var status: StatusLine? {
    StatusLine(facts: keymap.hints + Keymap.everywhere.hints)
  }

  /// The keys, and what is to be seen.
  package var help: HelpText {
    HelpText(
      keymaps: [keymap],
      notes: [
        ("grids", "both run the same scroll over the same photos, with the same response times"),
        ("frame", "such a cell shows another photo than its own: its number is not the one below"),
      ])
  }

  /// The time until the next event of the story.
  package var wakeInterval: Duration? {
    guard isPlaying, !needsPhotos, let next = run.race.nextTime else { return nil }
    return speed.wait(for: next - run.race.now)
  }

  /// Lets the next event of the story happen when its time has come.
  package func handle(_ event: BrowserEvent) -> LayerOutcome {
    guard event == .wake, isPlaying else { return .ignored }
    run.advance()
    return .handled
  }

  /// Stops and steps through the story, or begins another.
  package func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .stopOrGo: isPlaying.toggle()
    case .step:
      isPlaying = false
      run.advance()
    case .faster: speed.change(by: 1)
    case .slower: speed.change(by: -1)
    case .up: run.scroll(byRows: -(count ?? 1))
    case .down: run.scroll(byRows: count ?? 1)
    case .otherSeed: begin(seed: run.race.story.seed &+ 1)
    case .toggleFix: run.toggleFix()
    case .again: begin(seed: run.race.story.seed)
    default: return .ignored
    }
    return .handled
  }

  /// Tells the story so far again in another size.
  package func resize(to area: CellSize, form: TileForm) {
    guard area != self.area || form != self.form else { return }
    self.area = area
    self.form = form
    run.use(NumberedPictures(cells: RaceLayout(size: area).picture, form: form))
    needsPhotos = !photos.isEmpty
    need.yield()
  }

  /// Draws both grids, the counters and the log.
  package func draw(into frame: inout Frame, _ area: Rect) {
    RaceView(race: run.race, delivery: run.delivery, symbols: form.symbols, pace: pace)
      .draw(into: &frame, RaceLayout(size: area.size))
  }

  private var pace: String {
    let state = run.race.nextTime == nil ? "at its end" : isPlaying ? "running" : "stopped"
    return "speed \(speed)  \(state)"
  }

  private func begin(seed: UInt64) {
    run.begin(RaceStory(seed: seed, latency: run.race.story.latency))
    isPlaying = true
  }
}

extension Command {
  fileprivate static let stopOrGo = Command(rawValue: "stop-or-go")
  fileprivate static let step = Command(rawValue: "step")
  fileprivate static let faster = Command(rawValue: "faster")
  fileprivate static let slower = Command(rawValue: "slower")
  fileprivate static let otherSeed = Command(rawValue: "other-seed")
  fileprivate static let toggleFix = Command(rawValue: "toggle-fix")
  fileprivate static let again = Command(rawValue: "again")
}

extension Keymap {
  static let race = Keymap(
    "the demo",
    [
      Entry(.stopOrGo, " ", help: "stop, or go on", hint: "stop/go"),
      Entry(.step, ".", help: "stop, and let one event happen", hint: "step"),
      Entry(.faster, "+", "=", help: "twice as fast", hint: "speed"),
      Entry(.slower, "-", help: "half as fast", hint: "speed"),
      Entry(.up, "k", .up, help: "scroll both sides up by hand", hint: "scroll"),
      Entry(.down, "j", .down, help: "scroll both sides down by hand", hint: "scroll"),
      Entry(.otherSeed, "s", help: "the story of another seed", hint: "seed"),
      Entry(
        .toggleFix, "f", help: "the fix of the right side off or on, in the same story so far",
        hint: "fix"),
      Entry(.again, "r", help: "the story from its beginning", hint: "again"),
    ])
}
