import Terminal
import Testing

@testable import Browser

@MainActor
@Suite("The line editor")
struct LineEditorTests {
  /// The text after keys, with a bar where the cursor is.
  private static func text(after keys: KeyScript) -> String {
    let layer = LineLayer(
      for: LinePurpose(label: "", change: { _ in }, cancel: {}), text: "ab cd")
    for key in keys.keys {
      if case .character(let character) = key {
        layer.editor.insert(String(character))
      } else if case .command(let command) = Keymap.line.match([key]) {
        guard case .handled = layer.handle(command, count: nil) else { return "not handled" }
      }
    }
    return "\(layer.editor.before)|\(layer.editor.after)"
  }

  @Test(
    arguments: [
      ("", "ab cd|"), ("x", "ab cdx|"), ("<Left>x", "ab cx|d"), ("<Home>x", "x|ab cd"),
      ("<C-a><Right>x", "ax|b cd"), ("<Home><Left>", "|ab cd"), ("<Right>", "ab cd|"),
      ("<Home><Del>", "|b cd"), ("<Del>", "ab cd|"), ("<Backspace>", "ab c|"),
      ("<Home><Backspace>", "|ab cd"),
      ("<C-w>", "ab |"), ("<C-w><C-w>", "|"), ("<C-w><C-w><C-w>", "|"), ("<Left><C-u>", "|d"),
      ("<Home><C-e>x", "ab cdx|"), ("é<Backspace>", "ab cd|"),
      ("<Alt-b>x", "ab x|cd"), ("<Alt-b><Alt-b>", "|ab cd"), ("<Alt-b><Alt-b><Alt-b>", "|ab cd"),
      ("<Home><Alt-f>x", "abx| cd"), ("<Home><Alt-f><Alt-f>", "ab cd|"), ("<Alt-f>", "ab cd|"),
      ("<Alt-Backspace>", "ab |"), (":x<Alt-Backspace>", "ab cd:|"), (": <Alt-Backspace>", "ab |"),
      ("<Home><Alt-d>", "| cd"), ("<Home><Alt-d><Alt-d>", "|"), ("<Alt-d>", "ab cd|"),
    ] as [(KeyScript, String)])
  func `editing keys move the cursor, insert and delete`(keys: KeyScript, text: String) {
    #expect(Self.text(after: keys) == text)
  }

  @Test func `pasted text becomes one line of 4096 characters at most`() {
    var line = LineEditor()
    line.insert("a\nb\tc\u{1B}[2J")
    #expect(line.text == "a b c [2J")
    line.insert(String(repeating: "x", count: 10_000))
    #expect(line.text.unicodeScalars.count == 4_096)
  }
}
