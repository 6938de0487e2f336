package import Imaging

package struct VisibleCell: Sendable {
  /// Image and caption, in character cells of the grid's area.
  package let frame: Rect
  package let content: CellContent
  /// Raw bytes, not sanitized; nil if captions are off.
  package let caption: [UInt8]?
  package let isSelected: Bool
  package let isMarked: Bool
  package let isVideo: Bool
  /// 1 to 5, or -1 for rejected; nil for none or unknown.
  package let rating: Int?
  /// Color label, not sanitized; nil for none or unknown.
  package let label: String?
  package let isPicked: Bool
  package let hasRaw: Bool
  /// Frames of the stack that it represents; nil if it represents none.
  package let frameCount: Int?
  package let isSharpest: Bool

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

package struct VisibleHeading: Hashable, Sendable {
  /// One line, in character cells of the grid's area.
  package let frame: Rect
  package let title: GroupTitle
  package let count: Int
}
