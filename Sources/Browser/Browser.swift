package import Base
package import Imaging
package import Terminal

/// The main loop: events in, frames out.
///
/// ```
/// keys, mouse, resize -> Mailbox -> handle -> Command -> layers, top first
///                          ^                                 |
///                          +------------- redraw ------------+
/// ```
/// All pending events are handled before one frame is drawn, and cells are bound once for all of
/// them. A burst of loaded images therefore costs one frame, and key repeat faster than the
/// terminal never builds up a backlog. The terminal reader pauses after a number of keys, so frames
/// are always drawn.
package final class Browser {
  package let presenter: Presenter
  private let mailbox: Mailbox<BrowserEvent>
  private let clock: any Clock<Duration>
  private let stopwatch: Stopwatch
  package var reload: ((Browser) -> Void)?
  package private(set) var layers: LayerStack
  package private(set) var isRunning = true
  package private(set) var wasInterrupted = false
  private var isWakeDue = false

  package init(
    root: any RootLayer, presenter: Presenter, mailbox: Mailbox<BrowserEvent>,
    clock: any Clock<Duration>, allowsMotion: Bool = true
  ) {
    self.presenter = presenter
    self.mailbox = mailbox
    self.clock = clock
    stopwatch = Stopwatch(clock)
    layers = LayerStack(
      root: root, area: presenter.area, form: presenter.formForScreen(), stopwatch: stopwatch,
      allowsMotion: allowsMotion)
  }

  package func show() {
    fitScreen()
    presenter.show(layers)
  }

  package func frame() -> Frame {
    fitScreen()
    return presenter.frame(of: layers)
  }

  /// The resize event may still be queued behind keys.
  private func fitScreen() {
    if layers.area != presenter.area { resize() }
  }

  package func run() async {
    while isRunning {
      // Start the stopwatch before reading the interval. Otherwise an interval computed later would
      // seem shorter over and over, and no event be taken.
      let elapsed = stopwatch.start()
      if let interval = layers.wakeInterval {
        await takeEvents(untilWokenAfter: interval, since: elapsed)
      } else {
        await takeEvents()
      }
    }
  }

  /// Handles events until a layer was woken, none needs waking, or one needs it earlier.
  private func takeEvents(
    untilWokenAfter interval: Duration, since elapsed: @Sendable () -> Duration
  ) async {
    isWakeDue = true
    await withDiscardingTaskGroup { group in
      group.addTask { [clock, mailbox] in
        if (try? await clock.sleep(for: interval)) != nil { mailbox.post(.wake) }
      }
      while isRunning, isWakeDue, let next = layers.wakeInterval, next >= interval - elapsed() {
        await takeEvents()
      }
      group.cancelAll()
    }
  }

  private func takeEvents() async {
    var events = await mailbox.drain()[...]
    layers.root.combine {
      while isRunning, let event = events.popFirst() { handle(event) }
    }
    // Keep the remaining events: after the end, `finish` waits for results that may be among them.
    mailbox.putBack(events)
    if isRunning { show() }
  }

  package func handle(_ event: BrowserEvent) {
    switch event {
    case .terminal(.key(let key)): if let command = layers.type(key) { perform(command) }
    case .terminal(.paste(let text)): layers.paste(text)
    case .terminal(.mouse(let action, let point)): layers.use(action, at: point)
    case .terminal(.resize), .terminal(.capabilitiesChanged): resize()
    case .terminal(.stopAsked): suspend()
    case .terminal(.resumed):
      presenter.screen.invalidate()
      resize()
    case .terminal(.closed): isRunning = false
    case .wake:
      isWakeDue = false
      layers.send(event)
    case .notice(let message): layers.message = message
    case .terminal(.advice(let text)): layers.message = .warning(text)
    case .warning(let text): layers.warning = text
    case .redraw: break
    default: layers.send(event)
    }
    if layers.isOver { isRunning = false }
  }

  private func perform(_ command: Command) {
    guard let lines = command.lines else {
      _ = Self.commands.run(command, on: self, count: nil)
      return
    }
    for line in lines where isRunning {
      if let command = layers.carryOut(line) { perform(command) }
    }
  }

  package func bind(_ bindings: KeyBindings, saying message: StatusMessage? = nil) {
    layers.bind(bindings)
    if let message { layers.message = message }
  }

  private func suspend() {
    layers.send(.terminal(.stopAsked))
    presenter.screen.suspend()
  }

  private func resize() { layers.resize(to: presenter.area, form: presenter.formForScreen()) }
}

nonisolated extension Browser {
  private typealias Entry = Keymap.Entry

  static let commands = CommandTable<Browser>([
    Entry(.help, "?", .function(1), help: "show the keys", hint: "help").does {
      $0.layers.openHelp()
    },
    Entry(
      .commandLine, ":",
      help: "type a command, or go to a photo by number, name or date"
    ).does { $0.layers.openCommandLine() },
    Entry("redraw", .control("l"), help: "redraw the screen")
      .does { $0.presenter.screen.invalidate() },
    Entry("suspend", .control("z"), help: "suspend (fg continues)").does { $0.suspend() },
    Entry(.back, "q", help: "close, or quit from the grid", hint: "back")
      .does { $0.isRunning = $0.layers.closeTop() || !$0.layers.mayEnd(by: .back) },
    Entry(
      .close, .escape, help: "close or cancel; clear a count"
    ).does { _ = $0.layers.closeTop() },
    Entry("interrupt", .control("c"), help: "quit immediately").does { browser in
      browser.isRunning = false
      browser.wasInterrupted = true
    },
    Entry(.quit, help: "quit").does { $0.isRunning = !$0.layers.mayEnd(by: .quit) },
    Entry("config-reload", help: "read the configuration again").does { $0.reload?($0) },
  ])
}

package final class Presenter {
  let screen: any Screen
  package var theme: Theme
  package private(set) var frameTimes = DurationHistogram()
  private let announcer: ScreenReaderAnnouncer?
  let formForScreen: () -> TileForm
  private let stopwatch: Stopwatch

  package init(
    on screen: any Screen, clock: any Clock<Duration>, theme: Theme = .calm,
    announcer: ScreenReaderAnnouncer? = nil, formForScreen: @escaping () -> TileForm
  ) {
    self.screen = screen
    self.theme = theme
    self.announcer = announcer
    self.formForScreen = formForScreen
    stopwatch = Stopwatch(clock)
  }

  package static func area(of size: CellSize) -> CellSize {
    CellSize(columns: max(1, size.columns), rows: max(1, size.rows - 1))
  }

  var area: CellSize { Self.area(of: screen.size) }

  func show(_ layers: LayerStack) {
    let elapsed = stopwatch.start()
    if let announcer { announcer.announce(layers) } else { screen.present(frame(of: layers)) }
    frameTimes.add(elapsed())
  }

  func frame(of layers: LayerStack) -> Frame {
    var frame = Frame(size: screen.size)
    let styles = Styles(theme, on: layers.form)
    layers.draw(into: &frame, styles)
    layers.shownStatus?.draw(into: &frame.canvas, on: layers.form, styles)
    if layers.form.symbols == .ascii { frame.canvas = frame.canvas.inASCII }
    return frame
  }
}
