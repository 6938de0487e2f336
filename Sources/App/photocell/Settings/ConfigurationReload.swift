import Browser
import Concurrency
import Grid
import Logging

/// Reads the configuration file again, and changes what can change while the browser runs: keys, theme, and
/// where they are another way than before, order, groups and captions.
@MainActor
final class ConfigurationReload {
  private let grid: GridViewModel
  /// What the file and the command line said last.
  private var options: GridOptions
  private let log: Log

  /// Makes what is asked to read the file again.
  /// - Parameters:
  ///   - grid: The grid that is shown.
  ///   - options: How it has been made to stand.
  ///   - log: Hears what is wrong with the file.
  init(grid: GridViewModel, options: GridOptions, log: Log) {
    self.grid = grid
    self.options = options
    self.log = log
  }

  /// Reads the file and says what came of it.
  func perform(in browser: Browser) {
    guard let path = UserConfiguration.ofUser.path else {
      return browser.bind(KeyBindings(), saying: "there is no folder for a configuration file")
    }
    let found = UserConfiguration(reading: path).withKeys
    found.tell(log)
    if let now = ChangeableOptions(of: ProcessArguments.texts, habits: found) {
      now.grid.arrange(grid, insteadOf: options)
      options = now.grid
      browser.presenter.theme = found.theme(over: now.looks)
    }
    let words = "keys, looks, order, groups and captions are read again; the rest at the next start"
    browser.bind(found.bindings, saying: found.shortReport ?? words)
  }
}

/// The options that can change while the browser runs.
struct ChangeableOptions {
  let grid: GridOptions
  let looks: LookOptions

  /// Reads a command line, which counts more than what is written down.
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - habits: What the user has written down.
  init?(of arguments: [String], habits: UserConfiguration) {
    switch try? Photocell.command(for: arguments, habits: habits) {
    case let command as BrowseCommand: (grid, looks) = (command.grid, command.looks)
    case let command as ApodCommand: (grid, looks) = (command.grid, command.looks)
    default: return nil
    }
  }
}
