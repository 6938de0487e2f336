import Imaging

/// Photos to page through, few enough for all their colour pairs to be known after one round.
struct PagingFolder {
  let path: String
  /// What is typed once before anything is measured.
  let opening: String
  /// One round of pages that ends where it began; every press changes every picture on the screen.
  let round: [Character] = ["\u{06}", "\u{06}", "\u{06}", "\u{02}", "\u{02}", "\u{02}"]

  /// A way over some screens and back to the first, on which every press changes every cell.
  static let seenAgain: [Character] = ["\u{06}", "\u{06}", "\u{02}", "\u{02}"]

  /// Three screens of 24 photos, each as wide and high as its cell.
  /// - Throws: `BenchError`.
  static func grid(_ stage: Stage) throws(BenchError) -> PagingFolder {
    let path = try stage.folder("paging-grid")
    try PhotoFolder(stage).write(72, of: PixelSize(width: 620, height: 440), to: path)
    return PagingFolder(path: path, opening: "")
  }

  /// Four photos of the proportions of the whole screen, opened: every cell changes.
  /// - Throws: `BenchError`.
  static func viewer(_ stage: Stage) throws(BenchError) -> PagingFolder {
    let path = try stage.folder("paging-viewer")
    try PhotoFolder(stage).write(4, of: PixelSize(width: 1600, height: 784), to: path)
    return PagingFolder(path: path, opening: "\r")
  }
}
