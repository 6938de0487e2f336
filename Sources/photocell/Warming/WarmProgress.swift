import Base
import ImagePipeline

/// The progress of `photocell warm`, shown on one line of the terminal.
struct WarmProgress {
  private static let pause = Duration.milliseconds(200)

  private let photoCount: Int
  private let elapsed: () -> Duration
  private let isSeen: Bool
  private var madeCount = 0
  private var thereCount = 0
  private var needlessCount = 0
  private(set) var failureCount = 0
  private var toldAt: Duration?

  init(photoCount: Int, elapsed: @escaping () -> Duration, isSeen: Bool) {
    self.photoCount = photoCount
    self.elapsed = elapsed
    self.isSeen = isSeen
  }

  private var doneCount: Int { madeCount + thereCount + needlessCount + failureCount }

  mutating func add(_ outcome: WarmingOutcome) {
    switch outcome {
    case .made: madeCount += 1
    case .there, .madeElsewhere: thereCount += 1
    case .needsNone: needlessCount += 1
    case .failed: failureCount += 1
    }
    let now = elapsed()
    guard isSeen, toldAt.map({ now - $0 >= Self.pause }) ?? true else { return }
    toldAt = now
    StandardError.write(report: clearing + line)
  }

  /// Clears the line on the terminal.
  var clearing: String { isSeen ? "\r\u{1B}[K" : "" }

  /// The progress: `1,234 of 2,000  56 a second  14 s left`.
  ///
  /// The rate counts only thumbnails that were made, as existing ones take no time.
  var line: String {
    var line = "\(doneCount.grouped) of \(photoCount.grouped)"
    let seconds = elapsed() / .seconds(1)
    guard seconds > 1, madeCount > 0 else { return line }
    let rate = Double(madeCount) / seconds
    line += "  \(rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate))") a second"
    return line + "  \(Self.time(Double(photoCount - doneCount) / rate)) left"
  }

  /// The result: `2,000 photos: 1,990 made, 7 were there, 3 failed, in 35 s`.
  var summary: String {
    var parts = ["\(madeCount.grouped) generated", "\(thereCount.grouped) already cached"]
    if needlessCount > 0 { parts.append("\(needlessCount.grouped) not needed") }
    if failureCount > 0 { parts.append("\(failureCount.grouped) failed") }
    let photos = photoCount == 1 ? "1 photo" : "\(photoCount.grouped) photos"
    return "\(photos): \(parts.joined(separator: ", ")), in \(Self.time(elapsed() / .seconds(1)))"
  }

  /// Formats seconds: `14 s`, `3 min 20 s`, `2 h 5 min`.
  private static func time(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3_600: return "\(seconds / 60) min \(seconds % 60) s"
    default: return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
    }
  }
}
