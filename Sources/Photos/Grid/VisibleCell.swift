package import Imaging

/// One cell as it is to be drawn.
package struct VisibleCell: Sendable {
  /// Where it lies in the area of the grid, in character cells: the picture, and the line below it.
  package let frame: Rect
  /// What the cell shows.
  package let content: CellContent
  /// What stands below the picture, as bytes of which nothing is known; nil where there is no line for it.
  package let caption: [UInt8]?
  /// Whether it is the selected one.
  package let isSelected: Bool
  /// Whether it is marked.
  package let isMarked: Bool
  /// Whether the picture is the still of a video.
  package let isVideo: Bool
  /// From 1 to 5, and -1 for a rejected photo; nil for none, and where nobody knows.
  package let rating: Int?
  /// The name of its label; foreign text, nil for none, and where nobody knows.
  package let label: String?
  /// Whether somebody has picked it.
  package let isPicked: Bool
  /// Whether a raw file belongs to it that has no cell of its own.
  package let hasRaw: Bool
  /// How many frames of a burst it stands for; nil where it stands for itself.
  package let frameCount: Int?
  /// Whether it is the sharpest frame of its burst.
  package let isSharpest: Bool

  /// Makes a cell of everything it is drawn from.
  package init(
    frame: Rect, content: CellContent, caption: [UInt8]?, isSelected: Bool,
    isMarked: Bool = false, isVideo: Bool = false, rating: Int? = nil,
    label: String? = nil, isPicked: Bool = false, hasRaw: Bool = false,
    frameCount: Int? = nil, isSharpest: Bool = false
  ) {
    self.frame = frame
    self.content = content
    self.caption = caption
    self.isSelected = isSelected
    self.isMarked = isMarked
    self.isVideo = isVideo
    self.rating = rating
    self.label = label
    self.isPicked = isPicked
    self.hasRaw = hasRaw
    self.frameCount = frameCount
    self.isSharpest = isSharpest
  }
}
