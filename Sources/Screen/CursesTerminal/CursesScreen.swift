import CNcurses
import CTerminalGuard
import Concurrency
package import Imaging
internal import System
package import Terminal

/// The terminal as a screen: ncurses owns its cells, and only what differs is sent, on a thread of its
/// own.
///
/// While a frame is being sent others may be presented; the last of them follows when the terminal has
/// taken the one before. Once the session has ended, nothing is shown any more; trying to is harmless.
package final class CursesScreen: Screen {
  /// The size in character cells.
  package private(set) var size: CellSize
  /// What the terminal can do, as far as that is known.
  package private(set) var capabilities: TerminalCapabilities
  /// The colour depth in use, which may be less than the terminal is capable of.
  package var depth: ColorDepth { writer.numbering.depth }
  /// What the terminal holds of pictures; nil where it is sent none.
  package var holdings: PictureHoldings? { display?.holdings }

  /// How many bytes the terminal has taken.
  package var writtenByteCount: Int { output.writtenByteCount }

  private let device: TerminalDevice
  private let question: TerminalQuestion
  private let output: TerminalOutput
  private let sink: FrameSink
  private let restoration: [UInt8]
  private let watchdog = TerminalWatchdog()
  private var writer: FrameWriter
  private var display: (any PictureDisplay)?
  private var links = LinkedCells()
  private var cursor = CursorPlace()
  private var speed: LinkSpeed
  private var written: MainLoopWatch?
  /// Hears that pictures are to be made in another form, since the link has turned out slower or faster.
  var onLinkChange: () -> Void = {}
  /// What is to be seen.
  private var latest: Frame?
  /// Whether something of that has not been sent.
  private var isDue = false
  private var staged: StagedFrame?
  /// The characters that the terminal has, or will have when the batch under way is through.
  private var shown: Canvas?
  /// Bytes that are sent before the next frame.
  private var farewell: [UInt8] = []
  /// Whether the next frame begins with an empty screen.
  private var mustClear = true
  /// Whether the next frame is written whole, since its colours have other numbers.
  private var mustRewrite = false
  private var isOpen = true
  /// Whether another program has the terminal.
  private var isLent = false
  /// Whether the terminal has been reclaimed after a stop that is still to be announced.
  private var isTakenBack = false

  init(
    device: TerminalDevice, output: TerminalOutput, sink: consuming FrameSink,
    capabilities: TerminalCapabilities, opening: CursesOpening, colors: ColorRange,
    question: TerminalQuestion
  ) {
    self.device = device
    self.output = output
    self.sink = sink
    self.capabilities = capabilities
    self.question = question
    speed = LinkSpeed(rate: capabilities.linkRate)
    restoration = opening.restoration
    size = device.size ?? opening.size
    let numbering = ColorNumbering(capabilities.colors.value, in: colors)
    writer = FrameWriter(pairs: ColorPairs(numbering: numbering, limit: opening.pairLimit))
    self.sink.capture()
    changeDisplay()
    written = MainLoop.watch(output.notice.number) { [weak self] in self?.goOn() }
  }

  /// Shows a frame as soon as the terminal has taken the one before; what lies outside the screen is
  /// cut off.
  package func present(_ frame: Frame) {
    latest = frame
    isDue = true
    showLatest()
  }

  /// Makes the next frame begin with an empty screen and be sent whole, pictures included, and asks the
  /// terminal again: it may be another one that tmux is shown on by now.
  package func invalidate() {
    mustClear = true
    display?.forget()
    if !question.isOpen, !isLent { question.ask() }
  }

  /// Redraws the last frame from scratch, images included, and queries the terminal again.
  func showAgain() {
    invalidate()
    isDue = true
    showLatest()
  }

  /// Queries the name of the terminal outside tmux, and whether it still has a transmitted image: tmux does not notify
  /// programs when it is attached from another terminal.
  /// - Parameter isNew: Whether a client has just been attached.
  func askOutsideAgain(isNew: Bool = false) {
    guard isOpen, !isLent else { return }
    question.askOutsideAgain(for: display?.transmitted, isNew: isNew)
  }

  /// Transmits all images of the screen again.
  func sendPicturesAgain() {
    display?.forget()
    isDue = true
    showLatest()
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
    guard before != pictureForm else { return false }
    changeDisplay()
    return true
  }

  /// Takes over the size of the terminal's window in pixels.
  /// - Returns: Whether pictures are to be made in another form than before.
  func adopt(_ window: WindowSize) -> Bool {
    let before = pictureForm
    capabilities.resize(to: window)
    return before != pictureForm
  }

  /// What the form of pictures follows from.
  private var pictureForm: PictureForm {
    let images = capabilities.images(in: depth).value
    return PictureForm(
      depth: depth, symbols: capabilities.symbols.value, images: images, cell: capabilities.cell,
      detail: capabilities.detail(of: images))
  }

  /// Shows pictures in another way from the next frame on.
  private func changeDisplay() {
    farewell += display?.takeAll() ?? []
    var generator = SystemRandomNumberGenerator()
    display = capabilities.display(in: depth, using: &generator)
    // A link that is cut in the middle would go on with whatever is written next.
    let end = capabilities.hyperlinks.value ? Hyperlink.end : []
    let bytes = (display?.restoration ?? []) + restoration + end
    _ = unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress
      return unsafe ctg_restore_with(start, bytes.count)
    }
  }

  /// Asks the terminal to put text on the clipboard; whether it does nobody is told.
  /// - Returns: False where that is more than terminals take.
  package func copy(_ text: [UInt8]) -> Bool {
    guard isOpen, !isLent, let code = ClipboardCode(text) else { return false }
    output.append([.text(code.bytes)])
    return true
  }

  /// Hands a picture to a terminal that copies pictures; whether it does nobody is told.
  /// - Parameters:
  ///   - type: The media type of the picture.
  ///   - read: Reads its file, on the thread that writes; nil where it cannot be read.
  package func copyPicture(type: String, _ read: @escaping @Sendable () -> [UInt8]?) {
    guard isOpen, !isLent else { return }
    output.append([.made { read().map { PictureClipboardCode($0, type: type).bytes } ?? [] }])
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
    output.awaitEnd()
    sink.withTerminal {
      reset_prog_mode()
      endwin()
    }
    takeBack()
  }

  /// Leaves the screen to another program until `endLoan`; what is presented meanwhile is shown then.
  func lend() {
    leave()
    // What is on the screen from now on is nobody's to take away.
    ctg_arm(0)
    isLent = true
  }

  /// Sets the modes in which keys come one by one, on the screen that a program has left.
  func awaitKey() {
    sink.withTerminal { reset_prog_mode() }
    ctg_arm(1)
  }

  /// Sets the modes that the terminal had before us, whatever another program has set.
  func restoreModes() {
    sink.withTerminal { reset_shell_mode() }
  }

  /// Comes back after another program, with the last frame and all pictures.
  func endLoan() {
    isLent = false
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
    written?.cancel()
    leave()
    isOpen = false
  }

  private func leave() {
    output.awaitEnd()
    question.awaitEnd()
    device.write(display?.takeAll() ?? [])
    device.write(TerminalModes.end)
    sink.withTerminal { endwin() }
  }

  private func takeBack() {
    sink.withTerminal {
      // In the background this stops the program until it comes to the front; nothing may be written
      // before.
      reset_prog_mode()
      // endwin has forgotten it, and only wgetch, which is not used here, would ask for it again.
      unsafe keypad(pc_stdscr(), true)
      ctg_arm(1)
      device.write(TerminalModes.begin)
      // The screen of a program comes back with the first frame, and pictures must find it there.
      doupdate()
      // It may be another terminal by now.
      question.ask()
    }
    mustClear = true
    if let latest { present(latest) }
  }
}

