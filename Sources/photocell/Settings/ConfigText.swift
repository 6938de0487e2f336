import Browser
import Configuration
import Terminal

enum ConfigText {
  /// Lines with `#` and no space after it show values that are not set.
  static var whole: String {
    """
    # Settings of photocell. Defaults are shown; command-line options and environment
    # variables override this file. Check it with 'photocell config check'.

    \(Setting.all.map(text).joined(separator: "\n"))
    # Programs for the key O, in order of preference; %f is the photo.
    #[[open]]
    #name = "GIMP"
    #command = "gimp %f"
    #extensions = ["xcf", "png"]
    #terminal = false

    [theme]
    \(text(Setting.theme))
    # Each part takes words such as "bold #ff8800 on 236", or "underline bright-blue".
    \(Theme.Part.allCases.map { "#\($0.rawValue) = \"\"" }.joined(separator: "\n"))

    # Keys, written as in the help, and their command or list of commands;
    # "" unbinds. Commands of the command line work, too: "copy ~/Keep".
    \(Keymap.all.map(text).joined(separator: "\n"))

    """
  }

  private static func text(_ setting: Setting) -> String {
    let names = setting.valueNames.joined(separator: ", ")
    let choice = names.isEmpty ? "" : "# One of: \(names).\n"
    return """
      # \(setting.comment)
      \(choice)\(setting.isUsual ? "" : "#")\(setting.key) = \(setting.value)

      """
  }

  private static func text(_ keymap: Keymap) -> String {
    let ways = keymap.ownWays.map {
      "#\(quoted(KeyText.text($0.keys))) = \(quoted($0.command.rawValue))"
    }
    return """
      [keys.\(keymap.names.last ?? "")]
      \(ways.joined(separator: "\n"))

      """
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "\"\(escaped)\""
  }
}
