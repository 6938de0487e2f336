import Base
import CTerminalGuard
import Glibc
package import Imaging

/// For screen readers and Braille displays. Keys are read one by one without echo; lines are edited
/// by the terminal itself, which assistive tools know.
@MainActor
package final class PlainTerminal: Screen {
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
      let output = TerminalOutput(descriptor: device.output),
      unsafe ctg_open(device.output, "", 0) == 0
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
    reclaim()
  }

  package func close() {
    for watch in watches { watch.cancel() }
    (watches, deliver) = ([], nil)
    pending?.cancel()
    output.awaitEnd()
    modes.giveBack()
    ctg_close()
  }

  private func reclaim() {
    ctg_arm(1)
    if line.isRead { modes.readLines() } else { modes.readKeys() }
  }

  private func readNotices() {
    let notices = Int(ctg_take_notices())
    if notices & CTG_STOP_ASKED != 0 { deliver?(.stopAsked) }
    if notices & CTG_CONTINUED != 0 { reclaim() }
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
    pending = keys.patience.map { patience in
      MainLoop.alarm(after: patience) { [weak self] in
        guard let self else { return }
        for event in keys.eventsAfterSilence() { deliver?(event) }
      }
    }
  }
}

struct PlainKeys {
  static let interrupt: UInt8 = 3
  static let escape: UInt8 = 27

  private var decoder = InputDecoder()
  private var rest: [UInt8] = []

  mutating func events(of bytes: [UInt8]) -> [TerminalEvent] {
    let (scalars, rest) = Self.scalars(of: rest + bytes)
    self.rest = rest
    return events(of: scalars.map { Reading.character($0) } + [.pause])
  }

  var patience: Duration? { decoder.patience }

  mutating func eventsAfterSilence() -> [TerminalEvent] { events(of: [.silence]) }

  private mutating func events(of readings: [Reading]) -> [TerminalEvent] {
    readings.flatMap { decoder.decode($0) }.compactMap { input in
      switch input {
      case .key(let key): .key(key)
      case .paste(let text): .paste(text)
      case .mouse, .answer, .focus: nil
      }
    }
  }

  /// The keys for a line with its terminator; an empty line is the end of input.
  static func events(ofLine bytes: [UInt8], _ replaces: Bool) -> [TerminalEvent] {
    switch bytes.last {
    case nil, escape: return [.key(.escape)]
    case interrupt: return [.key(.control("c"))]
    case let last:
      let isEnded = last == UInt8(ascii: "\n")
      let text = String(decoding: bytes.dropLast(isEnded ? 1 : 0), as: UTF8.self)
      let typed: [TerminalEvent] = text.isEmpty ? [] : [.paste(text)]
      let start: [TerminalEvent] = replaces && !text.isEmpty ? [.key(.control("u"))] : []
      return start + typed + (isEnded ? [.key(.enter)] : [])
    }
  }

  private static func scalars(of bytes: [UInt8]) -> (scalars: [UInt32], rest: [UInt8]) {
    let whole = bytes.dropLast(cutCount(of: bytes))
    let scalars = String(decoding: whole, as: UTF8.self).unicodeScalars.map(\.value)
    return (scalars, Array(bytes[whole.count...]))
  }

  private static func cutCount(of bytes: [UInt8]) -> Int {
    for (count, byte) in zip(1...3, bytes.reversed()) where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count ? count : 0
    }
    return 0
  }
}

struct PlainModes {
  private let descriptor: Int32
  private let saved: termios

  init?(of descriptor: Int32) {
    var modes = termios()
    guard unsafe tcgetattr(descriptor, &modes) == 0 else { return nil }
    (self.descriptor, saved) = (descriptor, modes)
  }

  func readKeys() {
    var modes = saved
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    modes.c_iflag &= ~tcflag_t(ICRNL | IXON)
    set(modes)
  }

  /// Whole lines with echo; Ctrl-C and Escape also end a line.
  func readLines() {
    var modes = saved
    modes.c_lflag |= tcflag_t(ICANON | ECHO | ECHOE)
    modes.c_lflag &= ~tcflag_t(ISIG | ECHOCTL)
    modes.c_iflag |= tcflag_t(ICRNL)
    modes.c_cc.11 = PlainKeys.interrupt  // VEOL
    modes.c_cc.16 = PlainKeys.escape  // VEOL2
    set(modes)
  }

  func giveBack() {
    set(saved)
  }

  private func set(_ modes: termios) {
    var modes = modes
    _ = unsafe tcsetattr(descriptor, TCSANOW, &modes)
  }
}
