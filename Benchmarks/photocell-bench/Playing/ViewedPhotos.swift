import Imaging

/// The viewer on a folder of photos, in a simulated kitty.
struct ViewedPhotos: ~Copyable {
  var played: PlayedProgram
  let process: ProcessFacts

  private init(starting launch: Launch) throws(BenchError) {
    played = try PlayedProgram(launch, as: .kitty)
    process = ProcessFacts(process: played.process)
  }

  /// Starts the program, waits for the grid, and opens the first photo.
  static func opened(by launch: Launch) throws(BenchError) -> ViewedPhotos {
    var viewed = try ViewedPhotos(starting: launch)
    viewed.played.readUntilQuiet(for: .seconds(2))
    _ = try viewed.change(by: "\r")
    viewed.played.readUntilQuiet(for: .seconds(1))
    return viewed
  }

  /// Types keys that show another photo; returns the time to the last byte of its image.
  mutating func change(by keys: String) throws(BenchError) -> Duration {
    let sent = played.terminal.store.transmissionCount
    return try played.press(keys) {
      $0.store.transmissionCount > sent && $0.wholePictures.count == 1 && $0.strayPieceCount == 0
    }
  }

  /// Types a key that rates the photo and shows the next one.
  ///
  /// Returns the time to the last byte of the next image, and to the last byte of all output, which
  /// includes the confirmation that the rating is saved.
  mutating func rate(by key: String) throws(BenchError) -> (picture: Duration, all: Duration) {
    let start = ContinuousClock.now
    let all = try change(by: key)
    guard let last = played.lastPicture else { throw .silent("the next picture") }
    return (start.duration(to: last), all)
  }

  /// Types keys that show another part of the photo; returns the time to its last byte.
  mutating func look(by keys: String) throws(BenchError) -> Duration {
    let sent = played.terminal.store.transmissionCount
    return try played.press(keys) { $0.store.transmissionCount > sent && $0.isFilled }
  }

  /// The decoders and their children.
  var decoders: [ProcessFacts] { process.children.flatMap { [$0] + $0.children } }

  /// The decoders' processor time; their children are included once they have ended.
  var decodingTime: Duration {
    get throws(BenchError) {
      var sum = Duration.zero
      for decoder in process.children { sum += try decoder.processorTime }
      return sum
    }
  }

  /// The resident memory of program and decoders, in kilobytes.
  var memory: Int {
    get throws(BenchError) {
      try process.memory + decoders.reduce(0) { $0 + ((try? $1.memory) ?? 0) }
    }
  }
}

extension PictureTerminal {
  /// Whether images fill the screen above the last row, except for the overview map in a corner.
  var isFilled: Bool {
    let count = screen.count(of: TerminalText.placeholder)
    return count * 10 >= TerminalProgram.screen.area * 9 && strayPieceCount == 0
  }
}
