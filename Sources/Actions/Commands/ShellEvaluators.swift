internal import Values

/// A word of a command without its quotes.
struct ShellWord {
  /// Its characters; placeholders are none of them.
  var bytes: [UInt8] = []
  var placeholderCount = 0
  /// Whether the shell puts something else into it: a variable, or what a command writes.
  var hasExpansion = false

  /// Whether a file name may be a part of it.
  var mayHoldName: Bool { placeholderCount > 0 || hasExpansion }

  /// Whether a placeholder stands among other words: `vim %f` in `xterm -e "vim %f"`.
  var isText: Bool { placeholderCount > 0 && bytes.contains { $0 == 0x20 || $0 == 0x0A } }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The name of a program without its folder.
  var name: String { string.split(separator: "/").last.map(String.init) ?? string }

  /// Whether what comes next stands in the subscript of an array, as in `a[`.
  var isSubscript: Bool {
    let name = bytes.prefix { $0 != UInt8(ascii: "[") }
    return name.count < bytes.count && !name.isEmpty && !bytes.contains(UInt8(ascii: "]"))
      && name.allSatisfy { $0 == UInt8(ascii: "_") || $0.isLetterOrDigit }
  }

  /// Whether it is a variable and a value before a command: `LANG=C`.
  var isAssignment: Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "=")), end > 0 else { return false }
    return bytes[..<end].allSatisfy { $0 == UInt8(ascii: "_") || $0.isLetterOrDigit }
  }

  /// Whether it is a cluster of options with a letter in it: `-ec`.
  func isOption(_ letter: Character) -> Bool {
    string.hasPrefix("-") && !string.hasPrefix("--") && string.contains(letter)
  }
}

/// A simple command of a template.
struct ShellCommand {
  var words: [ShellWord] = []
  /// Whether it reads what another command writes.
  var readsPipe = false
  /// Whether it is given a text to read, or what a command writes as a file.
  var hasHereString = false

  /// What evaluates a word that may hold a file name, as code of a shell or of another language; nil where nothing does.
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

  /// What a command may stand behind.
  static let prefixes: Set<String> = [
    "!", "{", "if", "then", "elif", "else", "while", "until", "do", "time", "command", "builtin",
    "exec",
    "nohup", "sudo", "doas", "env", "nice", "setsid",
  ]
  /// What takes its arguments for code, or sends them to a shell elsewhere.
  private static let evaluating: Set<String> = [
    "eval", "trap", "alias", "let", "unset", "ssh", "rsh", "mosh", "watch", "parallel", "make",
    "gmake",
  ]
  /// What takes an argument of several words for a command.
  private static let launchers: Set<String> = [
    "tmux", "screen", "i3-msg", "swaymsg", "hyprctl", "dbus-launch",
  ]
  private static let shells: Set<String> = [
    "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "ksh93", "mksh", "yash", "fish", "csh",
    "tcsh", "su",
    "runuser", "script", "flock", "sg",
  ]
  private static let interpreters: Set<String> = [
    "python", "perl", "ruby", "node", "nodejs", "php", "lua", "luajit", "tclsh", "guile", "Rscript",
    "gdb",
    "vi", "vim", "nvim", "emacs",
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
    // The names of variables, in which bash evaluates subscripts.
    case "read", "mapfile", "readarray", "getopts": rest.contains(where: \.mayHoldName)
    case "declare", "typeset", "local":
      rest.contains { $0.isOption("i") || $0.isOption("n") } && rest.contains(where: \.mayHoldName)
    case "printf":
      rest.first?.string == "-v" && rest.dropFirst().first?.mayHoldName == true
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
        // `xargs` puts names behind it.
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
    return isFirst && isCode || isShell && hasCodeBehindOption(rest) ? word.name : nil
  }

  /// Whether a name stands in what an option of a shell has behind its equals sign: `su --command=%f`.
  private func hasCodeBehindOption(_ rest: ArraySlice<ShellWord>) -> Bool {
    rest.contains { $0.placeholderCount > 0 && $0.string.hasPrefix("--command=") }
  }

  /// Whether `find` or `xargs` puts names into a word.
  private func isReplaced(_ word: ShellWord) -> Bool {
    word.string.contains(text: "{}")
      && words.contains { ["find", "xargs", "fd", "fdfind"].contains($0.name) }
  }
}

extension ShellWord {
  fileprivate var isOperand: Bool { !string.hasPrefix("-") }
  fileprivate var isVariable: Bool { hasExpansion && bytes.first == UInt8(ascii: "$") }

  /// The name of a program without its version: `python` for `python3.11`.
  fileprivate var unversionedName: String {
    var name = name[...]
    while let last = name.last, last == "." || last.isASCII && last.isNumber { name.removeLast() }
    return String(name)
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

/// Why a template must not be run with photos: a file name would be evaluated, or arrive as something else.
package enum ShellTemplateError: Error, Hashable, Sendable {
  /// A placeholder stands between backquotes, in which backslashes count twice.
  case backquotes(ShellPlaceholder)
  /// In arithmetic, or in the subscript of an array, both of which evaluate.
  case arithmetic(ShellPlaceholder)
  /// In a parameter expansion.
  case parameter(ShellPlaceholder)
  /// In a here-document.
  case hereDocument(ShellPlaceholder)
  /// Behind a backslash.
  case backslash(ShellPlaceholder)
  /// Beside `$'…'`, which shells read differently.
  case ansiQuotes(ShellPlaceholder)
  /// In what a command takes for code; carries the command.
  case evaluated(String)
}

extension ShellTemplateError: CustomStringConvertible {
  /// A sentence for users, without a full stop.
  package var description: String {
    switch self {
    case .backquotes(let place):
      "nothing was run: \(place) cannot stand between backquotes; write $(…) instead"
    case .arithmetic(let place): "nothing was run: \(place) cannot stand in arithmetic"
    case .parameter(let place): "nothing was run: \(place) cannot stand inside ${…}"
    case .hereDocument(let place): "nothing was run: \(place) cannot stand in a here-document"
    case .backslash(let place):
      "nothing was run: there is a backslash before \(place); %\(place) stands for the characters"
    case .ansiQuotes(let place):
      "nothing was run: \(place) cannot be used together with $'…'"
    case .evaluated(let command):
      "nothing was run: \(command) would run what a file name says"
    }
  }
}

extension ShellPlaceholder: CustomStringConvertible {
  /// As it is written in a template.
  package var description: String { "%" + String(decoding: [rawValue], as: UTF8.self) }
}
