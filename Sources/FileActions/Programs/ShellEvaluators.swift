internal import Base

/// A word of a command with its quotes removed.
struct ShellWord {
  /// Without placeholders.
  var bytes: [UInt8] = []
  var placeholderCount = 0
  var hasExpansion = false

  var mayHoldName: Bool { placeholderCount > 0 || hasExpansion }

  /// Whether a placeholder is among other words: `vim %f` in `xterm -e "vim %f"`.
  var isText: Bool { placeholderCount > 0 && bytes.contains { $0 == 0x20 || $0 == 0x0A } }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  var name: String { string.split(separator: "/").last.map(String.init) ?? string }

  /// Whether the next byte is in an array subscript, as in `a[`.
  var isSubscript: Bool {
    let name = bytes.prefix { $0 != UInt8(ascii: "[") }
    return name.count < bytes.count && !name.isEmpty && !bytes.contains(UInt8(ascii: "]"))
      && name.allSatisfy { $0 == "_" || $0.isLetter || $0.isDigit }
  }

  /// Whether it is a variable assignment before a command: `LANG=C`.
  var isAssignment: Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "=")), end > 0 else { return false }
    return bytes[..<end].allSatisfy { $0 == "_" || $0.isLetter || $0.isDigit }
  }

  /// Whether it is a cluster of short options that contains the letter: `-ec`.
  func isOption(_ letter: Character) -> Bool {
    string.hasPrefix("-") && !string.hasPrefix("--") && string.contains(letter)
  }
}

struct ShellCommand {
  var words: [ShellWord] = []
  var readsPipe = false
  /// Whether it has a here-string, or a process substitution as a file.
  var hasHereString = false

  /// The program that would evaluate a word with a file name as code; nil if none does.
  var evaluator: String? {
    let start = words.firstIndex { !$0.isAssignment && !Self.prefixes.contains($0.string) }
    guard let start else { return nil }
    if isEvaluated(words[start].name, words[(start + 1)...]) { return words[start].name }
    for place in words.indices[start...] {
      let rest = words[(place + 1)...]
      if let evaluator = evaluator(words[place], rest, isFirst: place == start) { return evaluator }
    }
    return nil
  }

  static let prefixes: Set<String> = [
    "!", "{", "if", "then", "elif", "else", "while", "until", "do", "time", "command", "builtin",
    "exec", "nohup", "sudo", "doas", "env", "nice", "setsid",
  ]
  /// Commands that treat arguments as code, or send them to a remote shell.
  private static let evaluating: Set<String> = [
    "eval", "trap", "alias", "let", "unset", "ssh", "rsh", "mosh", "watch", "parallel", "make",
    "gmake",
  ]
  /// Commands that run an argument of several words as a command.
  private static let launchers: Set<String> = [
    "tmux", "screen", "i3-msg", "swaymsg", "hyprctl", "dbus-launch",
  ]
  private static let shells: Set<String> = [
    "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "ksh93", "mksh", "yash", "fish", "csh",
    "tcsh", "su", "runuser", "script", "flock", "sg",
  ]
  private static let interpreters: Set<String> = [
    "python", "perl", "ruby", "node", "nodejs", "php", "lua", "luajit", "tclsh", "guile", "Rscript",
    "gdb", "vi", "vim", "nvim", "emacs",
  ]
  private static let filters: Set<String> = ["awk", "gawk", "mawk", "nawk", "sed"]
  private static let comparisons: Set<String> = [
    "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v", "-R",
  ]
  private static let codeOptions: Set<String> = [
    "-c", "-e", "-E", "--command", "--eval", "--exec", "--execute",
  ]

  private func isEvaluated(_ name: String, _ rest: ArraySlice<ShellWord>) -> Bool {
    switch name {
    case _ where Self.evaluating.contains(name): rest.contains(where: \.mayHoldName)
    case _ where Self.launchers.contains(name): rest.contains(where: \.isText)
    // These take variable names, in which bash evaluates subscripts.
    case "read", "mapfile", "readarray", "getopts": rest.contains(where: \.mayHoldName)
    case "declare", "typeset", "local":
      rest.contains { $0.isOption("i") || $0.isOption("n") } && rest.contains(where: \.mayHoldName)
    case "printf": rest.first?.string == "-v" && rest.dropFirst().first?.mayHoldName == true
    case "[[", "[", "test":
      rest.contains { Self.comparisons.contains($0.string) && (name == "[[" || $0.string == "-v") }
        && rest.contains(where: \.mayHoldName)
    case ".", "source": hasHereString
    case _ where Self.filters.contains(name):
      rest.first { !$0.string.hasPrefix("-") }.map { $0.placeholderCount > 0 } ?? false
    default: false
    }
  }

