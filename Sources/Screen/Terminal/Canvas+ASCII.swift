package import Imaging

extension Canvas {
  /// The canvas for a terminal that has no Unicode: what is not ASCII becomes something like it, or
  /// a question mark.
  package var inASCII: Canvas {
    var canvas = self
    canvas.restyle(bounds) { glyph in
      glyph.marks = .zero
      guard !glyph.scalar.isASCII || glyph.isContinuation else { return }
      glyph.scalar = Self.likenesses[glyph.scalar] ?? "?"
    }
    return canvas
  }

  private static let likenesses: [Unicode.Scalar: Unicode.Scalar] = [
    "…": "~", "│": "|", "·": ".", "─": "-", "┌": "+", "┐": "+", "└": "+", "┘": "+", "█": "#",
    "▄": "o", "▌": "=",
  ]
}
