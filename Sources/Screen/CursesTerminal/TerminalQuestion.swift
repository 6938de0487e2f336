import Terminal

/// The query sent to the terminal: its background colour, followed by its device attributes, which
/// every terminal reports.
///
/// The replies are awaited only before the terminal is given back: later ones would be typed into
/// the shell.
final class TerminalQuestion {
  private let device: TerminalDevice
  private let isUnderstood: Bool
  private let patience: Duration
  private let expectancy: Duration
  private var asked: ContinuousClock.Instant?

  /// Makes a query that has not been sent yet.
  /// - Parameters:
  ///   - device: The terminal.
  ///   - isUnderstood: Whether it reads control strings at all; if not, nothing is sent.
  ///   - patience: How long after the query to wait for replies before the terminal is given back.
  ///   - expectancy: How long after the query an escape may still begin a reply, rather than a key.
  init(
    device: TerminalDevice, isUnderstood: Bool, patience: Duration = .seconds(1),
    expectancy: Duration = .seconds(10)
  ) {
    self.device = device
    self.isUnderstood = isUnderstood
    self.patience = patience
    self.expectancy = expectancy
  }

  /// Whether a reply is outstanding; one that is overdue will never come.
  var isOpen: Bool { asked.map { $0.duration(to: .now) < expectancy } ?? false }

  /// Sends the query, and returns at once.
  func ask() {
    guard isUnderstood else { return }
    device.write(TerminalModes.question)
    asked = .now
  }

  /// Records that all replies have arrived.
  func end() {
    asked = nil
  }

  /// Consumes the outstanding replies, and whatever is typed before them.
  func awaitEnd() {
    guard let asked else { return }
    end()
    var decoder = InputDecoder()
    decoder.isAnswerDue = true
    var end = asked + patience
    let lastEnd = end + patience * 4
    while let bytes = device.read(before: end) {
      for byte in bytes where decoder.decode(.character(UInt32(byte))).contains(.answered) {
        return
      }
      // The rest of an answer that has begun is on its way, byte by byte where the line is slow.
      if decoder.isInSequence { end = min(lastEnd, max(end, .now + patience / 4)) }
    }
  }
}
