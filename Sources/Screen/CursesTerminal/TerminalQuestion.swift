import Terminal

/// The query sent to the terminal: its name, whether it keeps exact colours, and its background
/// colour, followed by its device attributes, which every terminal reports.
///
/// The replies are awaited only before the terminal is given back: later ones would be typed into
/// the shell.
final class TerminalQuestion {
  private let device: TerminalDevice
  private let text: StaticString?
  private let patience: Duration
  private let expectancy: Duration
  private var asked: ContinuousClock.Instant?
  /// What has been answered to the last query.
  private(set) var answers = TerminalAnswers()

  /// Makes a query that has not been sent yet.
  /// - Parameters:
  ///   - device: The terminal.
  ///   - text: What it is asked; where that is nil, nothing is sent.
  ///   - patience: How long after the query to wait for replies before the terminal is given back.
  ///   - expectancy: How long after the query an escape may still begin a reply, rather than a key.
  init(
    device: TerminalDevice, text: StaticString?, patience: Duration = .seconds(1),
    expectancy: Duration = .seconds(10)
  ) {
    self.device = device
    self.text = text
    self.patience = patience
    self.expectancy = expectancy
  }

  /// Whether a reply is outstanding; one that is overdue will never come.
  var isOpen: Bool { asked.map { $0.duration(to: .now) < expectancy } ?? false }

  /// Sends the query, and returns at once.
  func ask() {
    guard let text else { return }
    device.write(text)
    answers = TerminalAnswers(progress: .awaited)
    asked = .now
  }

  /// Records a reply, however late; the last one ends the query.
  func take(_ answer: TerminalAnswer) {
    guard asked != nil else { return }
    switch answer {
    case .background: break
    case .version(let version): answers.version = version
    case .rendition(let isExact): answers.keepsExactColors = isExact
    case .attributes:
      answers.progress = .complete
      asked = nil
    }
  }

  /// Consumes the outstanding replies, and whatever is typed before them.
  func awaitEnd() {
    guard let asked else { return }
    defer { self.asked = nil }
    var decoder = InputDecoder()
    decoder.isAnswerDue = true
    var end = asked + patience
    let lastEnd = end + patience * 4
    while let bytes = device.read(before: end) {
      for byte in bytes {
        for case .answer(let answer) in decoder.decode(.character(UInt32(byte))) { take(answer) }
        if self.asked == nil { return }
      }
      // The rest of an answer that has begun is on its way, byte by byte where the line is slow.
      if decoder.isInSequence { end = min(lastEnd, max(end, .now + patience / 4)) }
    }
  }
}
