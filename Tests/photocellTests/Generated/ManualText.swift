import Foundation
import Terminal

@testable import Browser
@testable import RaceDemo

/// The generated parts of the manual in mdoc(7): options, subcommands and keys.
struct ManualText {
  let dump: CommandDump

  /// The generated parts by their names.
  var parts: [String: String] {
    [
      "options": options, "subcommands": subcommands, "keys": keys, "settings": settings,
      "parts": looks, "bindings": bindings, "commands": commands, "filters": filters,
      "synopsis": synopsis,
    ]
  }

  /// The syntax of filters, as items of a list.
  private var filters: String {
    let words = FilterHelp.words.map { (examples: [$0.topic], text: $0.text) }
    return (words + FilterHelp.fields).map { field in
      let heads = field.examples.map { "Li \(escaped($0))" }.joined(separator: " , ")
      return ".It \(heads)\n\(prose(field.text))"
    }.joined()
  }

  private var synopsis: String {
    let names = (dump.command.subcommands ?? []).map(\.commandName).filter { $0 != "browse" }
    return ".Cm \(names.joined(separator: " | "))\n"
  }

  private var browsing: [CommandDump.Argument] {
    (dump.subcommand("browse")?.arguments ?? []).filter { $0.kind != "positional" }
  }

  /// The options of browsing, below the headings that the help has.
  private var options: String {
    let own = browsing.filter { !$0.isCommon }
    let titles = own.reduce(into: [String?]()) { titles, argument in
      if !titles.contains(argument.sectionTitle) { titles.append(argument.sectionTitle) }
    }
    return titles.map { title in
      (title.map { ".Ss \($0)\n" } ?? "") + list(own.filter { $0.sectionTitle == title })
    }.joined()
  }

  private var subcommands: String {
    let others = (dump.command.subcommands ?? []).filter { $0.commandName != "browse" }
    return others.map { section(of: $0, named: $0.commandName) }.joined()
  }

  private func section(of command: CommandDump.Command, named name: String) -> String {
    let positional = command.arguments?.filter { $0.kind == "positional" } ?? []
    let places = positional.map { argument in
      " Oo Ar \(argument.valueName ?? "argument")\(argument.isRepeating ? " ..." : "") Oc"
    }
    let isParent = command.subcommands?.isEmpty == false
    var text = ".Ss photocell \(name)\n"
    if !isParent { text += ".D1 Nm Cm \(name) Oo Ar option ... Oc\(places.joined())\n.Pp\n" }
    text += [command.abstract, command.discussion].compactMap(\.self).map(prose).joined()
    let own = (command.arguments ?? []).filter {
      !$0.isCommon && $0.kind != "positional" && !$0.isAmong(browsing)
    }
    if !own.isEmpty { text += list(own) }
    let shared = (command.arguments ?? []).filter { !$0.isCommon && $0.isAmong(browsing) }
    if !shared.isEmpty {
      text += ".Pp\nThe following options have the meaning given above:\n"
      let names = shared.map { ".Fl \(longest($0))" }
      text += names.dropLast().map { "\($0) ,\n" }.joined() + "\(names.last ?? "") .\n"
    }
    return text
      + (command.subcommands ?? []).map { section(of: $0, named: "\(name) \($0.commandName)") }
      .joined()
  }

  private func list(_ arguments: [CommandDump.Argument]) -> String {
    let items = arguments.map { argument in
      let value = argument.kind == "option" ? " Ar \(word(argument.valueName ?? "value"))" : ""
      let names = (argument.names ?? []).sorted { $0.kind == "short" && $1.kind != "short" }
      let forms = names.map { "Fl \($0.kind == "short" ? "" : "\\-")\($0.name)\(value)" }
      return ".It \(forms.joined(separator: " , "))\n"
        + [argument.abstract, argument.discussion].compactMap(\.self).map(prose).joined()
    }
    return ".Bl -tag -width Ds\n\(items.joined()).El\n"
  }

  private func longest(_ argument: CommandDump.Argument) -> String {
    let long = argument.names?.first { $0.kind == "long" }?.name
    return long.map { "\\-\($0)" } ?? argument.names?.first?.name ?? ""
  }

  private func word(_ text: String) -> String {
    text.contains(" ") ? "\"\(text)\"" : text
  }
}

extension ManualText {
  /// The tables of keys, each below its title.
  private var keys: String {
    let keymaps = [
      Keymap.grid, .line, .commandLine, .viewer, .comparison, .culling, .trash, .cachePanel,
      .everywhere, .race,
    ]
    return keymaps.sections.map { section in
      let rows = section.entries.map { entry in
        let names = entry.ways.isEmpty ? [entry.keys] : entry.sequences.map(Keymap.Entry.text)
        let keys = names.map { ".Ic \(key($0))" }
        let heads = ".It " + keys.map { $0.dropFirst() }.joined(separator: " , ")
        return "\(heads)\n\(prose(entry.help))"
      }
      return
        ".Ss \(section.title)\n.Bl -tag -width \"Ctrl-f , PgDn\" -compact\n\(rows.joined()).El\n"
    }.joined()
  }

  /// A key that is neither a macro nor punctuation.
  func key(_ text: String) -> String {
    "\\&" + escaped(text)
  }

  /// Text as short lines, each sentence on a line of its own; indented text is code.
  func prose(_ text: String) -> String {
    text.split(separator: "\n").map { paragraph in
      guard !paragraph.hasPrefix("  ") else {
        return ".Pp\n.Dl \(escaped(paragraph.trimmingCharacters(in: .whitespaces)))\n"
      }
      return lines(of: paragraph).map { "\(guarded($0))\n" }.joined()
    }.joined(separator: "")
  }

  private func lines(of paragraph: Substring) -> [String] {
    var lines = [""]
    for word in paragraph.split(separator: " ") {
      let isFull = lines[lines.count - 1].count + word.count > 70
      if isFull || lines[lines.count - 1].hasSuffix(".") { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }

  /// A line that does not begin with a request.
  private func guarded(_ line: String) -> String {
    let text = escaped(line)
    return text.hasPrefix(".") ? "\\&\(text)" : text
  }

  /// Text with the characters escaped that roff(7) would interpret.
  func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "\\": out += "\\e"
      case "'": out += "\\(aq"
      case "`": out += "\\(ga"
      case "^": out += "\\(ha"
      case "~": out += "\\(ti"
      case "\"": out += "\\(dq"
      case "-" where out.isEmpty || out.hasSuffix(" ") || out.hasSuffix("\\-"): out += "\\-"
      default: out.append(character)
      }
    }
    return out
  }
}
