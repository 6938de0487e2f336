import Base
import CTerminalGuard
import Glibc
package import Imaging

/// A terminal used as plain lines of text, for screen readers and Braille displays.
///
/// Keys are read one by one without echo. Lines are edited by the terminal itself, which assistive
/// tools know.
@MainActor
package final class PlainTerminal: Screen {
  /// Photos in one column, ten to a page.
  package let size = CellSize(columns: 20, rows: 81)
  package let holdings: PictureHoldings? = nil

  private let device: TerminalDevice
  private let output: TerminalOutput
  private let modes: PlainModes
  private var keys = PlainKeys()
  private var line: (isRead: Bool, replaces: Bool) = (false, false)
  private var deliver: ((TerminalEvent) -> Void)?
  private var watches: [MainLoopWatch] = []
  private var pending: MainLoopAlarm?

  /// On error nothing has changed.
  package init() throws(TerminalError) {
    device = try TerminalDevice()
    guard let modes = PlainModes(of: device.input),
      let output = TerminalOutput(descriptor: device.output), ctg_open_plainly(device.output)
    else { throw .notOpened }
    self.modes = modes
    self.output = output
  }

  package var writtenByteCount: Int { output.writtenByteCount }

  package func start(_ deliver: @escaping (TerminalEvent) -> Void) {
    self.deliver = deliver
    modes.readKeys()
    watches = [
      MainLoop.watch(device.input) { [weak self] in self?.read() },
      MainLoop.watch(ctg_notice_descriptor()) { [weak self] in self?.readNotices() },
    ]
  }

  package func write(_ text: String) {
    output.append([.text(Array(text.utf8) + [UInt8(ascii: "\n")])])
  }

  package func ask(_ prompt: (text: String, replaces: Bool)?) {
    line = (prompt != nil, prompt?.replaces ?? false)
    guard let prompt else { return modes.readKeys() }
    output.append([.text(Array("\(prompt.text) ".utf8))])
    modes.readLines()
  }

  package func present(_ frame: Frame) {}

  package func invalidate() {}

  package func suspend() {
    output.awaitEnd()
    modes.giveBack()
    _ = ctg_stop()
    takeBack()
  }

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

@MainActor
private func ctg_open_plainly(_ output: Int32) -> Bool {
  let nothing: [CChar] = [0]
  return unsafe nothing.withUnsafeBufferPointer { unsafe ctg_open(output, $0.baseAddress, 0) } == 0
}
