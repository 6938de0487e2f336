import Photos
import Terminal

nonisolated extension Command {
  static let play = Command(rawValue: "play")
  static let nextFrame = Command(rawValue: "next-frame")
  static let previousFrame = Command(rawValue: "previous-frame")
  static let slower = Command(rawValue: "slower")
  static let faster = Command(rawValue: "faster")
}

nonisolated extension Keymap {
  static let motion = [
    Entry(.play, " ", help: "stop a photo that moves, or play it"),
    Entry(.nextFrame, ".", help: "stop it, and show its next frame"),
    Entry(.previousFrame, ",", help: "stop it, and show the frame before"),
    Entry(.slower, "[", help: "play it at half the speed"),
    Entry(.faster, "]", help: "play it at twice the speed"),
  ]
}

extension ViewerLayer {
  func play(_ command: Command, _ times: Int) -> LayerOutcome {
    let motion = viewer.motion
    let moves: Bool
    switch command {
    case .play: moves = motion.toggle()
    case .nextFrame: moves = motion.step(by: times)
    case .previousFrame: moves = motion.step(by: -times)
    case .slower: moves = motion.changeSpeed(by: -times)
    case .faster: moves = motion.changeSpeed(by: times)
    default: return .ignored
    }
    return moves ? .handled : .said("this photo does not move")
  }
}

extension MotionStatus {
  /// The frame number, padded to constant width, speed and state: `frame  2/40 · 2x · stopped`.
  var words: String {
    let total = count.map { "\($0)" } ?? ""
    let number = "\(frame)"
    let padding = String(repeating: " ", count: max(0, total.count - number.count))
    var words = ["frame \(padding)\(number)" + (count == nil ? "" : "/\(total)")]
    if speed != .normal { words.append("\(speed)") }
    if let trouble { words.append(trouble) } else if !isPlaying { words.append("stopped") }
    return words.joined(separator: " · ")
  }
}