extension CursesScreen {
  /// Goes on when the terminal has taken a batch.
  private func goOn() {
    if let report = output.takeReport() { note(report) }
    showLatest()
  }

  /// Takes note of how quickly the terminal has taken a batch.
  private func note(_ report: TerminalOutput.Report) {
    speed.note(report)
    let before = pictureForm
    capabilities.measuredLinkRate = speed.rate
    guard before != pictureForm else { return }
    if before.images != pictureForm.images { changeDisplay() }
    onLinkChange()
  }

  /// Sends what is to be seen, or as much of it as goes into a batch, unless one is under way.
  private func showLatest() {
    guard isDue, !isLent, !output.isBusy, let latest else { return }
    if stage(latest) { send() }
  }

  /// Puts a frame on ncurses' virtual screen, and plans its pictures; nothing may be under way.
  /// - Returns: Whether there is anything to send.
  package func stage(_ frame: Frame) -> Bool {
    guard isOpen, !isLent else { return false }
    ctg_watch_thread()
    var previous = mustClear || mustRewrite ? nil : shown
    if mustRewrite { links.rewrite() }
    mustRewrite = false
    var plan = self.plan(frame, over: previous)
    var outcome = writer.write(plan.canvas, over: previous, size: size, isFinal: false)
    if outcome == .outOfPairs {
      writer.startAgain()
      display?.forget()
      (mustClear, previous) = (true, nil)
      plan = self.plan(frame, over: nil)
      outcome = writer.write(plan.canvas, over: nil, size: size, isFinal: true)
    }
    isDue = !plan.isComplete
    let linkBytes = links.update(
      to: capabilities.hyperlinks.value ? frame.links : [], in: plan.finalCanvas ?? plan.canvas,
      over: mustClear ? nil : shown, writer.numbering)
    shown = plan.canvas
    cursor.wanted = frame.cursor
    staged = StagedFrame(
      plan: plan, hasText: outcome == .changed || mustClear || cursor.isElsewhere, links: linkBytes)
    return staged?.isEmpty == false || !farewell.isEmpty
  }

