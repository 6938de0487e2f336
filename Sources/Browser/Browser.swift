import Base
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
  private(set) var layers: LayerStack
  private(set) var isRunning = true
  package private(set) var wasInterrupted = false
  private var isWakeDue = false

  package init(
    root: any Layer, presenter: Presenter, mailbox: Mailbox<BrowserEvent>,
    clock: any Clock<Duration>, allowsMotion: Bool = true
  ) {
    self.presenter = presenter
    self.mailbox = mailbox
    self.clock = clock
    stopwatch = Stopwatch(clock)
    layers = LayerStack(
      root: root, area: presenter.area, form: presenter.form, stopwatch: stopwatch,
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

  /// Applies the current terminal size, whose resize event may still be queued behind keys.
  private func fitScreen() {
    if layers.area != presenter.area { resize() }
  }

  /// Handles events and draws frames until the user quits or the terminal closes.
  package func run() async {
    while isRunning {
      // Start the stopwatch before reading the interval. Otherwise an interval computed a few
      // nanoseconds later would seem shorter than the first one over and over, and no event would
      // be taken.
      let elapsed = stopwatch.start()
      if let interval = layers.wakeInterval {
        await takeEvents(untilWokenAfter: interval, since: elapsed)
      } else {
        await takeEvents()
      }
    }
  }

  /// Handles events until a layer was woken, none needs waking, or one needs it earlier.
  ///
  /// The timer is cancelled on return.
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
      layers.tell(event)
    case .terminal(.background), .terminal(.focused), .memoryShort, .measured, .cleared, .found,
      .listed, .acting, .acted, .stopOverdue, .completed:
      layers.tell(event)
    case .notice(let text), .terminal(.advice(let text)): layers.message = text
    case .warning(let text): layers.warning = text
    case .redraw: break
    }
    if layers.isOver { isRunning = false }
  }

  private func perform(_ command: Command) {
    switch command {
    case .help: layers.openHelp()
    case .reloadConfiguration: reload?(self)
    case .commandLine: layers.openCommandLine()
    case .redraw: presenter.screen.invalidate()
    case .suspend: suspend()
    case .back: isRunning = layers.closeTop() || !layers.mayEnd(by: .back)
    case .close: _ = layers.closeTop()
    case .quit: isRunning = !layers.mayEnd(by: .quit)
    case .interrupt:
      isRunning = false
      wasInterrupted = true
    default:
      for line in command.lines ?? [] where isRunning {
        if let command = layers.carryOut(line) { perform(command) }
      }
    }
  }

  package func bind(_ bindings: KeyBindings, saying message: String? = nil) {
    layers.bind(bindings)
    if let message { layers.message = message }
  }

  private func suspend() {
    layers.tell(.terminal(.stopAsked))
    presenter.screen.suspend()
  }

  private func resize() { layers.resize(to: presenter.area, form: presenter.form) }
}
