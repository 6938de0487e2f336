import CNcurses
import CTerminalGuard
package import Imaging
package import Terminal

/// The terminal as a screen: ncurses owns its cells, and only what differs is sent.
///
/// Once the session has ended, nothing is shown any more; trying to is harmless.
package final class CursesScreen: Screen {
  /// The size in character cells.
  package private(set) var size: CellSize
  /// What the terminal can do, as far as that is known.
  package private(set) var capabilities: TerminalCapabilities
  /// The colour depth in use, which may be less than the terminal is capable of.
  package var depth: ColorDepth { writer.numbering.depth }

  private let device: TerminalDevice
  private let question: TerminalQuestion
  private let watchdog = TerminalWatchdog()
  private var writer: FrameWriter
  private var shown: Frame?
  /// Whether the next frame begins with an empty screen.
  private var mustClear = true
  /// Whether the next frame is written whole, since its colours have other numbers.
  private var mustRewrite = false
  private var isOpen = true
  /// Whether the terminal has been reclaimed after a stop that is still to be announced.
  private var isTakenBack = false

  init(
    device: TerminalDevice, size: CellSize, capabilities: TerminalCapabilities,
    colors: ColorRange, pairLimit: Int, question: TerminalQuestion
  ) {
    self.device = device
    self.question = question
    self.size = size
    self.capabilities = capabilities
    let numbering = ColorNumbering(capabilities.colors.value, in: colors)
    writer = FrameWriter(pairs: ColorPairs(numbering: numbering, limit: pairLimit))
  }

  /// Shows the characters of a frame; what lies outside the screen is cut off.
  ///
  /// Its pictures are not sent: no form of tile makes any yet.
  package func present(_ frame: Frame) {
    if stage(frame) { send() }
  }

  /// Puts a frame on ncurses' virtual screen; returns whether there is anything to send.
  package func stage(_ frame: Frame) -> Bool {
    guard isOpen else { return false }
    ctg_watch_thread()
    let previous = mustClear || mustRewrite ? nil : shown?.canvas
    mustRewrite = false
    shown = frame
    switch writer.write(frame.canvas, over: previous, size: size, isFinal: false) {
    case .unchanged: return mustClear
    case .changed: return true
    case .outOfPairs:
      writer.startAgain()
      mustClear = true
      _ = writer.write(frame.canvas, over: nil, size: size, isFinal: true)
      return true
    }
  }

  /// Sends what has been staged to the terminal.
  package func send() {
    guard isOpen else { return }
    if mustClear { unsafe clearok(pc_stdscr(), true) }
    mustClear = false
    unsafe wnoutrefresh(pc_stdscr())
    device.write(TerminalModes.beginUpdate)
    doupdate()
    device.write(TerminalModes.endUpdate)
    watchdog.start()
  }

  /// Makes the next frame begin with an empty screen and be sent whole.
  package func invalidate() {
    mustClear = true
  }

  /// Takes over what the terminal has answered: frames are drawn with its colours from now on.
  /// - Returns: Whether pictures are to be made in another form than before.
  func adopt(_ answers: TerminalAnswers) -> Bool {
    let before = pictureForm
    capabilities.adopt(answers)
    let numbering = ColorNumbering(capabilities.colors.value, in: writer.numbering.range)
    if numbering != writer.numbering {
      writer.numbering = numbering
      mustRewrite = true
    }
    return before != pictureForm
  }

  /// Takes over the size of the terminal's window in pixels.
  /// - Returns: Whether pictures are to be made in another form than before.
  func adopt(_ window: WindowSize) -> Bool {
    let before = pictureForm
    capabilities.resize(to: window)
    return before != pictureForm
  }

  /// What the form of pictures follows from.
  private var pictureForm: [AnyHashable] {
    [
      depth, capabilities.symbols.value, capabilities.images(in: depth).value,
      capabilities.cell,
    ]
  }

  /// Gives the terminal back and stops the process group, as Ctrl-Z in a shell does.
  ///
  /// Returns when the program is continued in the foreground, with the last frame shown again.
  package func suspend() {
    guard isOpen else { return }
    leave()
    guard ctg_stop() == 0 else { return takeBack() }
    takeBack()
    isTakenBack = true
  }

  /// Reclaims the terminal after the program was continued, however it was stopped.
  func resume() {
    guard isOpen, !isTakenBack else {
      isTakenBack = false
      return
    }
    // Nobody could leave before SIGSTOP: the shell has been writing on this screen.
    reset_prog_mode()
    endwin()
    takeBack()
  }

  /// Adapts to a new size of the terminal, in character cells.
  func resize(to size: CellSize) {
    guard isOpen else { return }
    resizeterm(Int32(size.rows), Int32(size.columns))
    self.size = size
    mustClear = true
  }

  /// Gives the terminal back for good.
  func close() {
    guard isOpen else { return }
    leave()
    isOpen = false
  }

  private func leave() {
    question.awaitEnd()
    device.write(TerminalModes.end)
    endwin()
  }

  private func takeBack() {
    // In the background this stops the program until it comes to the front; nothing may be written
    // before.
    reset_prog_mode()
    // endwin has forgotten it, and only wgetch, which is not used here, would ask for it again.
    unsafe keypad(pc_stdscr(), true)
    ctg_arm(1)
    device.write(TerminalModes.begin)
    // It may be another terminal by now.
    question.ask()
    mustClear = true
    if let shown { present(shown) }
  }
}
