@testable import Browser
@testable import RaceDemo

/// The pages of `docs/` that follow from the program, in Markdown: every option and every key.
struct ReferenceText {
  let dump: CommandDump

  /// The tables of keys, those of the help and those of the demo.
  var keys: String {
    let keymaps = [
      Keymap.grid, .line, .commandLine, .viewer, .comparison, .culling, .trash, .cachePanel,
      .everywhere, .race,
    ]
    let tables = keymaps.sections.map(table)
    return """
      # Keys

      A number before a key is a count: `5j` goes five rows down. The first tables are the keys of the grid;
      other modes follow.


      """ + tables.joined(separator: "\n") + "\n" + filters
  }

  private func table(_ section: KeySection) -> String {
    let rows = section.entries.map { entry in
      // A bar would end the table cell.
      let names = entry.ways.isEmpty ? [entry.keys] : entry.sequences.map(Keymap.Entry.text)
      let keys = names.map { "`\($0.replacing("|", with: "\\|"))`" }
      return "| \(keys.joined(separator: " ")) | \(entry.help) |\n"
    }
    return "## \(section.title)\n\n| key | what it does |\n| --- | --- |\n" + rows.joined()
  }

  /// The syntax of filters and searches.
  private var filters: String {
    func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
    let words = FilterHelp.words.map { "| `\(cell($0.topic))` | \(cell($0.text)) |\n" }
    let fields = FilterHelp.fields.map { field in
      let examples = field.examples.map { "`\(cell($0))`" }.joined(separator: " ")
      return "| \(examples) | \(cell(field.text)) |\n"
    }
    return """
      ## Filters and searches

      A photo must match all words. `!` before a field means not, and `|` between values or fields means or.

      | filter | what it finds |
      | --- | --- |

      """ + (words + fields).joined()
  }

  /// The options of browsing below the headings of the help, and then those of the subcommands.
  var options: String {
    let own = browsing.filter { $0.kind != "positional" && !$0.isCommon }
    let titles = own.reduce(into: [String?]()) { titles, argument in
      if !titles.contains(argument.sectionTitle) { titles.append(argument.sectionTitle) }
    }
    let tables = titles.map { title in
      (title.map { "## \($0)\n\n" } ?? "") + table(own.filter { $0.sectionTitle == title })
    }
    let others = (dump.command.subcommands ?? []).filter { $0.commandName != "browse" }
    return
      (["# Options\n\n`photocell [OPTION...] [SOURCE...]`\n"] + tables
      + others.flatMap { sections(of: $0, named: $0.commandName) }).joined(separator: "\n")
  }

  private var browsing: [CommandDump.Argument] { dump.subcommand("browse")?.arguments ?? [] }

  private func sections(of command: CommandDump.Command, named name: String) -> [String] {
    let arguments = (command.arguments ?? []).filter { !$0.isCommon }
    let own = arguments.filter { $0.kind != "positional" && !$0.isAmong(browsing) }
    let shared = arguments.filter { $0.kind != "positional" && $0.isAmong(browsing) }
    let words = [command.abstract, command.discussion].compactMap(\.self).joined(separator: "\n\n")
    var text = "## photocell \(name)\n\n\(words)\n"
    if !own.isEmpty { text += "\n" + table(own) }
    if !shared.isEmpty {
      text +=
        "\nAs above: " + shared.map { "`\(forms(of: $0).last ?? "")`" }.joined(separator: ", ")
        + ".\n"
    }
    return [text]
      + (command.subcommands ?? []).flatMap { sections(of: $0, named: "\(name) \($0.commandName)") }
  }

  private func table(_ arguments: [CommandDump.Argument]) -> String {
    let rows = arguments.map { argument in
      let words = [argument.abstract, argument.discussion].compactMap(\.self)
        .flatMap { $0.split(separator: "\n") }.joined(separator: " ")
      let value =
        argument.kind == "option" ? " \((argument.valueName ?? "value").uppercased())" : ""
      let names = forms(of: argument)
      let last = names.last.map { "`\($0)\(value)`" } ?? ""
      let heads = names.dropLast().map { "`\($0)`" } + [last]
      return "| \(heads.joined(separator: " ")) | \(words.replacing("|", with: "\\|")) |\n"
    }
    return "| option | meaning |\n| --- | --- |\n" + rows.joined()
  }

  /// The names of an option, the short ones first.
  private func forms(of argument: CommandDump.Argument) -> [String] {
    let names = argument.names ?? []
    return names.filter { $0.kind == "short" }.map { "-\($0.name)" }
      + names.filter { $0.kind != "short" }.map { "--\($0.name)" }
  }
}
