nonisolated package enum KeyGroup: String, CaseIterable, Hashable, Sendable {
  case moving, finding
  case sorting = "sorting and grouping"
  case picking, rating, acting, looking, playing, caches
}

nonisolated package struct KeySection: Sendable {
  package let title: String
  package let entries: [Keymap.Entry]

  /// The section as a Markdown table, for the manual.
  package var markdownTable: String {
    let rows = entries.map { entry in
      // A bar would end the table cell.
      let keys = entry.sequences.map {
        "`\(Keymap.Entry.text($0).replacing("|", with: "\\|"))`"
      }
      return "| \(keys.joined(separator: " ")) | \(entry.help) |"
    }
    return ([title, "", "| key | what it does |", "| --- | --- |"] + rows).joined(separator: "\n")
  }
}

nonisolated extension [Keymap] {
  /// Sections without entries repeated from earlier keymaps.
  ///
  /// Groups of the first keymap have plain titles, as in `Moving`; others name theirs: `One photo:
  /// moving`.
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

  private var withoutRepetition: [Keymap] {
    var said: Set<[String]> = []
    return map { keymap in
      Keymap(keymap.title, keymap.entries.filter { said.insert([$0.keys, $0.help]).inserted })
    }
  }
}
