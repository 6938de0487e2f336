/// Ten digits as lines, drawn to be told apart when small.
///
/// A digit stands in a box half as wide as high; its lines run along the middle of the stroke, and
/// what matters lies on quarters of the height.
enum DigitFont {
  /// The lines of a digit from 0 to 9.
  static func strokes(of digit: Int) -> [[Point]] {
    paths[digit % paths.count].map(\.points)
  }

  private static let paths: [[StrokePath]] = [
    [
      StrokePath(0.25, 0).curve((0.5, 0), (0.5, 0.29)).line(0.5, 0.71).curve((0.5, 1), (0.25, 1))
        .curve((0, 1), (0, 0.71)).line(0, 0.29).curve((0, 0), (0.25, 0))
    ],
    [StrokePath(0.03, 0.19).line(0.26, 0).line(0.26, 1), StrokePath(0.02, 1).line(0.5, 1)],
    [
      StrokePath(0, 0.24).curve((0.02, 0), (0.25, 0)).curve((0.49, 0), (0.49, 0.26))
        .curve((0.49, 0.44), (0.35, 0.61)).line(0.01, 1).line(0.5, 1)
    ],
    [
      StrokePath(0.01, 0.15).curve((0.07, 0), (0.24, 0)).curve((0.48, 0), (0.48, 0.245))
        .curve((0.48, 0.49), (0.24, 0.49)).line(0.17, 0.49),
      StrokePath(0.24, 0.49).curve((0.5, 0.49), (0.5, 0.745)).curve((0.5, 1), (0.25, 1))
        .curve((0.05, 1), (0, 0.84)),
    ],
    [StrokePath(0.41, 1).line(0.41, 0).line(0, 0.71).line(0.54, 0.71)],
    [
      StrokePath(0.47, 0).line(0.06, 0).line(0.03, 0.47).curve((0.12, 0.41), (0.25, 0.41))
        .curve((0.5, 0.41), (0.5, 0.705)).curve((0.5, 1), (0.24, 1)).curve((0.06, 1), (0, 0.86))
    ],
    [
      StrokePath(0.46, 0.11).curve((0.4, 0), (0.27, 0)).curve((0, 0), (0, 0.46)).line(0, 0.71)
        .curve((0, 1), (0.25, 1)).curve((0.5, 1), (0.5, 0.715)).curve((0.5, 0.43), (0.25, 0.43))
        .curve((0, 0.43), (0, 0.71))
    ],
    [StrokePath(0, 0).line(0.5, 0).line(0.2, 1)],
    [
      StrokePath(0.25, 0).curve((0.48, 0), (0.48, 0.245)).curve((0.48, 0.49), (0.25, 0.49))
        .curve((0.02, 0.49), (0.02, 0.245)).curve((0.02, 0), (0.25, 0)),
      StrokePath(0.25, 0.49).curve((0.5, 0.49), (0.5, 0.745)).curve((0.5, 1), (0.25, 1))
        .curve((0, 1), (0, 0.745)).curve((0, 0.49), (0.25, 0.49)),
    ],
    [
      StrokePath(0.04, 0.89).curve((0.1, 1), (0.23, 1)).curve((0.5, 1), (0.5, 0.54))
        .line(0.5, 0.29).curve((0.5, 0), (0.25, 0)).curve((0, 0), (0, 0.285))
        .curve((0, 0.57), (0.25, 0.57)).curve((0.5, 0.57), (0.5, 0.29))
    ],
  ]
}
