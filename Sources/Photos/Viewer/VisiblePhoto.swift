package import Catalogs
package import Imaging

/// One photo of the viewer to draw; image and name always belong together.
package struct VisiblePhoto {
  /// Image and caption, in character cells of the viewer's area.
  package var frame: Rect
  /// The selected photo as soon as anything of it is visible, until then the former one; nil if
  /// there is none.
  package let photo: Photo?
  let id: PhotoID?
  /// Last known index in the arrangement, which may have changed.
  let index: Int
  package let content: CellContent
  /// The part that the tile shows; nil for all of it.
  let part: PicturePart?
  /// The background that the tile was rendered for.
  package let background: ViewerBackground
  /// Position of the tile if it is not centered; it may extend beyond the frame.
  package var place: CellPoint?
  /// Of the selected photo; nil while its size is unknown.
  package var sight: ViewportState?
  /// Raw bytes, not sanitized; nil if the photo is shown alone.
  package var caption: [UInt8]?
  package let isSharpest: Bool
  package var hasFocus: Bool
}
