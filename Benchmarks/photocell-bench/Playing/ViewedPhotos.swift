import Imaging

/// The viewer over a folder of photos, in a terminal that answers as kitty.
struct ViewedPhotos: ~Copyable {
  var played: PlayedProgram
  /// The program's own process.
  let process: ProcessFacts

  /// Starts the program.
  /// - Throws: `BenchError.notStarted`.
  private init(starting launch: Launch) throws(BenchError) {
    played = try PlayedProgram(launch, as: .kitty)
    process = ProcessFacts(process: played.process)
  }

  /// Starts the program, waits for its grid, and opens the first photo.
  /// - Throws: `BenchError`, also where no picture comes.
  static func opened(by launch: Launch) throws(BenchError) -> ViewedPhotos {
    var viewed = try ViewedPhotos(starting: launch)
    viewed.played.readUntilQuiet(for: .seconds(2))
    _ = try viewed.change(by: "\r")
    viewed.played.readUntilQuiet(for: .seconds(1))
    return viewed
  }

  /// Types keys that show another photo, whole, and returns the time to the last byte of its picture.
  /// - Throws: `BenchError.silent`.
  mutating func change(by keys: String) throws(BenchError) -> Duration {
    let sent = played.terminal.store.transmissionCount
    return try played.press(keys) {
      $0.store.transmissionCount > sent && $0.wholePictures.count == 1 && $0.strayPieceCount == 0
    }
  }

  /// Types a key that rates the photo and shows the next one, whole.
  /// - Returns: The time to the last byte of that one's picture, and to the last byte of all, as of what is said when
  ///   the rating is on the disk.
  /// - Throws: `BenchError.silent`.
  mutating func rate(by key: String) throws(BenchError) -> (picture: Duration, all: Duration) {
    let start = ContinuousClock.now
    let all = try change(by: key)
    guard let last = played.lastPicture else { throw .silent("the next picture") }
    return (start.duration(to: last), all)
  }

  /// Types keys that show another part, which fills the screen, and returns the time to the last byte of
  /// its picture.
  /// - Throws: `BenchError.silent`.
  mutating func look(by keys: String) throws(BenchError) -> Duration {
    let sent = played.terminal.store.transmissionCount
    return try played.press(keys) { $0.store.transmissionCount > sent && $0.isFilled }
  }

  /// The decoders, and what they have forked.
  var decoders: [ProcessFacts] { process.children.flatMap { [$0] + $0.children } }

  /// What the decoders have worked so far; each child of theirs is counted once it has ended.
  var decodingTime: Duration {
    get throws(BenchError) {
      var sum = Duration.zero
      for decoder in process.children { sum += try decoder.processorTime }
      return sum
    }
  }

  /// The memory that is resident in the program and in its decoders, in kilobytes.
  /// - Throws: `BenchError.file`.
  var memory: Int {
    get throws(BenchError) {
      try process.memory + decoders.reduce(0) { $0 + ((try? $1.memory) ?? 0) }
    }
  }
}

extension PictureTerminal {
  /// Whether pieces of pictures that the terminal holds fill the screen above its last row, but for the
  /// map in a corner that shows which part is seen.
  var isFilled: Bool {
    let count = screen.count(of: TerminalText.placeholder)
    return count * 10 >= TerminalProgram.screen.area * 9 && strayPieceCount == 0
  }
}
