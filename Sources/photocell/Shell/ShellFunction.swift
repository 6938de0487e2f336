import ArgumentParser

enum Shell: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish
}

extension Shell {
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
