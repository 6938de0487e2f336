import ImagePipeline
import Imaging
import Photos
import TestSupport

/// A player of scripted animated photos, and the frames that it has shown.
@MainActor
final class MotionStage {
  let loader = ScriptedLoader()
  /// Each frame that was shown: the time in milliseconds, and its number.
  private(set) var shown: [String] = []
  /// Whether frames are drawn.
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

  /// The number of the shown frame, or nil while the still is shown.
  var digit: Int? {
    player.content(for: request)?.tile?.canvas.glyphs.first.flatMap { glyph in
      (0...9).first { "\($0)".unicodeScalars.first == glyph.scalar }
    }
  }

  /// Shows the still of a photo, by its name, and plays it if it is animated.
  func open(_ name: String = "a", columns: Int = 4, moves: Bool = true) {
    request = ImageRequest(name, columns: columns)
    player.follow(
      request, showing: .picture(LoadedTile(picturing: request, moves: moves)))
  }

  /// Waits for a condition that changes with the drawn frames.
  func wait(until condition: () -> Bool) async {
    await changes.wait(until: condition)
  }

  /// Waits until a frame is shown.
  func shows(_ number: Int) async {
    await wait { self.digit == number }
  }
}
