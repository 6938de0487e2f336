import Imaging

/// Marks what is clipped of pictures, where that is wanted.
struct ClippingMarks {
  private var areDrawn = false
  private var colors = ColorDepth.direct

  /// Marks nothing.
  init() {}

  /// Marks what is clipped, so that it is seen in some colours.
  init(areDrawn: Bool, in colors: ColorDepth) {
    self.areDrawn = areDrawn
    self.colors = colors
  }

  /// A picture in the size that it is shown in, with its marks.
  func callAsFunction(_ picture: Bitmap) -> Bitmap {
    areDrawn ? picture.markingClipping(inColor: colors != .none) : picture
  }
}
