/// How far a photo is played.
package struct MotionStatus: Hashable, Sendable {
  /// The number of the frame that is shown, from 1.
  package var frame: Int
  /// How many there are; nil until the last one has been seen.
  package var count: Int?
  /// How quickly it is played.
  package var speed: PlaySpeed
  /// Whether it goes on by itself.
  package var isPlaying: Bool
  /// Why it cannot be played, or not further; nil while it can.
  package var trouble: String?
}
