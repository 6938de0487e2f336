internal import CFontconfig

/// The fonts of drawings: so few that a process can keep all of them open, and no others.
package enum DrawingFonts {
  /// What a drawing may name, and each style of it that has a font of its own; others are made of these.
  static let families = ["sans-serif", "serif", "monospace"]
  static let styles = ["", "bold", "italic"]

  /// Lets this process know no other fonts than those that fontconfig has for these families, for good.
  ///
  /// The other rules of fontconfig stay: what a drawing names besides becomes one of these. To be called
  /// before any text is drawn; where there is no font at all, nothing changes.
  package static func restrict() {
    guard let rules = unsafe FcInitLoadConfigAndFonts() else { return }
    defer { unsafe FcConfigDestroy(rules) }
    let files = Set(
      families.flatMap { family in
        styles.compactMap { style in unsafe file(family, style, rules) }
      })
    guard !files.isEmpty else { return }
    guard unsafe FcConfigParseAndLoadFromMemory(rules, text(allowing: files), FcBool(1)) != 0,
      unsafe FcConfigBuildFonts(rules) != 0
    else { return }
    unsafe FcConfigSetCurrent(rules)
  }

  /// The file that fontconfig has for a style of a family.
  private static func file(_ family: String, _ style: String, _ rules: OpaquePointer) -> String? {
    guard let pattern = unsafe FcNameParse("\(family):\(style)") else { return nil }
    defer { unsafe FcPatternDestroy(pattern) }
    unsafe FcConfigSubstitute(rules, pattern, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let match = unsafe FcFontMatch(rules, pattern, &result) else { return nil }
    defer { unsafe FcPatternDestroy(match) }
    var file: UnsafeMutablePointer<FcChar8>?
    guard unsafe FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch else { return nil }
    return unsafe file.map { unsafe String(cString: $0) }
  }

  /// Rules that refuse every file and folder but these files and the folders above them, and that look
  /// for no new ones.
  private static func text(allowing files: Set<String>) -> String {
    let folders = files.flatMap { file in
      file.indices.filter { file[$0] == "/" && $0 > file.startIndex }.map { String(file[..<$0]) }
    }
    let globs = files.union(folders).map { "<glob>\(escaped($0))</glob>" }.joined()
    return """
      <fontconfig><config><rescan><int>0</int></rescan></config><selectfont>\
      <acceptfont>\(globs)</acceptfont><rejectfont><glob>*</glob></rejectfont>\
      </selectfont></fontconfig>
      """
  }

  private static func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
  }
}

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
