internal import DecoderCore
internal import DecoderMessages
internal import Imaging

/// The fonts of drawings: opened before a process must do without files.
///
/// Pango and cairo keep a font open that was drawn with once, for all sizes, and whoever forks
/// afterwards has it too. So one text in each of the common styles is drawn. What a drawing names
/// besides is shown in one of these, and what none of them holds, as a box.
enum DrawingFonts {
  /// Opens the fonts; on a machine without any, texts stay boxes.
  static func open() {
    let decoder = VipsDecoder(box: PixelSize(width: 64, height: 64))
    _ = try? decoder.decode([UInt8](drawing.utf8))
  }

  private static let drawing = """
    <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">
    \(families.flatMap { family in styles.map { text(family, $0) } }.joined())
    </svg>
    """
  private static let families = ["sans-serif", "serif", "monospace"]
  private static let styles = ["", "font-weight='bold'", "font-style='italic'"]

  /// A text with a character that is in no font.
  ///
  /// Pango looks for what fits a style on threads of its own, and waits for all of them only when it
  /// needs more than the first font: so no process is forked while they run.
  private static func text(_ family: String, _ style: String) -> String {
    "<text x='8' y='32' font-size='16' font-family='\(family)' \(style)>photo\u{10FFFD}</text>"
  }
}
