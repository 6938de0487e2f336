import Imaging

/// Photos to page through, few enough that one round defines all color pairs.
struct PagingFolder {
  let path: String
  let opening: String
  /// A round trip; every key changes every image on the screen.
  let round: [Character] = ["\u{06}", "\u{06}", "\u{06}", "\u{02}", "\u{02}", "\u{02}"]

  /// A round trip over some screens; every key changes every cell.
  static let seenAgain: [Character] = ["\u{06}", "\u{06}", "\u{02}", "\u{02}"]

  /// Three screens of 24 photos that fill their cells.
  static func grid(_ stage: Stage) throws(BenchError) -> PagingFolder {
    let path = try stage.folder("paging-grid")
    try PhotoFolder(stage).write(72, of: PixelSize(width: 620, height: 440), to: path)
    return PagingFolder(path: path, opening: "")
  }

  /// Four opened photos with the screen's proportions, so that every cell changes.
  static func viewer(_ stage: Stage) throws(BenchError) -> PagingFolder {
    let path = try stage.folder("paging-viewer")
    try PhotoFolder(stage).write(4, of: PixelSize(width: 1600, height: 784), to: path)
    return PagingFolder(path: path, opening: "\r")
  }
}
