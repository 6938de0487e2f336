import ArgumentParser
import Browser
import Terminal

/// The text of `photocell --help`: one page for new users.
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
      'photocell help browse' tells the rest: all options, and the exit codes.
      'photocell help <subcommand>' tells of a subcommand, and the key ? all keys.
      A folder that is called like a subcommand is written ./so.
    """
  }

  static let examples: [Line] = [
    ("photocell", "the photos of this folder"),
    ("photocell -r ~/Pictures a.png", "a folder with those inside, and a photo"),
    ("photocell https://host/feed.json", "the photos of a feed"),
    ("find . -name '*.jpg' | photocell -", "a list, shown while it still comes in"),
    ("photocell . > picked.txt", "the paths of the photos that were marked"),
  ]

  static let options: [Line] = [
    ("-r, --recursive", "Include subfolders."),
    ("-i, --input <file>", "Show the photos of a list too; - is standard input."),
    ("--sort <order>", "Sort by name, modified, size, kind, folder or random."),
    ("--color <color>", "Use truecolor, 256, 16 or none."),
    ("--symbols <symbols>", "Draw with half, quadrants, sextants or ascii."),
    ("--images <images>", "Send pictures as kitty, sixel, iterm2 or symbols."),
    ("--memory-cache <size>", "Let pictures take so much memory (default: 128MB)."),
    ("--offline", "Never use the network."),
    ("--demo-race", "Show the bug of the reused cell beside its fix."),
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
