import ArgumentParser

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Print a shell function that goes where one has browsed.",
    discussion: """
      The function is called pcd and takes what photocell takes. In the file that the shell reads at \
      its start, .bashrc or .zshrc:

        eval "$(photocell init bash)"

      and for fish, in config.fish:

        photocell init fish | source
      """)

  @Argument(help: "bash, zsh or fish")
  var shell: Shell

  func run() throws {
    try StandardOutput.write(shell.function)
  }
}
