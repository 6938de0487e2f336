import CTerminalGuard
import Concurrency
import Glibc
package import Imaging
package import Terminal

/// A terminal that is written to line by line and sent nothing but text, for screen readers and braille lines.
///
/// Keys come one by one, unseen. What is typed as a line is edited by the terminal's own means, where
/// everybody's tools are at home, and comes whole.
package final class PlainTerminal: Screen {
  /// A narrow room of many rows: photos stand below one another, ten to a page.
  package let size = CellSize(columns: 20, rows: 81)
  /// It is sent no pictures.
  package let holdings: PictureHoldings? = nil

  private let device: TerminalDevice
  private let output: TerminalOutput
  private let modes: PlainModes
  private var keys = PlainKeys()
  /// Whether what is typed comes as lines, and replaces what stands there.
  private var line: (isRead: Bool, replaces: Bool) = (false, false)
  private var deliver: ((TerminalEvent) -> Void)?
  private var watches: [MainLoopWatch] = []
  /// Ends the wait for the rest of a sequence.
  private var pending: MainLoopAlarm?

  /// Takes the terminal over.
  /// - Throws: A `TerminalError`; nothing has been changed on the terminal.
  package init() throws(TerminalError) {
    device = try TerminalDevice()
    guard let modes = PlainModes(of: device.input),
      let output = TerminalOutput(descriptor: device.output), ctg_open_plainly(device.output)
    else { throw .notOpened }
    self.modes = modes
    self.output = output
  }

  /// How many bytes the terminal has taken.
  package var writtenByteCount: Int { output.writtenByteCount }

  /// Begins to deliver keys and lines, one after another on the main actor, until `close`.
  package func start(_ deliver: @escaping (TerminalEvent) -> Void) {
    self.deliver = deliver
    modes.readKeys()
    watches = [
      MainLoop.watch(device.input) { [weak self] in self?.read() },
      MainLoop.watch(ctg_notice_descriptor()) { [weak self] in self?.readNotices() },
    ]
  }

  /// Writes a line.
  package func write(_ text: String) {
    output.append([.text(Array(text.utf8) + [UInt8(ascii: "\n")])])
  }

  /// Asks for a line, or for keys again.
  /// - Parameter prompt: What stands before it, and whether what is typed replaces something; nil for keys.
  package func ask(_ prompt: (text: String, replaces: Bool)?) {
    line = (prompt != nil, prompt?.replaces ?? false)
    guard let prompt else { return modes.readKeys() }
    output.append([.text(Array("\(prompt.text) ".utf8))])
    modes.readLines()
  }

  /// Shows nothing: what there is to say is written.
  package func present(_ frame: Frame) {}

  /// Writes nothing again.
  package func invalidate() {}

  /// Gives the terminal back and stops the process group, as Ctrl-Z in a shell does.
  package func suspend() {
    output.awaitEnd()
    modes.giveBack()
    _ = ctg_stop()
    takeBack()
  }

  /// Gives the terminal back for good.
  package func close() {
    for watch in watches { watch.cancel() }
    (watches, deliver) = ([], nil)
    pending?.cancel()
    output.awaitEnd()
    modes.giveBack()
    ctg_close()
  }

  private func takeBack() {
    ctg_arm(1)
    if line.isRead { modes.readLines() } else { modes.readKeys() }
  }

  private func readNotices() {
    let notices = Int(ctg_take_notices())
    if notices & CTG_STOP_ASKED != 0 { deliver?(.stopAsked) }
    if notices & CTG_CONTINUED != 0 { takeBack() }
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(device.input, &bytes, bytes.count)
    guard count > 0 || line.isRead else {
      guard count == 0 || errno != EINTR && errno != EAGAIN else { return }
      deliver?(.closed)
      return close()
    }
    let typed = Array(bytes.prefix(max(0, count)))
    let events =
      line.isRead ? PlainKeys.events(ofLine: typed, line.replaces) : keys.events(of: typed)
    for event in events { deliver?(event) }
    pending?.cancel()
    guard deliver != nil else { return }
    pending = keys.patience.map { MainLoop.alarm(after: $0) { [weak self] in self?.endWait() } }
  }

  private func endWait() {
    for event in keys.eventsAfterSilence() { deliver?(event) }
  }
}

/// Has the modes of the terminal restored however the program ends.
private func ctg_open_plainly(_ output: Int32) -> Bool {
  let nothing: [CChar] = [0]
  return unsafe nothing.withUnsafeBufferPointer { unsafe ctg_open(output, $0.baseAddress, 0) } == 0
}
