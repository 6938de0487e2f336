import Base
import CNcurses
import CTerminalGuard
import Glibc

/// The main loop watches the terminal and a descriptor that signal handlers write to.
@MainActor
package final class CursesInput {
  let device: TerminalDevice
  let screen: CursesScreen
  private let question: TerminalQuerier
  private let keyboard = CursesKeyboard()
  private var decoder = InputDecoder()
  private var clicks = ClickDetector(clock: ContinuousClock())
  private var pauses = InputPauses(clock: ContinuousClock())
  private var attachments: TmuxAttachments?
  private(set) var deliver: ((TerminalEvent) -> Void)?
  private var watches: [MainLoopWatch] = []
  var loan: TerminalLoan?
  /// Continues reading, or decides about an unfinished sequence.
  private var pending: MainLoopAlarm? { didSet { oldValue?.cancel() } }
  private var advice: MainLoopAlarm?

  /// Keys read before a frame may be drawn; the rest stays in the kernel, which blocks the sender.
  private static let batch = 256

  init(device: TerminalDevice, screen: CursesScreen, question: TerminalQuerier) {
    self.question = question
    self.device = device
    self.screen = screen
  }

  /// Delivers events on the main actor until the session ends; `.closed` is the last one.
  package func start(_ deliver: @escaping (TerminalEvent) -> Void) {
    guard watches.isEmpty else { return }
    self.deliver = deliver
    screen.onLinkChange = { [weak self] in self?.reportLink() }
    screen.onDrag = { [weak self] in self?.clicks.endDrag() }
    watches = [MainLoop.watch(ctg_notice_descriptor()) { [weak self] in self?.readNotices() }]
    readKeys()
  }

  var isStarted: Bool { !watches.isEmpty }

  func readKeys() {
    watches.append(MainLoop.watch(device.input) { [weak self] in self?.readTerminal() })
  }

  func ignoreKeys() {
    watches.removeLast().cancel()
    pending = nil
  }

  func stop() {
    for watch in watches { watch.cancel() }
    watches = []
    loan?.keys?.cancel()
    loan = nil
    pending = nil
    advice?.cancel()
    attachments?.end()
    deliver = nil
  }

  private func readTerminal() {
    ctg_watch_thread()
    pending = nil
    var count = 0
    var reading = keyboard.read()
    while reading != .pause {
      count += 1
      take(reading)
      guard count < Self.batch else {
        // ncurses may have buffered characters that the descriptor does not report.
        pending = MainLoop.alarm(after: .zero) { [weak self] in self?.readTerminal() }
        return
      }
      reading = keyboard.read()
    }
    take(.pause)
    if let patience = decoder.patience {
      pending = MainLoop.alarm(after: patience) { [weak self] in self?.take(.silence) }
    }
    // Readable without data means end of file; checked only if nothing was read.
    guard count == 0, device.isGone else { return }
    let deliver = deliver
    stop()
    deliver?(.closed)
  }

  private func take(_ reading: Reading) {
    decoder.isAnswerDue = question.isOpen || question.delivery.isOpen
    for input in decoder.decode(reading) {
      noteActivity(input)
      switch input {
      case .key(let key): deliver?(.key(key))
      case .paste(let text): deliver?(.paste(text))
      case .focus: deliver?(.focused)
      case .mouse(let report):
        if let action = clicks.action(of: report) { deliver?(.mouse(action, at: report.point)) }
      case .answer(let answer): take(answer)
      }
    }
  }

  /// Applies replies only with the last one, so the screen changes once.
  private func take(_ answer: TerminalAnswer) {
    question.take(answer)
    switch answer {
    case .background(let color): deliver?(.background(color))
    case .ready: screen.takeDeliveryReply()
    case .drag(.gesture(let point)): deliver?(.mouse(.dragOut, at: point))
    case .drag(.dataRequested): screen.sendDraggedURIs()
    case .attributes:
      let isKnown = question.answers.progress == .complete
      if isKnown, screen.adopt(question.answers) { deliver?(.capabilitiesChanged) }
      if question.takeLoss() { screen.sendPicturesAgain() }
      noticeAttachments()
      adviseSoon()
    default: break
    }
  }

  /// On focus and on input after a pause, tmux may be shown on another terminal.
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
    attachments = TmuxAttachments(environment: CursesOpening.variable) {
      [weak self] isNew, isReachable in
      guard let self else { return }
      if isReachable {
        screen.askOutsideAgain(isNew: isNew)
      } else if isNew {
        screen.sendPicturesAgain()
      }
    }
  }

  private func adviseSoon() {
    guard advice == nil, let time = question.outerTimeLeft else { return }
    advice = MainLoop.alarm(after: time) { [weak self] in
      guard let self, let hint = screen.capabilities.hint else { return }
      deliver?(.advice(hint))
    }
  }

  private func reportLink() {
    deliver?(.capabilitiesChanged)
    guard let words = screen.capabilities.linkWords(in: screen.depth) else { return }
    deliver?(.advice(words))
  }

  private func readNotices() {
    ctg_watch_thread()
    let notices = Int(ctg_take_notices())
    // The new size is read when the loan ends; stop requests concern the other program.
    guard loan == nil else {
      if notices & CTG_CONTINUED != 0 { resumeGuest() }
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

  /// Returns whether the size changed; the terminal is queried if the kernel knows no pixels.
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

/// Reads input through a pad, since wget_wch on a window would output half a frame.
@MainActor
@safe struct CursesKeyboard {
  // Untyped, as the window is opaque in ncurses 6.5 and a structure in earlier versions.
  private let pad = unsafe newpad(1, 1)

  init() {
    unsafe keypad(pad, true)
    unsafe nodelay(pad, true)
    // Mouse reports are parsed by `InputDecoder`, so that none is lost: ncurses queues only eight.
    define_key(nil, KEY_MOUSE)
    // Keys with Alt too, as their ncurses key codes differ between terminals.
    for key in ["1;3A", "1;3B", "1;3C", "1;3D", "1;3F", "1;3H", "3;3~", "5;3~", "6;3~"] {
      unsafe define_key("\u{1b}[\(key)", 0)
    }
  }

  func read() -> Reading {
    var value: wint_t = 0
    switch unsafe wget_wch(pad, &value) {
    case OK: return .character(UInt32(value))
    case KEY_CODE_YES: return .key(Int32(bitPattern: UInt32(value)))
    default: return .pause
    }
  }
}

@MainActor
struct TerminalLoan {
  /// The program's process group; nil before its start and after its end.
  var group: pid_t?
  var modes: termios?
  var keys: MainLoopWatch?
}

package struct TerminalEnds: Hashable, Sendable {
  package let input: Int32
  package let output: Int32
}

/// Lending the terminal to another program.
///
/// ```
/// lend -> guestHasStarted -> (guestHasStopped -> shell -> fg ->)… guestHasEnded -> the grid
/// ```
/// The program has its own process group, as a shell would start it, so Ctrl-C ends it and not us.
/// If Ctrl-Z stops it, we stop too and our parent shell gets the terminal; when that continues us,
/// we continue the program.
extension CursesInput {
  /// Nil if the terminal is lent already or gone; `caption` is written above the program's output.
  package func lend(caption: DisplayText?) -> TerminalEnds? {
    guard isStarted, loan == nil else { return nil }
    ignoreKeys()
    screen.lend()
    loan = TerminalLoan()
    if let caption { device.write(Array("\(caption)\n".utf8)) }
    return TerminalEnds(input: device.input, output: device.output)
  }

  package func guestHasStarted(_ group: Int32) {
    loan?.group = group
  }

  package func guestHasStopped() {
    guard let loan, let group = loan.group else { return }
    var modes = termios()
    if unsafe tcgetattr(device.input, &modes) == 0 { self.loan?.modes = modes }
    takeFront(from: group)
    screen.restoreModes()
    // If no parent could continue us, continue the program instead.
    if ctg_stop() != 0 { resumeGuest() }
  }

  /// Continues the program that was stopped with us; in the background this stops us again.
  func resumeGuest() {
    guard let loan, let group = loan.group else {
      // Waiting for a key needs our own modes.
      if loan?.keys != nil { screen.awaitKey() }
      return
    }
    if tcgetpgrp(device.input) != group {
      if var modes = loan.modes { unsafe tcsetattr(device.input, TCSADRAIN, &modes) }
      tcsetpgrp(device.input, group)
    }
    kill(-group, SIGCONT)
  }

  /// With a caption, waits for a key first. Calls `then` once the grid is shown again.
  package func guestHasEnded(caption: DisplayText?, then: @escaping () -> Void) {
    guard let loan else { return }
    if let group = loan.group { takeFront(from: group) }
    self.loan?.group = nil
    guard let caption else { return end(then) }
    device.write(Array("\n\(caption)".utf8))
    screen.awaitKey()
    // Discard input typed for the program and replies sent to it.
    tcflush(device.input, TCIFLUSH)
    self.loan?.keys = MainLoop.watch(device.input) { [weak self] in
      guard let self else { return }
      let hasKey = device.read(before: .now) != nil
      if hasKey { device.write(Array("\r\n".utf8)) }
      if hasKey || device.isGone { end(then) }
    }
  }

  private func end(_ then: () -> Void) {
    loan?.keys?.cancel()
    loan = nil
    screen.endLoan()
    readKeys()
    resize()
    deliver?(.resumed)
    then()
  }

  private func takeFront(from group: pid_t) {
    guard tcgetpgrp(device.input) == group else { return }
    var (background, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&background)
    unsafe sigaddset(&background, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &background, &before)
    tcsetpgrp(device.input, getpgrp())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}

/// During a pause tmux may have been detached and attached again.
struct InputPauses<C: Clock> where C.Duration == Duration {
  let clock: C
  private(set) var last: C.Instant?

  /// Detaching and attaching again takes longer.
  static var length: Duration { .seconds(1) }

  mutating func endsWithInput() -> Bool {
    defer { last = clock.now }
    return last.map { $0.duration(to: clock.now) >= Self.length } ?? true
  }
}
