internal import Base
import CNcurses
import CTerminalGuard
package import Imaging

/// The terminal, managed by ncurses; differences are sent on a thread. Frames presented while one
/// is being sent are coalesced, and ignored after the session has ended.
@MainActor
package final class CursesScreen: Screen {
  package private(set) var size: CellSize
  package private(set) var capabilities: TerminalCapabilities
  package var depth: ColorDepth { writer.pairs.numbering.depth }
  package var holdings: PictureHoldings? { display?.holdings }

  package var writtenByteCount: Int { output.writtenByteCount }

  private let device: TerminalDevice
  private let question: TerminalQuerier
  private let output: TerminalOutput
  private let sink: FrameSink
  private let restoration: [UInt8]
  private var hasWatchdog = false
  private var writer: FrameWriter
  private var display: (any PictureDisplay)?
  private var links = LinkedCells()
  private var cursor = CursorPlace()
  /// Whether the terminal reports gestures that start a drag.
  private var reportsDrags = false
  private var draggedURIs: [UInt8] = []
  var onDrag: () -> Void = {}
  private var speed: LinkSpeed
  private var deliveryEnd: MainLoopAlarm?
  /// While the display opens no frame is sent.
  private var opening: MainLoopAlarm?
  /// While the terminal draws the last update, which it has confirmed.
  private var drawing: MainLoopAlarm?
  /// Whether the terminal answers the queries around updates.
  private var confirms = true
  private var written: MainLoopWatch?
  var onLinkChange: () -> Void = {}
  private var latest: Frame?
  /// Whether part of `latest` has not been sent.
  private var isDue = false
  private var staged: StagedFrame?
  /// The characters on the terminal once the current batch is written.
  private var shown: Canvas?
  private var farewell: [UInt8] = []
  private var mustClear = true
  private var mustRewrite = false
  private var isOpen = true
  private var isLent = false
  /// After a stop whose SIGCONT is still to be handled.
  private var isReclaimed = false

  init(
    device: TerminalDevice, output: TerminalOutput, sink: consuming FrameSink,
    capabilities: TerminalCapabilities, opening: CursesOpening, colors: ColorRange,
    question: TerminalQuerier
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
    written = MainLoop.watch(output.notice.number) { [weak self] in self?.takeReport() }
  }

  package func present(_ frame: Frame) {
    latest = frame
    isDue = true
    showLatest()
  }

  /// Redraws all with the next frame and queries the terminal: tmux may show on another.
  package func invalidate() {
    mustClear = true
    display?.forget()
    if !question.isOpen, !isLent { question.ask() }
  }

  func showAgain() {
    invalidate()
    isDue = true
    showLatest()
  }

  /// Checks whether the terminal outside tmux is another one and still has our images.
  ///
  /// tmux does not notify programs when it is attached; `isNew` means that a client just was.
  func askOutsideAgain(isNew: Bool = false) {
    guard isOpen, !isLent else { return }
    question.askOutsideAgain(for: display?.transmitted, isNew: isNew)
  }

  func sendPicturesAgain() {
    display?.forget()
    isDue = true
    showLatest()
  }

  /// Whether images must be encoded again.
  func adopt(_ answers: TerminalAnswers) -> Bool {
    let before = pictureForm
    capabilities.adopt(answers)
    startDragReports()
    let numbering = ColorNumbering(capabilities.colors.value, in: writer.pairs.numbering.range)
    if numbering != writer.pairs.numbering {
      writer.pairs.numbering = numbering
      mustRewrite = true
    }
    guard before != pictureForm else { return false }
    changeDisplay()
    return true
  }

  func adopt(_ window: WindowSize) -> Bool {
    let before = pictureForm
    capabilities.resize(to: window)
    return before != pictureForm
  }

  private var pictureForm: PictureForm {
    let images = capabilities.images(in: depth).value
    return PictureForm(
      depth: depth, symbols: capabilities.symbols.value, images: images, cell: capabilities.cell,
      detail: capabilities.detail(of: images))
  }

  private func changeDisplay() {
    // Text below images of the former form is not written otherwise.
    if display != nil { mustClear = true }
    farewell += display?.takeAll() ?? []
    var generator = SystemRandomNumberGenerator()
    display = capabilities.display(in: depth, using: &generator)
    armRestoration()
    beginOpening()
  }

  private func beginOpening() {
    guard isOpen, !isLent, let parts = display?.open(), !parts.isEmpty else { return }
    output.append(parts)
    opening = MainLoop.alarm(after: Self.openingLength) { [weak self] in self?.endOpening() }
  }

  /// Until the terminal has drawn: kitty's `input_delay` and `repaint_delay` are 3 and 10 ms, but a
  /// frame rendered without a graphics card takes longer.
  private static let openingLength = Duration.milliseconds(100)

  private func endOpening() {
    guard opening != nil else { return }
    opening?.cancel()
    opening = nil
    output.append([.text(TerminalModes.endUpdate)])
  }

  /// What gives the terminal back if the program ends abnormally.
  private func armRestoration() {
    // An interrupted hyperlink would extend to whatever is written next.
    let end = capabilities.hyperlinks.value ? Hyperlink.end : []
    let drags = reportsDrags ? DragCode.end : []
    let bytes = (display?.restoration ?? []) + drags + restoration + end
    _ = unsafe ctg_restore_with(bytes.cString, bytes.count)
  }

  private func startDragReports() {
    guard capabilities.takesDrags, !reportsDrags, isOpen, !isLent else { return }
    reportsDrags = true
    armRestoration()
    output.append([.text(DragCode.begin)])
  }

  /// Drags files out of the terminal by their URIs, which end with a line break each.
  package func dragOut(_ uris: [UInt8], text: DisplayText) {
    guard isOpen, !isLent, reportsDrags else { return }
    draggedURIs = uris
    output.append([.text(DragCode.offer(uris, text: "\(text)"))])
    onDrag()
  }

  func sendDraggedURIs() {
    guard isOpen, !isLent, reportsDrags else { return }
    output.append([.text(DragCode.data(draggedURIs))])
  }

  /// Success is not reported; false if the text is too long.
  package func copy(_ text: [UInt8]) -> Bool {
    guard isOpen, !isLent, let code = ClipboardCode(text) else { return false }
    output.append([.text(code.bytes)])
    return true
  }

  /// `read` is called on the writing thread; nil if the file cannot be read.
  ///
  /// Success is not reported.
  package func copyPicture(type: String, _ read: @escaping @Sendable () -> [UInt8]?) {
    guard isOpen, !isLent else { return }
    output.append([.made { read().map { PictureClipboardCode($0, type: type).bytes } ?? [] }])
  }

  /// Stops the process group, like Ctrl-Z; returns when continued, with the last frame shown again.
  package func suspend() {
    guard isOpen else { return }
    leave()
    guard ctg_stop() == 0 else { return reclaim() }
    reclaim()
    isReclaimed = true
  }

  /// Called after SIGCONT, however the program was stopped.
  func resume() {
    guard isOpen, !isReclaimed else {
      isReclaimed = false
      return
    }
    // SIGSTOP cannot be handled, so the shell has been writing to this screen.
    output.awaitEnd()
    sink.withTerminal {
      reset_prog_mode()
      endwin()
    }
    reclaim()
  }

  /// Frames presented until `endLoan` are shown then.
  func lend() {
    leave()
    // The other program's output must not be cleared.
    ctg_arm(0)
    isLent = true
  }

  func awaitKey() {
    sink.withTerminal { reset_prog_mode() }
    ctg_arm(1)
  }

  func restoreModes() {
    sink.withTerminal { reset_shell_mode() }
  }

  func endLoan() {
    isLent = false
    reclaim()
  }

  func resize(to size: CellSize) {
    guard isOpen else { return }
    resizeterm(Int32(size.rows), Int32(size.columns))
    self.size = size
    mustClear = true
  }

  func close() {
    guard isOpen else { return }
    written?.cancel()
    leave()
    isOpen = false
  }

  private func leave() {
    endOpening()
    output.awaitEnd()
    question.awaitEnd()
    device.write(display?.takeAll() ?? [])
    if reportsDrags { device.write(DragCode.end) }
    reportsDrags = false
    device.write(TerminalModes.end)
    sink.withTerminal { endwin() }
  }

  private func reclaim() {
    // Outstanding replies went to whatever had the terminal meanwhile.
    endDelivery()
    sink.withTerminal {
      // In the background this stops us until in the foreground; nothing may be written before.
      reset_prog_mode()
      // endwin has disabled it, and only wgetch, which is not used here, would enable it again.
      unsafe keypad(pc_stdscr(), true)
      ctg_arm(1)
      device.write(TerminalModes.begin)
      // The alternate screen must be entered before images are sent to it.
      doupdate()
      // It may be another terminal now.
      question.ask()
    }
    mustClear = true
    beginOpening()
    if let latest { present(latest) }
  }

  private func takeReport() {
    if let report = output.takeReport() {
      if question.delivery.isOpen, isLinkPaced {
        question.delivery.noteWritten(report.byteCount)
      } else {
        speed.note(report)
        adoptLinkRate()
      }
    }
    showLatest()
  }

  private func adoptLinkRate() {
    let before = (form: pictureForm, isSlow: capabilities.isLinkSlow)
    capabilities.measuredLinkRate = speed.rate
    if before.form.images != pictureForm.images { changeDisplay() }
    if before.form != pictureForm || !before.isSlow && capabilities.isLinkSlow { onLinkChange() }
  }

  /// How long a confirmation may take; a terminal that never confirms is not asked again.
  private static let deliveryPatience = Duration.seconds(10)

  private func beginDelivery() {
    question.delivery.begin(at: .now)
    deliveryEnd?.cancel()
    deliveryEnd = MainLoop.alarm(after: Self.deliveryPatience) { [weak self] in
      guard let self else { return }
      confirms = question.delivery.roundTrip != nil
      endDelivery()
      showLatest()
    }
  }

  private func endDelivery() {
    deliveryEnd?.cancel()
    question.delivery.giveUp()
  }

  func takeDeliveryReply() {
    guard let measure = question.delivery.takeReply(at: .now) else { return }
    if !question.delivery.isOpen { deliveryEnd?.cancel() }
    if isLinkPaced {
      speed.note(measure)
      adoptLinkRate()
    }
    if losesUndrawnImages, !question.delivery.isOpen {
      drawing = MainLoop.alarm(after: Self.drawingLength) { [weak self] in
        self?.drawing = nil
        self?.showLatest()
      }
    }
    showLatest()
  }

  /// Longer than a display takes to its next frame, at 60 Hz: kitty draws no earlier on Wayland and
  /// macOS, and elsewhere as soon as it has confirmed an update.
  private static let drawingLength = Duration.milliseconds(20)

  /// Whether frames are sent only as fast as the terminal confirms them: the buffers of ssh hide how
  /// slow the link is.
  private var isLinkPaced: Bool {
    capabilities.environment.isRemote && capabilities.environment.multiplexer == nil
      && !capabilities.readsSharedMemory
  }

  private var losesUndrawnImages: Bool { display?.losesUndrawnImages ?? false }

  /// Whether an update may begin without losing images.
  private var isDrawn: Bool {
    !losesUndrawnImages || !question.delivery.isOpen && drawing == nil
  }

  private func showLatest() {
    let isReady = isLinkPaced ? !question.delivery.isFull(atRate: speed.rate) : isDrawn
    guard isDue, !isLent, opening == nil, !output.isBusy, isReady, let latest else { return }
    if stage(latest) { send() }
  }

  /// Renders a frame to ncurses' virtual screen; false if there is nothing to send.
  ///
  /// Must not be called while a batch is being written.
  package func stage(_ frame: Frame) -> Bool {
    guard isOpen, !isLent else { return false }
    ctg_watch_thread()
    var previous = mustClear || mustRewrite ? nil : shown
    if mustRewrite { links.rewrite() }
    mustRewrite = false
    var plan = self.plan(frame, over: previous)
    var outcome = writer.write(plan.canvas, over: previous, size: size, isFinal: false)
    if outcome == .outOfPairs {
      writer.pairs.startAgain()
      display?.forget()
      (mustClear, previous) = (true, nil)
      plan = self.plan(frame, over: nil)
      outcome = writer.write(plan.canvas, over: nil, size: size, isFinal: true)
    }
    isDue = !plan.isComplete
    let linkBytes = links.update(
      to: capabilities.hyperlinks.value ? frame.links : [], in: plan.finalCanvas ?? plan.canvas,
      over: mustClear ? nil : shown, writer.pairs.numbering,
      besides: frame.wholePictures.map(\.frame))
    shown = plan.canvas
    cursor.wanted = frame.cursor
    staged = StagedFrame(
      plan: plan, hasText: outcome == .changed || mustClear || cursor.isElsewhere, links: linkBytes)
    return staged?.isEmpty == false || !farewell.isEmpty
  }

  /// Sends the staged frame on the writing thread, in one synchronized update.
  package func send() {
    guard isOpen, let staged else { return }
    self.staged = nil
    // On a slow link the text appears line by line rather than without images.
    let isUpdate = staged.changesScreen && isDrawn
    let awaitsReply =
      confirms && question.answers.progress == .complete
      && (isLinkPaced || losesUndrawnImages)
    var parts: [OutputPart] = awaitsReply ? [.text(Delivery.query)] : []
    if awaitsReply { beginDelivery() }
    // Before the images: kitty shows none while a synchronized update waits behind a new image.
    if isUpdate { parts.append(.text(TerminalModes.beginUpdate)) }
    if !farewell.isEmpty { parts.append(.text(farewell)) }
    farewell = []
    parts += staged.plan.leading
    if staged.hasText { sendText(behind: &parts) }
    if staged.changesScreen {
      parts += staged.plan.trailing
      for frame in staged.plan.drawn { writer.record(InlinePictures.mark, in: frame) }
      if let last = staged.plan.finalCanvas {
        _ = writer.write(last, over: staged.plan.canvas, size: size, isFinal: true)
        parts.append(.text(refresh(isLast: true)))
        shown = last
      }
      if !staged.links.isEmpty { parts.append(.text(staged.links)) }
    }
    if isUpdate { parts.append(.text(TerminalModes.endUpdate)) }
    if awaitsReply { parts.append(.text(Delivery.query)) }
    output.append(parts)
    startWatchdog()
  }

  /// Starts a process that restores the terminal if this one is killed by `SIGKILL`; it ends with the
  /// session. After a frame, since starting a process takes as long as one.
  private func startWatchdog() {
    guard !hasWatchdog else { return }
    hasWatchdog = true
    if ctg_prepare_watchdog() == 0 { WorkQueue(label: "watchdog").start { ctg_start_watchdog() } }
  }

  /// Sends the text in steps, so that one is written while ncurses renders the next.
  private func sendText(behind parts: inout [OutputPart]) {
    let window = unsafe pc_stdscr()
    let rows = (0..<Int32(size.rows)).filter { unsafe is_linetouched(window, $0) }
    // A cleared screen is sent at once, as it would otherwise be filled with the previous frame.
    let length = mustClear ? max(1, rows.count) : max(Self.minRows, (rows.count + 3) / 4)
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

  private static var minRows: Int { 8 }

  package func awaitSent() {
    output.awaitEnd()
  }

  private func plan(_ frame: Frame, over previous: Canvas?) -> PicturePlan {
    display?.plan(frame, over: previous, within: budget) ?? PicturePlan(frame.canvas)
  }

  /// Image bytes per batch; unlimited with shared memory, as the terminal is then on this machine.
  private var budget: Int {
    capabilities.readsSharedMemory && capabilities.linkRate == nil ? .max : speed.budget
  }

  private func refresh(isLast: Bool) -> [UInt8] {
    cursor.settle(in: size, isLast: isLast)
    if mustClear { unsafe clearok(pc_stdscr(), true) }
    mustClear = false
    unsafe wnoutrefresh(pc_stdscr())
    doupdate()
    return sink.take()
  }
}
