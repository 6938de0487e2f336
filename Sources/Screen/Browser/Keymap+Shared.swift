import Terminal

nonisolated extension Keymap {
  /// The keys of the browser itself, which no layer need know.
  package static let everywhere = Keymap(
    "everywhere",
    [
      Entry(.help, "?", help: "show these keys", hint: "help"),
      Entry(.redraw, .control("l"), help: "draw the whole screen again"),
      Entry(
        .suspend, .control("z"), help: "stop the program until the shell continues it"),
      Entry(.back, "q", help: "close what is open; where nothing is, quit", hint: "back"),
      Entry(.close, .escape, help: "close what is open; forget a count"),
      Entry(.quit, .control("c"), help: "quit at once"),
    ])
}

nonisolated extension [Keymap.Entry] {
  /// The keys of vim and less that go up and down.
  static let scrolling: [Keymap.Entry] = [
    Keymap.Entry(.down, "j", .down, help: "one row down"),
    Keymap.Entry(.up, "k", .up, help: "one row up"),
    Keymap.Entry(
      .first, sequences: [["g", "g"], [.home]],
      help: "the first photo; with a count, the photo of that number"),
    Keymap.Entry(
      .last, "G", .end, help: "the last photo; with a count, the photo of that number"),
    Keymap.Entry(.pageDown, .control("f"), .pageDown, help: "one screen down"),
    Keymap.Entry(.pageUp, .control("b"), .pageUp, help: "one screen up"),
    Keymap.Entry(.halfPageDown, .control("d"), help: "half a screen down"),
    Keymap.Entry(.halfPageUp, .control("u"), help: "half a screen up"),
  ]
}
