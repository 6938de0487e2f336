import ArgumentParser

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
