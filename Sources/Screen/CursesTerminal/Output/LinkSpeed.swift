/// How many bytes of pictures go into one batch: as many as the terminal takes in a moment that nobody
/// waits for.
nonisolated struct LinkSpeed {
  /// How long a key may wait for the batch that is under way.
  static let moment = Duration.milliseconds(50)
  /// What tells nothing about the terminal: buffers in between take that at once.
  private static let leastTelling = 32_768
  private static let limits = 32_768...8_388_608

  /// About how many bytes a batch may have.
  private(set) var budget = 262_144

  /// Hears how a batch went.
  mutating func note(_ report: TerminalOutput.Report) {
    guard report.byteCount >= Self.leastTelling, report.duration > .zero else { return }
    let taken = Double(report.byteCount) * (Self.moment / report.duration)
    // Half old, half new: one slow batch among fast ones is the terminal drawing something else.
    let next = (Double(budget) + min(taken, Double(Self.limits.upperBound))) / 2
    budget = min(max(Int(next), Self.limits.lowerBound), Self.limits.upperBound)
  }
}

extension Duration {
  /// What a link takes in this time.
  nonisolated func bytes(atRate bytesPerSecond: Int) -> Int {
    Int(Double(bytesPerSecond) * (self / .seconds(1)))
  }
}
