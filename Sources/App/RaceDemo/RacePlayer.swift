package import Browser
package import Catalog
import Grid
package import Imaging
package import Pipeline
package import Terminal

/// The demo on a screen: events in, frames out, and a story that goes on by itself.
@MainActor
package final class RacePlayer {
  private let screen: any Screen
  private let mailbox: Mailbox<RaceEvent>
  private let formForScreen: () -> TileForm
  private let photos: [Photo]
  private let loader: any ImageLoading
  private let clock: any Clock<Duration>

  private var run: RaceRun
  private var form: TileForm
  private var speed = RaceSpeed()
  private(set) var isRunning = true
  private var isPlaying = true
  private var isShowingHelp = false
  /// Whether a tick has been ordered that is still to come.
  private var isTickOrdered = false
  /// Whether the pictures were drawn for another size than the screen's.
  private var needsPictures = true

  /// Makes a demo at the beginning of a story.
  /// - Parameters:
  ///   - story: What happens first.
  ///   - photos: What is shown; pictures of nothing but numbers where there are none.
  ///   - loader: What loads the photos, all of them before the story goes on.
  ///   - screen: Where the demo is shown.
  ///   - mailbox: Where its events come from.
  ///   - clock: What the story goes on by.
  ///   - formForScreen: Says what pictures are drawn with now; asked again after a resize.
  package init(
    story: RaceStory, photos: [Photo], loader: any ImageLoading, screen: any Screen,
    mailbox: Mailbox<RaceEvent>, clock: any Clock<Duration>,
    formForScreen: @escaping () -> TileForm
  ) {
    self.screen = screen
    self.mailbox = mailbox
    self.formForScreen = formForScreen
    self.photos = photos
    self.loader = loader
    self.clock = clock
    form = formForScreen()
    let cells = RaceLayout(size: screen.size).picture
    run = RaceRun(story: story, pictures: NumberedPictures(cells: cells, form: form))
  }

  /// Shows the demo until the user quits or the terminal is gone.
  package func perform() async {
    await withDiscardingTaskGroup { group in
      while isRunning {
        screen.present(frame())
        if needsPictures { await loadPictures() }
        orderTick(in: &group)
        for event in await mailbox.drain() where isRunning { handle(event) }
      }
      group.cancelAll()
    }
  }

  /// The frame that belongs on the screen now.
  func frame() -> Canvas {
    var canvas = Canvas(size: screen.size)
    if isShowingHelp {
      RaceHelpView().draw(into: &canvas)
    } else {
      let view = RaceView(
        race: run.race, delivery: run.delivery, symbols: form.symbols, pace: pace)
      view.draw(into: &canvas, RaceLayout(size: screen.size))
    }
    return form.symbols == .ascii ? canvas.inASCII : canvas
  }

  /// Takes one event in; what it changes is seen in the next frame.
  func handle(_ event: RaceEvent) {
    switch event {
    case .tick:
      isTickOrdered = false
      if isPlaying, !isShowingHelp { run.advance() }
    case .terminal(.key(let key)): if let command = RaceCommand(key) { obey(command) }
    case .terminal(.resize): resize()
    case .terminal(.stopAsked): screen.suspend()
    case .terminal(.resumed):
      screen.invalidate()
      resize()
    case .terminal(.closed): isRunning = false
    case .terminal(.mouse), .terminal(.background): break
    }
  }

  /// Draws the photos for the size of the screen, and goes on with them.
  func loadPictures() async {
    needsPictures = false
    var pictures = NumberedPictures(cells: RaceLayout(size: screen.size).picture, form: form)
    await pictures.load(photos, with: loader)
    run.use(pictures)
    screen.present(frame())
  }

  private var pace: String {
    let state = run.race.nextTime == nil ? "at its end" : isPlaying ? "running" : "stopped"
    return "speed \(speed)  \(state)"
  }

  private func obey(_ command: RaceCommand) {
    switch command {
    case .stopOrGo: isPlaying.toggle()
    case .step:
      isPlaying = false
      run.advance()
    case .faster: speed.change(by: 1)
    case .slower: speed.change(by: -1)
    case .scrollUp: run.scroll(byRows: -1)
    case .scrollDown: run.scroll(byRows: 1)
    case .otherSeed: begin(seed: run.race.story.seed &+ 1)
    case .toggleFix: run.toggleFix()
    case .again: begin(seed: run.race.story.seed)
    case .help: isShowingHelp.toggle()
    case .close: isShowingHelp = false
    case .redraw: screen.invalidate()
    case .suspend: screen.suspend()
    case .quit: isRunning = false
    }
  }

  private func begin(seed: UInt64) {
    run.begin(RaceStory(seed: seed, latency: run.race.story.latency))
    isPlaying = true
  }

  private func resize() {
    form = formForScreen()
    run.use(NumberedPictures(cells: RaceLayout(size: screen.size).picture, form: form))
    needsPictures = true
  }

  /// Orders the next event of the story for its time.
  private func orderTick(in group: inout DiscardingTaskGroup) {
    guard isPlaying, !isShowingHelp, !isTickOrdered, let next = run.race.nextTime else { return }
    isTickOrdered = true
    let wait = speed.wait(for: next - run.race.now)
    group.addTask { [clock, mailbox] in
      try? await clock.sleep(for: wait)
      mailbox.post(.tick)
    }
  }
}
