internal import CFontconfig

/// The fonts available to drawings: few enough for the process to keep all of them open.
package enum DrawingFonts {
  /// Available families and styles; other styles are synthesized.
  static let families = ["sans-serif", "serif", "monospace"]
  static let styles = ["", "bold", "italic"]

  /// Permanently restricts this process to the fonts that fontconfig selects for these families.
  ///
  /// Other names map to one of these. Must be called before text is drawn; no effect without fonts.
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

  /// Rules that reject all files except these and their parent directories, and disable rescanning.
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

/// A drawing with text in each style, rendered before the process loses access to files.
///
/// Pango and cairo keep used fonts open, also in forked processes. Other characters become boxes.
package enum SampleDrawing {
  package static var bytes: [UInt8] {
    let texts = DrawingFonts.families.flatMap { family in
      DrawingFonts.styles.map { text(family, $0) }
    }
    return Array((start + texts.joined() + "</svg>").utf8)
  }

  private static let start = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>"

  /// Includes a character that is in no font.
  ///
  /// Pango looks for matching fonts on threads of its own, and waits for all of them only if it
  /// needs more than the first font. Thus no process is forked while they run.
  private static func text(_ family: String, _ style: String) -> String {
    let attribute = ["bold": "font-weight='bold'", "italic": "font-style='italic'"][style] ?? ""
    return """
      <text x='8' y='32' font-size='16' font-family='\(family)' \(attribute)>photo\u{10FFFD}</text>
      """
  }
}