  private func evaluator(
    _ word: ShellWord, _ rest: ArraySlice<ShellWord>, isFirst: Bool
  ) -> String? {
    let isShell = Self.shells.contains(word.name) || word.isVariable
    if isFirst, hasHereString || readsPipe && !rest.contains(where: \.isOperand),
      Self.shells.contains(word.name) || word.isVariable && word.string.contains(text: "SHELL")
    {
      return word.name
    }
    let isInterpreter = Self.interpreters.contains(word.unversionedName)
    for place in rest.indices where rest[place].placeholderCount == 0 {
      let option = rest[place]
      let isCode = option.isOption("c") || option.string == "--command"
      guard let next = rest[(place + 1)...].first else {
        // `xargs` appends file names here.
        return isShell && isCode && !isFirst ? "\(word.name) \(option.string)" : nil
      }
      let isEvaluated =
        if isShell {
          isCode && (next.mayHoldName || isReplaced(next))
        } else if isInterpreter {
          next.placeholderCount > 0
            && (isCode || "erE".contains(where: option.isOption) || option.string == "--eval")
        } else {
          isFirst && next.isText && Self.codeOptions.contains(option.string)
        }
      if isEvaluated { return "\(word.name) \(option.string)" }
    }
    let isCode = rest.contains { word in
      word.isText && Self.codeOptions.contains { $0.count > 2 && word.string.hasPrefix("\($0)=") }
    }
    // The value of a shell's option may contain a file name: `su --command=%f`.
    let hasCode = rest.contains { $0.placeholderCount > 0 && $0.string.hasPrefix("--command=") }
    return isFirst && isCode || isShell && hasCode ? word.name : nil
  }

  /// Whether `find` or `xargs` substitutes file names in the word.
  private func isReplaced(_ word: ShellWord) -> Bool {
    word.string.contains(text: "{}")
      && words.contains { ["find", "xargs", "fd", "fdfind"].contains($0.name) }
  }
}

extension ShellWord {
  fileprivate var isOperand: Bool { !string.hasPrefix("-") }
  fileprivate var isVariable: Bool { hasExpansion && bytes.first == UInt8(ascii: "$") }

  /// The program's name without its version: `python` for `python3.11`.
  fileprivate var unversionedName: String {
    var name = name[...]
    while let last = name.last, last == "." || last.isASCII && last.isNumber { name.removeLast() }
    return String(name)
  }
}

/// The reason why a template must not be run: a file name would be evaluated or altered.
package enum ShellTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A placeholder is in backquotes, where backslashes are processed twice.
  case backquotes(ShellPlaceholder)
  /// In arithmetic or an array subscript; both evaluate their content.
  case arithmetic(ShellPlaceholder)
  case parameter(ShellPlaceholder)
  case hereDocument(ShellPlaceholder)
  case backslash(ShellPlaceholder)
  /// Together with `$'…'`, which shells parse differently.
  case ansiQuotes(ShellPlaceholder)
  /// In an argument that a command evaluates; carries the command.
  case evaluated(String)

  package var description: String {
    switch self {
    case .backquotes(let place):
      "Not run: \(place) cannot be used in backquotes; write $(…) instead"
    case .arithmetic(let place): "Not run: \(place) cannot be used in arithmetic"
    case .parameter(let place): "Not run: \(place) cannot be used inside ${…}"
    case .hereDocument(let place): "Not run: \(place) cannot be used in a here-document"
    case .backslash(let place):
      "Not run: backslash before \(place); write %\(place) for the characters themselves"
    case .ansiQuotes(let place): "Not run: \(place) cannot be used together with $'…'"
    case .evaluated(let command): "Not run: \(command) would evaluate file names as code"
    }
  }
}

extension ShellPlaceholder: CustomStringConvertible {
  package var description: String { "%" + String(decoding: [rawValue], as: UTF8.self) }
}
