import Browser
import Configuration
import Terminal

/// The default configuration file, with every setting documented.
enum ConfigText {
  /// Lines with `#` and no space after it show values that are not set.
  static var whole: String {
    """
    # photocell's settings. What is not said here is as it is below; the options of the
    # command line count more, and so do variables of the environment.
    # 'photocell config check' tells what is wrong with this file.

    \(Setting.all.map(text).joined(separator: "\n"))
    # Programs that open photos by the key O, the first before the others: %f is the photo.
    #[[open]]
    #name = "GIMP"
    #command = "gimp %f"
    #extensions = ["xcf", "png"]
    #terminal = false

    [theme]
    \(text(Setting.theme))
    # Each part takes words such as "bold #ff8800 on 236", or "underline bright-blue".
    \(Theme.Part.allCases.map { "#\($0.rawValue) = \"\"" }.joined(separator: "\n"))

    # Keys, as the help writes them, and the command that they ask for, or a list of commands;
    # "" unbinds. What is typed behind : can stand here: "copy ~/Keep".
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
