package import Imaging

/// One cell as it is to be drawn.
package struct VisibleCell: Sendable {
  /// Where it lies in the area of the grid, in character cells: the picture, and a line for the name.
  package let frame: Rect
  package let content: CellContent
  /// The file name, as bytes of which nothing is known.
  package let name: [UInt8]
  package let isSelected: Bool
}
