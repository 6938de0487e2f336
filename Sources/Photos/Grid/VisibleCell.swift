package import Imaging

package struct VisibleCell: Sendable {
  /// Image and caption, in character cells of the grid's area.
  package var frame: Rect
  package let content: CellContent
  /// Raw bytes, not sanitized; nil if captions are off.
  package let caption: [UInt8]?
  package let isSelected: Bool
  package var isMarked = false
  package var isVideo = false
  /// Whether the caption is a title rather than a file's name.
  package var hasTitle = false
  /// 1 to 5, or -1 for rejected; nil for none or unknown.
  package var rating: Int?
  /// Color label, not sanitized; nil for none or unknown.
  package var label: String?
  package var isPicked = false
  package var hasRaw = false
  /// Frames of the stack that it represents; nil if it represents none.
  package var frameCount: Int?
  package var isSharpest = false

  package init(frame: Rect, content: CellContent, caption: [UInt8]?, isSelected: Bool) {
    (self.frame, self.content, self.caption) = (frame, content, caption)
    self.isSelected = isSelected
  }
}

package struct VisibleHeading: Hashable, Sendable {
  /// One line, in character cells of the grid's area.
  package var frame: Rect
  package let title: GroupTitle
  package let count: Int
}