  /// Sends what has been staged, on a thread of its own: all that changes the screen between the marks of
  /// one update.
  package func send() {
    guard isOpen, let staged else { return }
    self.staged = nil
    var parts = staged.plan.leading
    if !farewell.isEmpty { parts.insert(.text(farewell), at: 0) }
    farewell = []
    if staged.changesScreen { parts.append(.text(TerminalModes.beginUpdate)) }
    if staged.hasText { sendText(behind: &parts) }
    if staged.changesScreen {
      parts += staged.plan.trailing
      if let last = staged.plan.finalCanvas {
        _ = writer.write(last, over: staged.plan.canvas, size: size, isFinal: true)
        parts.append(.text(refresh(isLast: true)))
        shown = last
      }
      if !staged.links.isEmpty { parts.append(.text(staged.links)) }
      parts.append(.text(TerminalModes.endUpdate))
    }
    output.append(parts)
    watchdog.start()
  }

  /// Sends the characters in some steps, so that one is written while ncurses is busy with the next.
  private func sendText(behind parts: inout [OutputPart]) {
    let window = unsafe pc_stdscr()
    let rows = (0..<Int32(size.rows)).filter { unsafe is_linetouched(window, $0) }
    // An empty screen is shown at once, or it would be filled with the frame before.
    let length = mustClear ? max(1, rows.count) : max(Self.leastRows, (rows.count + 3) / 4)
    for start in stride(from: 0, to: max(1, rows.count), by: length) {
      unsafe wtouchln(window, 0, Int32(size.rows), 0)
      for row in rows.dropFirst(start).prefix(length) { unsafe wtouchln(window, row, 1, 1) }
      let isLast = start + length >= rows.count
      parts.append(.text(refresh(isLast: isLast)))
      guard !isLast else { return }
      output.append(parts)
      parts = []
    }
  }

  /// Fewer rows than these are not worth a step of their own.
  private static var leastRows: Int { 8 }

  /// Returns when what was sent has been written.
  package func awaitSent() {
    output.awaitEnd()
  }

  private func plan(_ frame: Frame, over previous: Canvas?) -> PicturePlan {
    display?.plan(frame, over: previous, within: budget) ?? PicturePlan(frame.canvas)
  }

  /// About how many bytes of pictures go into a batch: whoever shares our memory is on this machine,
  /// though there are few bytes that would tell.
  private var budget: Int {
    capabilities.readsSharedMemory && capabilities.linkRate == nil ? .max : speed.budget
  }

  /// What ncurses writes to show its virtual screen.
  private func refresh(isLast: Bool) -> [UInt8] {
    cursor.settle(in: size, isLast: isLast)
    if mustClear { unsafe clearok(pc_stdscr(), true) }
    mustClear = false
    unsafe wnoutrefresh(pc_stdscr())
    doupdate()
    return sink.take()
  }
}
