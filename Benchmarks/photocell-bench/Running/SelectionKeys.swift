import Imaging

/// Keys that move the selection between the first two photos of a grid, with their latencies.
struct SelectionKeys {
  /// From each key to the frame that shows its effect.
  private(set) var samples = Samples()
  private(set) var total = 0
  private(set) var totalChanges = 0
  private(set) var screen = TerminalText(size: TerminalProgram.screen)

  private var position = 1

  /// Types a key and waits for its effect, and then briefly pauses like a user.
  mutating func press(_ program: borrowing TerminalProgram) throws(BenchError) {
    let wanted = 3 - position
    let start = ContinuousClock.now
    program.type(wanted == 2 ? "l" : "h")
    while position != wanted {
      guard let chunk = program.read(within: TerminalProgram.patience) else {
        throw .silent("the photo that was gone to")
      }
      take(chunk)
    }
    samples.add(start.duration(to: .now))
    let pause = ContinuousClock.now + .milliseconds(20)
    while case let left = ContinuousClock.now.duration(to: pause), left > .milliseconds(1) {
      if let chunk = program.read(within: left) { take(chunk) }
    }
  }

  mutating func take(_ chunk: Recording.Chunk) {
    for byte in chunk.bytes where screen.take(byte) == .updateEnd { noteStatus() }
  }

  private mutating func noteStatus() {
    let numbers = screen.statusLine.split(separator: " ").first?.split(separator: "/") ?? []
    guard numbers.count == 2, let first = Int(numbers[0]), let second = Int(numbers[1]) else {
      return
    }
    position = first
    guard second != total else { return }
    if total > 0 { totalChanges += 1 }
    total = second
  }
}
