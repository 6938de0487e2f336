import CTerminalGuard
import Dispatch
import Imaging
package import Terminal

/// Tells what the user does at the terminal, and what happens to it.
///
/// Two descriptors are watched on the main queue: the terminal, and one that signal handlers write
/// to. Nothing is polled, so an idle program takes no time.
package final class CursesInput {
  private let device: TerminalDevice
  private let screen: CursesScreen
  private let question: TerminalQuestion
  private let keyboard = CursesKeyboard()
  private var decoder = InputDecoder()
  private var clicks = ClickDetector(clock: ContinuousClock())
  private var deliver: ((TerminalEvent) -> Void)?
  private var sources: [any DispatchSourceRead] = []

  init(device: TerminalDevice, screen: CursesScreen, question: TerminalQuestion) {
    self.question = question
    self.device = device
    self.screen = screen
  }

  /// Begins to deliver events, one after another on the main actor, until the session ends.
  ///
  /// `.closed` is delivered once, and is the last event.
  package func start(_ deliver: @escaping (TerminalEvent) -> Void) {
    guard sources.isEmpty else { return }
    self.deliver = deliver
    sources = [
      watch(device.input) { $0.readTerminal() },
      watch(ctg_notice_descriptor()) { $0.readNotices() },
    ]
  }

  /// Ends the delivery of events.
  func stop() {
    for source in sources { source.cancel() }
    sources = []
    deliver = nil
  }

  private func watch(
    _ descriptor: Int32, _ react: @escaping @MainActor @Sendable (CursesInput) -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        if let self { react(self) }
      }
    }
    source.activate()
    return source
  }

  private func readTerminal() {
    ctg_watch_thread()
    var count = 0
    var reading = keyboard.read()
    while reading != .pause {
      count += 1
      take(reading)
      reading = keyboard.read()
    }
    take(.pause)
    // A terminal that can be read, but has nothing to say, has ended; one with much to say has not.
    guard count == 0, device.isGone else { return }
    let deliver = deliver
    stop()
    deliver?(.closed)
  }

  private func take(_ reading: Reading) {
    decoder.isAnswerDue = question.isOpen
    for input in decoder.decode(reading) {
      switch input {
      case .key(let key): deliver?(.key(key))
      case .mouse(let report):
        if let action = clicks.action(of: report) {
          deliver?(.mouse(action, at: report.point))
        }
      case .background(let color): deliver?(.background(color))
      case .answered: question.end()
      }
    }
  }

  private func readNotices() {
    ctg_watch_thread()
    let notices = Int(ctg_take_notices())
    if notices & CTG_STOP_ASKED != 0 { deliver?(.stopAsked) }
    if notices & CTG_CONTINUED != 0 { screen.resume() }
    if notices & (CTG_RESIZED | CTG_CONTINUED) != 0 { resize() }
    if notices & CTG_CONTINUED != 0 { deliver?(.resumed) }
  }

  private func resize() {
    guard let size = device.size, size != screen.size else { return }
    screen.resize(to: size)
    deliver?(.resize(size))
  }
}
