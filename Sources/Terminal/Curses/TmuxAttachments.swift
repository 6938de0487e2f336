internal import Base
import CNcurses
import Glibc
import Synchronization

/// Detects that tmux may be attached to another terminal, since it does not notify its programs.
///
/// tmux makes its socket executable when the first client is attached, and reverts that when the
/// last one is gone (tmux(1), "Sessions"; server_update_socket).
@MainActor
final class TmuxAttachments {
  private let tmux: Tmux
  private let react: (_ isNew: Bool, _ isReachable: Bool) -> Void
  private let queue = WorkQueue(label: "tmux")
  private let finding = TmuxFinding()
  private let events: Descriptor
  private var isAttached: Bool
  private var isNew = false
  private var pending: MainLoopAlarm?
  private var delays: [Duration] = []
  private(set) var watches: [MainLoopWatch] = []

  /// Coalesces bursts such as the steps of a resize.
  private static let delay = Duration.milliseconds(300)
  /// tmux drops passthrough while a new client is not ready or its output is blocked.
  private static let laterDelays = [Duration.milliseconds(1200), .seconds(3)]

  /// `isNew`: a client was attached to a server that had none; only if `isReachable` may the terminal
  /// be queried.
  init?(
    environment variable: (String) -> String?,
    _ react: @escaping (_ isNew: Bool, _ isReachable: Bool) -> Void
  ) {
    guard let tmux = Tmux(environment: variable), let isAttached = tmux.isAttached else {
      return nil
    }
    let opened = Descriptor(opened: inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
    guard let events = opened,
      unsafe inotify_add_watch(events.number, tmux.socket, UInt32(IN_ATTRIB)) >= 0
    else { return nil }
    (self.tmux, self.isAttached, self.react) = (tmux, isAttached, react)
    self.events = events
    watches.append(MainLoop.watch(self.events.number) { [weak self] in self?.readEvents() })
    if let signal = finding.signal {
      watches.append(MainLoop.watch(signal.number) { [weak self] in self?.takeFinding() })
    }
  }

  func end() {
    pending?.cancel()
    for watch in watches { watch.cancel() }
    watches = []
  }

  func readEvents() {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = unsafe read(events.number, &buffer, buffer.count)
    let isBroken = count == 0 || count < 0 && ![EAGAIN, EINTR].contains(errno)
    // A removed socket would signal forever.
    guard !isBroken, let isNowAttached = tmux.isAttached else {
      isAttached = false
      return end()
    }
    defer { isAttached = isNowAttached }
    guard isNowAttached, !isAttached else { return }
    isNew = true
    delays = [Self.delay] + Self.laterDelays
    checkNext()
  }

  func checkSoon() {
    delays = [Self.delay] + delays.suffix(Self.laterDelays.count)
    checkNext()
  }

  private func checkNext() {
    pending?.cancel()
    guard !delays.isEmpty else { return }
    pending = MainLoop.alarm(after: delays.removeFirst()) { [weak self] in
      guard let self else { return }
      queue.start { [tmux, finding] in finding.put(tmux.reachesPane()) }
      checkNext()
    }
  }

  private func takeFinding() {
    guard let isReachable = finding.take() else { return }
    defer { isNew = false }
    react(isNew, isReachable)
  }
}

private final class TmuxFinding: Sendable {
  let signal = WakeSignal()
  private let isReachable = Mutex<Bool?>(nil)

  func put(_ value: Bool) {
    isReachable.withLock { $0 = value }
    signal?.give()
  }

  func take() -> Bool? {
    signal?.takeBack()
    return isReachable.withLock { value in
      defer { value = nil }
      return value
    }
  }
}

struct Tmux: Hashable {
  let socket: String
  let pane: String

  /// Reads `TMUX`, a path followed by two numbers, and `TMUX_PANE`; nil if one is missing.
  init?(environment variable: (String) -> String?) {
    guard let fields = variable("TMUX")?.split(separator: ",", omittingEmptySubsequences: false),
      fields.count >= 3, let pane = variable("TMUX_PANE"), pane.hasPrefix("%")
    else { return nil }
    socket = fields.dropLast(2).joined(separator: ",")
    self.pane = pane
  }

  /// Whether a client is attached to any session; nil if the socket is gone.
  var isAttached: Bool? {
    var status = stat()
    guard unsafe stat(socket, &status) == 0 else { return nil }
    return status.st_mode & S_IXUSR != 0
  }

  /// Whether replies, which tmux takes for keys, reach this pane and no other; blocks.
  func reachesPane() -> Bool {
    let format = "#{pane_active}#{window_active}#{pane_in_mode}#{pane_synchronized}"
    return text(of: format) == "1100"
  }

  /// Whether tmux 3.3 or later drops what is meant for its terminal (`allow-passthrough`); blocks.
  func dropsPassthrough() -> Bool { ["0", "off"].contains(text(of: "#{allow-passthrough}")) }

  private func text(of format: String) -> String {
    let words = ["tmux", "-S", socket, "display-message", "-p", "-t", pane, format]
    return String(decoding: output(of: words).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Empty if the program cannot be run or times out.
  private func output(of words: [String]) -> [UInt8] {
    guard var ends = SocketPair(.stream) else { return [] }
    let child = QuietProgram.start(words, output: ends.far)
    ends.closeFar()
    guard let child else { return [] }
    let isReady = Polling.wait(for: [ends.near.number], atMost: .seconds(2))[0]
    let bytes = isReady ? ends.near.receive(atMost: 64) : nil
    if !isReady { kill(child, SIGKILL) }
    QuietProgram.hasSucceeded(child)
    return bytes ?? []
  }
}

enum TmuxPassthrough {
  /// Wraps escape codes, which tmux passes on if `allow-passthrough` is on (tmux(1)).
  static func wrap(_ bytes: [UInt8]) -> [UInt8] {
    let escape: UInt8 = 0x1B
    let doubled = bytes.flatMap { $0 == escape ? [escape, escape] : [$0] }
    return Array("\u{1b}Ptmux;".utf8) + doubled + Array("\u{1b}\\".utf8)
  }

  static func wrap(_ text: String) -> String {
    String(decoding: wrap(Array(text.utf8)), as: UTF8.self)
  }
}
