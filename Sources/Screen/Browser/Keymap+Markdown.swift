import Terminal

extension Keymap {
  /// The table of keys as the README has it, a line for each command.
  package var markdownTable: String {
    let rows = entries.map { entry in
      let keys = entry.sequences.map { "`\($0.map(\.description).joined())`" }
      return "| \(keys.joined(separator: " ")) | \(entry.command.help) |"
    }
    return (["| key | what it does |", "| --- | --- |"] + rows).joined(separator: "\n")
  }
}
