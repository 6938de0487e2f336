import ImagePipeline
import Imaging
import TestSupport

@testable import Photos

/// A player in front of photos that move by a script, and what it has shown.
@MainActor
final class MotionStage {
  let loader = ScriptedLoader()
  /// Each frame that was shown: the time in milliseconds, and its number.
  private(set) var shown: [String] = []
  /// Whether somebody looks.
  var isWatched = true
  private(set) var player: MotionPlayer
  private let changes = ChangeBell()
  private let now: () -> Duration
  private var request = ImageRequest("a")

  init(_ frames: ScriptedFrames, clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    player = MotionPlayer(loader: loader, clock: clock) {}
    loader.move("a", frames)
    player = MotionPlayer(loader: loader, clock: clock) { [weak self] in self?.note() }
  }

  private var last: Int?

  private func note() {
    if let digit, digit != last {
      last = digit
      shown.append("\(Int(now() / .milliseconds(1))):\(digit)")
    }
    if isWatched { player.noteDrawn() }
    changes.ring()
  }

  /// The number that is to be seen; nil while the still is.
  var digit: Int? {
    player.content(for: request)?.tile?.canvas.glyphs.first.flatMap { glyph in
      (0...9).first { "\($0)".unicodeScalars.first == glyph.scalar }
    }
  }

  /// Shows the still of a photo, by its name, and plays it where it moves.
  func open(_ name: String = "a", columns: Int = 4, moves: Bool = true) {
    request = ImageRequest(name, columns: columns)
    player.follow(
      request, showing: .picture(LoadedTile(picturing: request, moves: moves)))
  }

  /// Waits until something holds, which changes with what is drawn.
  func wait(until condition: () -> Bool) async {
    await changes.wait(until: condition)
  }

  /// Waits until a frame is to be seen.
  func shows(_ number: Int) async {
    await wait { self.digit == number }
  }
}
