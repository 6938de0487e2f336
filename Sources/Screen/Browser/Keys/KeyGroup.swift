/// What keys are for: the headings that the many keys of a layer stand below, in the order in which the help
/// shows them.
nonisolated package enum KeyGroup: String, CaseIterable, Hashable, Sendable {
  case moving, finding
  case sorting = "sorting and grouping"
  case picking, rating, acting, looking, playing, caches
}

/// Keys that are explained together: a heading, and what stands below it in the help and on the pages.
nonisolated package struct KeySection: Sendable {
  /// The heading.
  package let title: String
  /// What stands below it, at least one entry.
  package let entries: [Keymap.Entry]

  /// The table of keys as the pages of the program have it, a line for each entry, below its title.
  package var markdownTable: String {
    let rows = entries.map { entry in
      // A bar would end the column.
      let keys = entry.sequences.map {
        "`\(Keymap.Entry.text($0).replacing("|", with: "\\|"))`"
      }
      return "| \(keys.joined(separator: " ")) | \(entry.help) |"
    }
    return ([title, "", "| key | what it does |", "| --- | --- |"] + rows).joined(separator: "\n")
  }
}

nonisolated extension [Keymap] {
  /// All entries below their headings, and what two keymaps say in the first of them.
  ///
  /// The groups of the first keymap stand by themselves: `Moving`, those of the others say where:
  /// `One photo: moving`.
  package var sections: [KeySection] {
    zip(indices, withoutRepetition).flatMap { index, keymap -> [KeySection] in
      let groups: [KeyGroup?] = [nil] + KeyGroup.allCases
      return groups.compactMap { group -> KeySection? in
        let entries = keymap.entries.filter { $0.group == group }
        guard !entries.isEmpty else { return nil }
        let parts = [index == 0 && group != nil ? nil : keymap.title, group?.rawValue]
        let title = parts.compactMap(\.self).joined(separator: ": ")
        return KeySection(title: title.prefix(1).uppercased() + title.dropFirst(), entries: entries)
      }
    }
  }

  /// The same keymaps, each without what another one before it says already.
  private var withoutRepetition: [Keymap] {
    var said: Set<[String]> = []
    return map { keymap in
      Keymap(keymap.title, keymap.entries.filter { said.insert([$0.keys, $0.help]).inserted })
    }
  }
}
