import Browser
import Configuration
import Terminal

@testable import photocell

/// The manual's parts about the configuration file.
extension ManualText {
  /// Every setting with its purpose, its possible values and its default.
  var settings: String { list(Setting.all) }

  /// The theme, and the parts that can have a style of their own.
  var looks: String {
    list([Setting.theme]) + ".Pp\nThe parts are\n"
      + enumeration(Theme.Part.allCases.map(\.rawValue))
  }

  /// The keys of each mode, by the name of its table.
  var bindings: String {
    Keymap.all.map { keymap in
      let rows = keymap.ownWays.map { way in
        ".It Ic \(key(KeyText.text(way.keys)))\n.Cm \(way.command.rawValue)\n"
      }
      return ".Ss [keys.\(keymap.names.last ?? "")]\n.Bl -tag -width \"Backspace\" -compact\n"
        + rows.joined() + ".El\n"
    }.joined()
  }

  /// The names of all commands, and of those that take arguments.
  var commands: String {
    "The commands are\n" + enumeration(Command.names)
      + ".Pp\nSomething may follow\n" + enumeration(Command.namesTakingArguments)
  }

  private func list(_ settings: [Setting]) -> String {
    let items = settings.map { setting in
      let choice = setting.valueNames.isEmpty ? "" : "One of\n" + enumeration(setting.valueNames)
      let usual = setting.isUsual ? "The default is" : "For example"
      return ".It Va \(setting.key)\n\(prose(setting.comment))\(choice)"
        + "\(usual)\n.Li \(escaped(setting.value)) .\n"
    }
    return ".Bl -tag -width Ds\n\(items.joined()).El\n"
  }

  private func enumeration(_ names: [String]) -> String {
    names.dropLast().map { ".Cm \(escaped($0)) ,\n" }.joined()
      + ".Cm \(escaped(names.last ?? "")) .\n"
  }
}
