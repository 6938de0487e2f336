import Terminal

/// What the terminal is asked for: its background, and then, since every terminal answers that, what
/// kind it is.
///
/// Nobody waits for the answers, except who gives the terminal back: what comes later than that would
/// be typed into the shell.
final class TerminalQuestion {
  private let device: TerminalDevice
  private let isUnderstood: Bool
  private let patience: Duration
  private let expectancy: Duration
  private var asked: ContinuousClock.Instant?

  /// Asks nothing yet.
  /// - Parameters:
  ///   - device: The terminal.
  ///   - isUnderstood: Whether it reads control strings at all; where it does not nothing is asked.
  ///   - patience: How long after the question an answer is waited for before the terminal is given
  ///     back.
  ///   - expectancy: How long after the question an answer may begin, and not a key, with an escape.
  init(
    device: TerminalDevice, isUnderstood: Bool, patience: Duration = .seconds(1),
    expectancy: Duration = .seconds(10)
  ) {
    self.device = device
    self.isUnderstood = isUnderstood
    self.patience = patience
    self.expectancy = expectancy
  }

  /// Tells whether an answer is still to come; one that has not come for so long never will.
  var isOpen: Bool { asked.map { $0.duration(to: .now) < expectancy } ?? false }

  /// Asks, and returns at once.
  func ask() {
    guard isUnderstood else { return }
    device.write(TerminalModes.question)
    asked = .now
  }

  /// Takes to the notes that all answers have come.
  func end() {
    asked = nil
  }

  /// Lets the answers that are still to come end here, with what is typed before them.
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
