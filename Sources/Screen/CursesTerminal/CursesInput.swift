import CNcurses
import CTerminalGuard
import Concurrency
import Imaging
package import Terminal

/// Delivers what the user does at the terminal, and what happens to it.
///
/// The main loop watches two descriptors: the terminal, and one that signal handlers write to. An idle
/// program uses no processor time.
package final class CursesInput {
  let device: TerminalDevice
  let screen: CursesScreen
  private let question: TerminalQuestion
  private let keyboard = CursesKeyboard()
  private var decoder = InputDecoder()
  private var clicks = ClickDetector(clock: ContinuousClock())
  private var pauses = InputPauses(clock: ContinuousClock())
  /// Detects that tmux was attached from another terminal; nil outside tmux.
  private var attachments: TmuxAttachments?
  private(set) var deliver: ((TerminalEvent) -> Void)?
  private var watches: [MainLoopWatch] = []
  /// The program that has the terminal now; nil where that is ours.
  var loan: TerminalLoan?
  /// What to do if nothing more arrives: read on, or decide about the beginning of a sequence that
  /// nothing has followed.
  private var pending: MainLoopAlarm?
  /// What says that tmux passes nothing on.
  private var advice: MainLoopAlarm?

  /// How many keys and characters are read before a frame may be drawn: what a busy sender has
  /// written beyond that stays in the kernel, which blocks the sender.
  private static let batch = 256

  init(device: TerminalDevice, screen: CursesScreen, question: TerminalQuestion) {
    self.question = question
    self.device = device
    self.screen = screen
  }

  /// Begins to deliver events, one after another on the main actor, until the session ends.
  ///
  /// `.closed` is delivered once, and is the last event.
  package func start(_ deliver: @escaping (TerminalEvent) -> Void) {
    guard watches.isEmpty else { return }
    self.deliver = deliver
    screen.onLinkChange = { [weak self] in self?.tellOfLink() }
    watches = [MainLoop.watch(ctg_notice_descriptor()) { [weak self] in self?.readNotices() }]
    readKeys()
  }

  /// Whether the terminal is read, or lent out by one who reads it.
  var isStarted: Bool { !watches.isEmpty }

  /// Reads what the terminal has to say.
  func readKeys() {
    watches.append(MainLoop.watch(device.input) { [weak self] in self?.readTerminal() })
  }

  /// Leaves what the terminal says to others.
  func ignoreKeys() {
    watches.removeLast().cancel()
    pending?.cancel()
    pending = nil
  }

  /// Ends the delivery of events.
  func stop() {
    for watch in watches { watch.cancel() }
    watches = []
    loan?.keys?.cancel()
    loan = nil
    pending?.cancel()
    pending = nil
    advice?.cancel()
    attachments?.end()
    deliver = nil
  }

  private func readTerminal() {
    ctg_watch_thread()
    pending?.cancel()
    pending = nil
    var count = 0
    var reading = keyboard.read()
    while reading != .pause {
      count += 1
      take(reading)
      guard count < Self.batch else { return readOnSoon() }
      reading = keyboard.read()
    }
    take(.pause)
    if let patience = decoder.patience {
      pending = MainLoop.alarm(after: patience) { [weak self] in self?.take(.silence) }
    }
    // A terminal that can be read, but has nothing to say, has ended; one with much to say has not.
    guard count == 0, device.isGone else { return }
    let deliver = deliver
    stop()
    deliver?(.closed)
  }

  /// Reads on when the main actor has had its turn; ncurses may hold characters that the descriptor
  /// does not know of.
  private func readOnSoon() {
    pending = MainLoop.alarm(after: .zero) { [weak self] in self?.readTerminal() }
  }

  private func take(_ reading: Reading) {
    decoder.isAnswerDue = question.isOpen
    for input in decoder.decode(reading) {
      noteActivity(input)
      switch input {
      case .key(let key): deliver?(.key(key))
      case .paste(let text): deliver?(.paste(text))
      case .focus: deliver?(.focused)
      case .mouse(let report):
        if let action = clicks.action(of: report) {
          deliver?(.mouse(action, at: report.point))
        }
      case .answer(let answer): take(answer)
      }
    }
  }

  /// The last answer tells what all of them mean, so that the screen changes once.
  private func take(_ answer: TerminalAnswer) {
    question.take(answer)
    switch answer {
    case .background(let color): deliver?(.background(color))
    case .attributes:
      let isKnown = question.answers.progress == .complete
      if isKnown, screen.adopt(question.answers) { deliver?(.capabilitiesChanged) }
      if question.takeLoss() { screen.sendPicturesAgain() }
      noticeAttachments()
      adviseSoon()
    default: break
    }
  }

  /// Queries the terminal outside tmux again on focus and on input after a pause: it may be another one.
  private func noteActivity(_ input: DecodedInput) {
    switch input {
    case .answer: return
    case .focus: screen.askOutsideAgain()
    case .key, .paste, .mouse:
      if pauses.endsWithInput(), question.isPassedOn { screen.askOutsideAgain() }
    }
  }

  private func noticeAttachments() {
    guard attachments == nil, question.isThroughTmux else { return }
    attachments = TmuxAttachments(environment: CursesOpening.variable) { [weak self] change in
      guard let self else { return }
      if change.isReachable {
        screen.askOutsideAgain(isNew: change.isNew)
      } else if change.isNew {
        screen.sendPicturesAgain()
      }
    }
  }

  /// Says once what to do about tmux, where it passes on no question in time.
  private func adviseSoon() {
    guard advice == nil, let time = question.outerTimeLeft else { return }
    advice = MainLoop.alarm(after: time) { [weak self] in
      guard let self, let hint = screen.capabilities.hint else { return }
      deliver?(.advice(hint))
    }
  }

  private func tellOfLink() {
    deliver?(.capabilitiesChanged)
    guard let words = screen.capabilities.linkWords(in: screen.depth) else { return }
    deliver?(.advice(words))
  }

  private func readNotices() {
    ctg_watch_thread()
    let notices = Int(ctg_take_notices())
    // A new size is seen when the terminal comes back, and who is to stop is the program that has it.
    guard loan == nil else {
      if notices & CTG_CONTINUED != 0 { goOnLending() }
      return
    }
    if notices & CTG_STOP_ASKED != 0 { deliver?(.stopAsked) }
    if notices & CTG_CONTINUED != 0 { screen.resume() }
    if notices & (CTG_RESIZED | CTG_CONTINUED) != 0 {
      let hasChanged = resize()
      if notices & CTG_CONTINUED == 0 { noteResize(hasChanged: hasChanged) }
    }
    if notices & CTG_CONTINUED != 0 { deliver?(.resumed) }
  }

  /// Redraws on SIGWINCH without a change of size, by which dtach and abduco request a redraw.
  private func noteResize(hasChanged: Bool) {
    if let attachments {
      attachments.checkSoon()
    } else if !hasChanged {
      screen.showAgain()
    }
  }

  /// Where the kernel knows the pixels of the window they tell the size of a cell; otherwise the
  /// terminal has to.
  /// - Returns: Whether the window has another size than before.
  @discardableResult
  func resize() -> Bool {
    var hasChanged = false
    var hasNewCells = false
    if let window = WindowSize(of: device.output), window != screen.capabilities.window {
      question.forgetSizes(asksAgain: !window.hasPixels)
      hasNewCells = screen.adopt(window)
      hasChanged = true
    }
    if let size = device.size, size != screen.size {
      screen.resize(to: size)
      deliver?(.resize(size))
      hasChanged = true
    }
    if hasNewCells { deliver?(.capabilitiesChanged) }
    return hasChanged
  }
}

