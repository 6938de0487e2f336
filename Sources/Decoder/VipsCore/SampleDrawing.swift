/// A drawing with a text in each common style, for a process that makes others that may open no file.
///
/// Pango and cairo keep a font open that was drawn with once, for all sizes, and whoever forks
/// afterwards has it too. After `DrawingFonts.restrict()` there are no others, and what none of them
/// holds is a box.
package enum SampleDrawing {
  /// The file, an SVG.
  package static var bytes: [UInt8] {
    let texts = DrawingFonts.families.flatMap { family in
      DrawingFonts.styles.map { text(family, $0) }
    }
    return Array((start + texts.joined() + "</svg>").utf8)
  }

  private static let start = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>"

  /// A text with a character that is in no font.
  ///
  /// Pango looks for what fits a style on threads of its own, and waits for all of them only when it
  /// needs more than the first font: so no process is forked while they run.
  private static func text(_ family: String, _ style: String) -> String {
    let attribute =
      switch style {
      case "bold": "font-weight='bold'"
      case "italic": "font-style='italic'"
      default: ""
      }
    return """
      <text x='8' y='32' font-size='16' font-family='\(family)' \(attribute)>photo\u{10FFFD}</text>
      """
  }
}
