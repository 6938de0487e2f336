package import Terminal
import Values

/// The browser itself: events in, frames out.
///
/// ```
/// keys, mouse, resize -> Mailbox -> handle -> Command -> the layers, from the top downwards
///                         ^                                 |
///                         +------------- redraw ------------+
/// ```
/// All events that wait are handled before one frame is drawn, and cells are lent once for them, so a
/// burst of pictures costs one frame, and a key that repeats faster than the terminal draws never falls
/// behind. The terminal's reader stops after some keys, so there always is a frame.
package final class Browser {
  /// What shows the layers.
  package let presenter: Presenter
  private let mailbox: Mailbox<BrowserEvent>
  private let clock: any Clock<Duration>
  private let stopwatch: Stopwatch
  /// Reads again what the user has written down; nil where there is nothing to be read.
  package var reload: ((Browser) -> Void)?
  private(set) var layers: LayerStack
  /// Whether the browser goes on.
  private(set) var isRunning = true
  /// Whether it ended by Ctrl-C, and not as it ends in peace.
  package private(set) var wasInterrupted = false
  /// Whether a layer is still to be woken.
  private var isWakeDue = false

  /// Makes a browser.
  /// - Parameters:
  ///   - root: The layer that all others lie on.
  ///   - presenter: What shows the layers.
  ///   - mailbox: Where the events come from.
  ///   - clock: What layers are woken by.
  ///   - allowsMotion: Whether anything on the screen may change by itself.
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

  /// Shows the frame that belongs on the screen now.
  package func show() {
    fitScreen()
    presenter.show(layers)
  }

  /// The frame that belongs on the screen now.
  package func frame() -> Frame {
    fitScreen()
    return presenter.frame(of: layers)
  }

  /// Lays everything out for the size that the screen has by now: its event may still wait behind keys.
  private func fitScreen() {
    if layers.area != presenter.area { resize() }
  }

  /// Handles events, and shows what they change, until the user quits or the terminal is gone.
  package func run() async {
    while isRunning {
      // Begun before it is asked how long to wait: begun after that, it would say for some nanoseconds that a layer is
      // to be woken earlier, again and again, and no event would be taken.
      let elapsed = stopwatch.start()
      if let interval = layers.wakeInterval {
        await takeEvents(untilWokenAfter: interval, since: elapsed)
      } else {
        await takeEvents()
      }
    }
  }

  /// Takes events until a layer has been woken, or none waits for it any more, or one is to be woken
  /// earlier; no timer is left behind.
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
    // After the end somebody waits for what was begun before it, the answer to which may be among them.
    mailbox.putBack(events)
    if isRunning { show() }
  }

  /// Takes one event in; what it changes is seen in the next frame.
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

  /// Carries out what is no layer's business.
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

  /// Has keys mean what the user has bound from now on, and says what came of it, where that is to be said.
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
