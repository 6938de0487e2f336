/// How many bytes of pictures go into one batch: as many as the terminal takes in a moment that nobody
/// waits for.
nonisolated struct LinkSpeed {
  /// How long a key may wait for the batch that is under way.
  static let moment = Duration.milliseconds(25)
  /// What buffers take at once, whatever lies behind them: those of a pseudoterminal, on Linux.
  private static let bufferSize = 16_384
  /// What tells nothing about the terminal.
  private static let leastTelling = 16_384
  /// What a link is taken for before anything is known, in bytes a second.
  private static let slowRate = 1_000_000
  private static let limits = 4_096...8_388_608

  /// About how many bytes a batch may have; before anything is known no more than a slow link takes in
  /// that time.
  private(set) var budget = 16_384
  /// How many bytes the terminal takes in a second; nil before anything is known.
  ///
  /// It stays while the link takes at least three quarters of it and at most twice as much, since
  /// pictures are made anew for another.
  private(set) var rate: Int?
  private let isGiven: Bool
  /// What has been written since the last measurement, and not into empty buffers.
  private var untold = (byteCount: 0, duration: Duration.zero)

  /// Takes a link of which nothing is known.
  /// - Parameter rate: How many bytes it takes in a second, where the user says that: nothing is
  ///   measured then.
  init(rate: Int? = nil) {
    self.rate = rate
    isGiven = rate != nil
    if let rate { budget = Self.limited(Self.moment.bytes(atRate: rate)) }
  }

  /// Whether batches are those of a link on which the characters of a picture take longer than one
  /// would wait for them: 2 MB/s.
  static func isSlow(_ budget: Int) -> Bool { budget < moment.bytes(atRate: 2_000_000) }

  /// Hears how a batch went.
  mutating func note(_ report: TerminalOutput.Report) {
    guard !isGiven else { return }
    untold.byteCount += max(0, report.byteCount - freeBuffers(after: report.pause))
    untold.duration += report.duration
    guard untold.byteCount >= Self.leastTelling, untold.duration > .zero else { return }
    let taken = Double(untold.byteCount) * (Self.moment / untold.duration)
    untold = (0, .zero)
    // Half old, half new: one slow batch among fast ones is the terminal drawing something else.
    budget = Self.limited((budget + Self.limited(Int(min(taken, 1e9)))) / 2)
    let measured = Int(Double(budget) * (.seconds(1) / Self.moment))
    guard let rate, (rate / 4 * 3...rate * 2).contains(measured) else { return rate = measured }
  }

  /// What goes into buffers that nothing has been written to for a while, in bytes.
  private func freeBuffers(after pause: Duration) -> Int {
    guard pause < .seconds(1) else { return Self.bufferSize }
    return min(Self.bufferSize, pause.bytes(atRate: rate ?? Self.slowRate))
  }

  private static func limited(_ byteCount: Int) -> Int {
    min(max(byteCount, limits.lowerBound), limits.upperBound)
  }
}

extension Duration {
  /// What a link takes in this time.
  nonisolated func bytes(atRate bytesPerSecond: Int) -> Int {
    Int(Double(bytesPerSecond) * (self / .seconds(1)))
  }
}
