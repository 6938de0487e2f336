import Browser
import Terminal

extension Command {
  static let begin = Command(rawValue: "begin")
  static let stopOrGo = Command(rawValue: "stop-or-go")
  static let step = Command(rawValue: "step")
  static let faster = Command(rawValue: "faster")
  static let slower = Command(rawValue: "slower")
  static let otherSeed = Command(rawValue: "other-seed")
  static let toggleFix = Command(rawValue: "toggle-fix")
  static let again = Command(rawValue: "again")
  static let otherSide = Command(rawValue: "other-side")
}

extension Keymap {
  /// While the opening card is shown, any key but help and quit closes it.
  static let opening = Keymap(
    "the opening card",
    [Entry(.begin, sequences: openingKeys.map { [$0] }, help: "begin", hint: "begin")])

  private static let openingKeys: [Key] =
    (UInt8(ascii: " ")...UInt8(ascii: "~")).map { .character(Character(Unicode.Scalar($0))) }
    .filter { $0 != "?" && $0 != "q" }
    + [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .backspace, .tab,
      .delete,
    ]

  static let race = Keymap(
    "the demo",
    [
      Entry(.stopOrGo, " ", help: "stop, or go on; at the end, what it came to", hint: "stop/go"),
      Entry(.step, ".", help: "stop, and let one event happen", hint: "step"),
      Entry(.faster, "+", "=", help: "twice as fast", hint: "speed"),
      Entry(.slower, "-", help: "half as fast", hint: "speed"),
      Entry(.up, "k", .up, help: "scroll both sides up by hand", hint: "scroll"),
      Entry(.down, "j", .down, help: "scroll both sides down by hand", hint: "scroll"),
      Entry(.otherSeed, "s", help: "the story of another seed", hint: "seed"),
      Entry(
        .toggleFix, "f", help: "the check of the right side off or on, in the same story so far",
        hint: "check"),
      Entry(.again, "r", help: "the story from its beginning", hint: "again"),
      Entry(.otherSide, .tab, help: "the other side, where there is room for one only"),
    ])
}
