import Imaging

/// Keys that go to and fro between the first two photos of a grid, and how long each takes to show.
struct SelectionKeys {
  /// The time from each key to the frame that shows what it did.
  private(set) var samples = Samples()
  /// The number of photos, as the screen tells it.
  private(set) var total = 0
  /// How often it told another one.
  private(set) var totalChanges = 0
  private(set) var screen = TerminalText(size: TerminalProgram.screen)

  private var position = 1

  /// Types a key and reads until it shows, and on for a moment as nobody types without a pause.
  /// - Throws: `BenchError.silent` where it never shows.
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

  /// Takes what the program has written.
  mutating func take(_ chunk: Recording.Chunk) {
    for byte in chunk.bytes where screen.take(byte) == .updateEnd { noteStatus() }
  }

  /// Reads `1/24` at the beginning of the last line.
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
