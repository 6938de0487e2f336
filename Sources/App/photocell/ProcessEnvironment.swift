import Glibc
import Terminal

extension TerminalEnvironment {
  /// What the environment of this process says.
  static var ofProcess: TerminalEnvironment {
    let names = ["TERM", "COLORTERM", "NO_COLOR", "COLORFGBG", "LC_ALL", "LC_CTYPE", "LANG"]
    let values = names.compactMap { name in
      getenv(name).map { (name, String(cString: $0)) }
    }
    return TerminalEnvironment(Dictionary(uniqueKeysWithValues: values))
  }
}
