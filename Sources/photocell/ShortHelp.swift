import ArgumentParser
import Browser
import Terminal

enum ShortHelp {
  typealias Line = (typed: String, meaning: String)

  static let requests = [["--help"], ["-h"], ["help"]]

  /// At most 80 columns wide, without a final newline.
  static var text: String {
    """
    OVERVIEW: \(Photocell.configuration.abstract)

    USAGE: photocell [<source> ...] [<options>]
           photocell <subcommand>

    \(section("EXAMPLES", examples))
    \(section("OPTIONS", options))
    \(section("KEYS", keys))
    \(section("SUBCOMMANDS", subcommands))
      See 'photocell help browse' for all options and exit codes, and 'photocell
      help <subcommand>'; press ? for keys. A folder named like one is ./name.
    """
  }

  static let examples: [Line] = [
    ("photocell", "the photos of this folder"),
    ("photocell -r ~/Pictures a.png", "a folder with its subfolders, and a photo"),
    ("photocell https://host/feed.json", "the photos of a feed"),
    ("find . -name '*.jpg' | photocell -", "a list, shown while it is read"),
    ("photocell . > picked.txt", "write the paths of marked photos"),
  ]

  static let options: [Line] = [
    ("-r, --recursive", "Include subfolders."),
    ("-i, --input <file>", "Also show a list of paths; - is standard input."),
    ("--sort <order>", "Sort by name, taken, modified, rating and more."),
    ("--symbols <symbols>", "Draw with half, quadrants, sextants or ascii."),
    ("--images <images>", "Send images as kitty, sixel, iterm2 or symbols."),
    ("--demo-race", "Demonstrate the cell-reuse bug and its fix."),
    ("--version", "Show the version."),
  ]

  static let keys: [Line] = (["open", "mark", "larger", "smaller", "help", "back"] as [Command])
    .compactMap { command in
      let entries = Keymap.grid.entries + Keymap.everywhere.entries
      let entry = entries.first { $0.command == command }
      return entry.map { ($0.sequences[0].map(\.description).joined(), $0.help) }
    }

  private static var subcommands: [Line] {
    Photocell.configuration.subcommands.map { subcommand in
      (subcommand.configuration.commandName ?? "", subcommand.configuration.abstract)
    }
  }

  private static func section(_ title: String, _ lines: [Line]) -> String {
    let width = lines.map(\.typed.count).max() ?? 0
    let rows = lines.map { "  \(Column.left($0.typed, width))  \($0.meaning)\n" }
    return "\(title):\n" + rows.joined()
  }
}
