package import Catalog
package import Grid
package import Imaging

/// One photo of a viewer as it is to be drawn: never a picture without the photo it is of, or there
/// would be an old picture under a new name.
package struct VisiblePhoto {
  /// Where it is drawn, in character cells of the viewer's area: the picture, and below it a line for the
  /// caption, where it has one.
  package var frame: Rect
  /// The photo: the one that is meant as soon as there is anything to see of it, and until then the one
  /// before; nil where there are none any more.
  package let photo: Photo?
  /// Its identity; nil where there is none.
  let id: PhotoID?
  /// Its index in the arrangement when it was last looked up: a guess, since the arrangement may have changed.
  let index: Int
  /// What there is to see of it.
  package let content: CellContent
  /// What of the photo the tile shows; nil for all of it.
  let part: PicturePart?
  /// What it stands on: not what is wanted by now, until its picture on that is there.
  package let background: ViewerBackground
  /// Where the tile stands in the room, where that is not the middle; it may begin outside, and end there.
  package var place: CellPoint?
  /// How the photo that is meant is looked at; nil while nobody knows its size.
  package var sight: PhotoSight?
  /// What stands below it, as bytes of which nothing is known; nil where it is alone.
  package var caption: [UInt8]?
  /// Whether it is the sharpest frame of its burst.
  package let isSharpest: Bool
  /// Whether keys are meant for it.
  package var hasFocus: Bool
}
