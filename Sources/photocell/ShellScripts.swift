import ArgumentParser

/// The parser's script does not support a default subcommand: without a command it completes
/// neither photos nor options. Lines appended to it insert the word `browse`.
struct CompletionScript {
  let shell: CompletionShell

  static func shell(requestedBy arguments: [String]) -> CompletionShell? {
    guard arguments.count == 2, arguments[0] == "--generate-completion-script" else { return nil }
    return CompletionShell(rawValue: arguments[1])
  }

  var text: String {
    let script = Photocell.completionScript(for: shell)
    switch shell {
    case .bash:
      // The script is sourced, not executed.
      let read = script.replacing("#!/bin/bash\n\n", with: "", maxReplacements: 1)
      return Self.replacingEnd(of: read, at: "complete -o", by: Self.bash)
    case .zsh:
      let renamed = script.replacing("\n_photocell() {", with: "\n_photocell_commands() {")
      return Self.replacingEnd(of: renamed, at: "if [[ \"${funcstack", by: Self.zsh)
    default: return "\(script)\n\(Self.fish)"
    }
  }

  private static var commands: String {
    let names = Photocell.configuration.subcommands.compactMap { $0.configuration.commandName }
    return (names + ["help"]).joined(separator: " ")
  }

  /// Replaces the end of a script, from the last line that begins with `start`.
  private static func replacingEnd(of script: String, at start: String, by end: String) -> String {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.lastIndex { $0.hasPrefix(start) } ?? lines.endIndex
    return (lines[..<kept] + [end[...]]).joined(separator: "\n")
  }

  private static var bash: String {
    """
    # Browsing is the default: what begins with no command is completed as for browse.
    _photocell_or_browse() {
        local -r commands=' \(commands) '
        if ((COMP_CWORD > 1)) && [[ "${commands}" = *" ${COMP_WORDS[1]} "* ]]; then
            _photocell "${@}"
            return
        fi
        local -a found=()
        ((COMP_CWORD == 1)) && found=($(compgen -W "${commands}" -- "${2}"))
        COMP_WORDS=("${COMP_WORDS[0]}" browse "${COMP_WORDS[@]:1}")
        ((COMP_CWORD++))
        _photocell "${1}" "${2}" "${3}"
        COMPREPLY+=("${found[@]}")
    }

    complete -o filenames -F _photocell_or_browse photocell
    """
  }

  private static var zsh: String {
    """
    # Browsing is the default: what begins with no command is completed as for browse.
    _photocell() {
        local -r names=' \(commands) '
        local -i ret=1
        if ((CURRENT == 2)) || [[ "${names}" = *" ${words[2]} "* ]]; then
            _photocell_commands && ret=0
        fi
        if ((CURRENT == 2)) || [[ "${names}" != *" ${words[2]} "* ]]; then
            emulate -RL zsh -G
            setopt extendedglob nullglob numericglobsort
            local -r command_name="${words[1]}"
            local -ar command_line=("${words[@]}")
            local context state state_descr line
            local -A opt_args
            words[1]=browse
            _photocell_browse && ret=0
        fi
        return "${ret}"
    }

    if [[ "${funcstack[1]}" = _photocell ]]; then
        _photocell "${@}"
    else
        compdef _photocell photocell
    fi
    """
  }

  private static var fish: String {
    let commands = Photocell.configuration.subcommands.compactMap { subcommand in
      subcommand.configuration.commandName.map { name in
        "complete -c photocell -n __photocell_is_first_word -fa \(name) "
          + "-d '\(subcommand.configuration.abstract.replacing("'", with: "\\'"))'"
      }
    }
    return """
      # Browsing is the default: what begins with no command is completed as for browse.
      functions -c __photocell_tokens __photocell_typed_tokens
      function __photocell_tokens
          set -l tokens (__photocell_typed_tokens $argv)
          if test "$argv" = -pc; and not contains -- "$tokens[2]" \(Self.commands)
              set tokens $tokens[1] browse $tokens[2..]
          end
          string join -- \\n $tokens
      end

      function __photocell_is_first_word
          test (count (__photocell_typed_tokens -pc)) -eq 1
      end

      \(commands.joined(separator: "\n"))
      """
  }
}

enum Shell: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish

  /// A function `pcd`, which browses and then changes to the folder of the last selected photo. The
  /// folder is passed in a file, terminated by a zero byte, as names may contain newlines.
  var function: String {
    switch self {
    case .bash, .zsh: Self.posixFunction
    case .fish: Self.fishFunction
    }
  }

  private static let posixFunction = """
    # Browses photos, and goes to the folder of the photo that one leaves on.
    pcd() {
      local file folder code
      file=$(mktemp "${TMPDIR:-/tmp}/photocell.XXXXXXXX") || return
      command photocell --cwd-file "$file" "$@"
      code=$?
      IFS= read -r -d '' folder <"$file"
      command rm -f -- "$file"
      if [ -n "$folder" ] && [ "$folder" != "$PWD" ]; then
        builtin cd -- "$folder" || return
      fi
      return "$code"
    }

    """

  private static let fishFunction = """
    # Browses photos, and goes to the folder of the photo that one leaves on.
    function pcd
      set -l directory /tmp
      set -q TMPDIR; and set directory $TMPDIR
      set -l file (mktemp "$directory/photocell.XXXXXXXX"); or return
      command photocell --cwd-file $file $argv
      set -l code $status
      set -l folder
      read -z folder <$file
      command rm -f -- $file
      if test -n "$folder"; and test "$folder" != "$PWD"
        builtin cd -- $folder; or return
      end
      return $code
    end

    """
}

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Print a shell function that changes to the last folder on exit.",
    discussion: """
      The function is called pcd and takes photocell's arguments. In .bashrc or .zshrc:

        eval "$(photocell init bash)"

      In config.fish:

        photocell init fish | source
      """)

  @Argument(help: "bash, zsh or fish")
  var shell: Shell

  func run() throws {
    try StandardOutput.write(shell.function)
  }
}