/// Reads what ncurses has to say, from a window that is never shown.
///
/// Reading from a window shows what has changed in it: from the standard window this would be half a
/// frame. A pad is never shown.
@safe struct CursesKeyboard {
  // No type is named: to ncurses 6.5 and later a window is opaque, before that it is a structure.
  private let pad = unsafe newpad(1, 1)

  /// Makes the pad; ncurses must be open.
  init() {
    unsafe keypad(pad, true)
    unsafe nodelay(pad, true)
    // Reports of the mouse are read here, character by character, so that none is lost: ncurses
    // keeps only eight.
    define_key(nil, KEY_MOUSE)
    // Keys with Alt are read here as well: ncurses gives them numbers that differ between terminals.
    for key in ["1;3A", "1;3B", "1;3C", "1;3D", "1;3F", "1;3H", "3;3~", "5;3~", "6;3~"] {
      unsafe define_key("\u{1b}[\(key)", 0)
    }
  }

  /// The next reading; `.pause` when there is none, at once.
  func read() -> Reading {
    var value: wint_t = 0
    switch unsafe wget_wch(pad, &value) {
    case OK: return .character(UInt32(value))
    case KEY_CODE_YES: return .key(Int32(bitPattern: UInt32(value)))
    default: return .pause
    }
  }
}
